use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use outflank_formats::wthor::{Collection, Collector, Date, Games, Names, NamesKind};
use outflank_formats::{Record, WriteError};

use crate::cli::ConvertArguments;
use crate::storage::draft::{Draft, Target, folder_of};
use crate::storage::records::names::{self, NamesFiles};

pub(crate) struct WthorOutput {
    collector: Collector,
    path: PathBuf,
    is_folder: bool,
    before: NamesFiles,
    force: bool,
}

impl WthorOutput {
    pub(super) fn open(
        arguments: &ConvertArguments,
        given: &NamesFiles,
        is_folder: bool,
    ) -> anyhow::Result<WthorOutput> {
        let path = arguments.output.clone();
        if !is_folder {
            Target::new_or_replace(&path, arguments.force)?;
        }
        let before = NamesFiles::within(if is_folder { path.as_path() } else { folder_of(&path) })?;
        let created = today();
        let NamesFiles { players, tournaments } = given.clone().or_else(|| Ok(before.clone()))?;
        let or_none = |names: Option<Names>| names.unwrap_or(Names { created, names: Vec::new() });
        let collector = Collector::with_names(created, or_none(players), or_none(tournaments));
        Ok(WthorOutput { collector, path, is_folder, before, force: arguments.force })
    }

    pub(super) fn push(&mut self, record: &Record) -> Result<(), WriteError> {
        self.collector.push(record)
    }

    pub(super) fn finish(self, note: &mut dyn FnMut(String)) -> anyhow::Result<()> {
        let WthorOutput { collector, path, is_folder, before, force } = self;
        let Collection { years, players, tournaments } = collector.finish();
        let folder = if is_folder { path.as_path() } else { folder_of(&path) };
        if is_folder {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        } else if years.len() != 1 {
            bail!("{}: {}", path.display(), several(&years));
        }
        let mut drafts = Vec::new();
        for games in &years {
            let path = if is_folder { &folder.join(file_name(games.year)) } else { &path };
            drafts.push(draft(Target::new_or_replace(path, force)?, &games.write()?)?);
        }
        for (kind, before, after) in
            [(NamesKind::Players, before.players, players), (NamesKind::Tournaments, before.tournaments, tournaments)]
        {
            let path = names::find(folder, kind).unwrap_or_else(|| folder.join(names::usual_name(kind)));
            if let Some(target) = names_target(&path, before.as_ref(), &after, force, note)? {
                drafts.push(draft(target, &after.write(kind)?)?);
            }
        }
        for (name, draft) in drafts {
            draft.keep().context(name)?;
        }
        Ok(())
    }
}

/// The file of names to write; `None` if it would not change. Names are only appended, as other games in the folder refer to them by number.
fn names_target(
    path: &Path,
    before: Option<&Names>,
    after: &Names,
    force: bool,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<Option<Target>> {
    let name = || path.display().to_string();
    match before {
        Some(before) if before.names == after.names => return Ok(None),
        Some(before) if after.names.starts_with(&before.names) => {
            let added = after.names.len() - before.names.len();
            note(format!("{}: names added: {added}", name()));
        }
        Some(_) if !force => bail!("{}: has other names; use --force to overwrite it", name()),
        Some(_) | None => {}
    }
    Target::new(path).with_context(name).map(Some)
}

fn draft(target: Target, bytes: &[u8]) -> anyhow::Result<(String, Draft)> {
    let name = target.path().display().to_string();
    let mut draft = target.draft().with_context(|| name.clone())?;
    draft.write_all(bytes).with_context(|| name.clone())?;
    Ok((name, draft))
}

fn file_name(year: u16) -> String {
    match year {
        0 => "WTH.wtb".to_owned(),
        year => format!("WTH_{year}.wtb"),
    }
}

fn several(years: &[Games]) -> String {
    let names: Vec<_> =
        years.iter().map(|games| if games.year == 0 { "unknown".to_owned() } else { games.year.to_string() }).collect();
    format!(
        "a WTHOR file holds the games of one year, found {}: {}; use a folder as OUT",
        years.len(),
        names.join(", ")
    )
}

fn today() -> Date {
    let date = Timestamp::now().to_zoned(TimeZone::UTC).date();
    Date { year: date.year().unsigned_abs(), month: date.month().unsigned_abs(), day: date.day().unsigned_abs() }
}
