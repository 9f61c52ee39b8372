//! One record: in a file, or typed.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outflank_formats::Record;
use outflank_formats::format::{self, DetectError, Format};
use outflank_rules::{Rules, Square};
use outflank_study::openings::{self, Language};

use super::{Opened, neither_file_nor_record};
use crate::storage::draft::Target;

/// The game in a file, or in the text itself if there is no such file; by these rules unless the record names others.
pub(crate) fn open(source: &str, rules: Rules) -> anyhow::Result<Record> {
    if let Some(chosen) = Chosen::find(Path::new(source)) {
        return chosen.read(rules);
    }
    let record = parse(source, rules).map_err(|error| neither_file_nor_record(source, error))?;
    // A text too short for a board has moves, or it says nothing.
    let is_new = record.starts_as_usual() && record.game().placements().next().is_none();
    if is_new && source.len() < Square::ALL.len() {
        bail!("no such file, and no moves or board in '{source}'");
    }
    Ok(record)
}

/// The record in a text; by these rules unless it names others.
pub(crate) fn parse(text: &str, rules: Rules) -> anyhow::Result<Record> {
    record_in(&Opened::text(text), None, rules)
}

/// The record in a file.
pub(crate) fn load(path: &Path) -> anyhow::Result<Record> {
    // A file that is missing says so itself.
    Chosen::find(path).unwrap_or(Chosen { file: path, number: None }).read(Rules::default())
}

/// A file, and which of its games is meant if there are several: `FILE#7` is the seventh of `FILE`.
pub(crate) struct Chosen<'p> {
    pub(crate) file: &'p Path,
    /// Counted from 1.
    pub(crate) number: Option<usize>,
}

impl<'p> Chosen<'p> {
    /// What a name means, if there is such a file.
    pub(crate) fn find(name: &'p Path) -> Option<Chosen<'p>> {
        // Of any kind: a pipe is read as well, and a directory fails as such.
        let exists = |path: &Path| fs::symlink_metadata(path).is_ok();
        if exists(name) {
            return Some(Chosen { file: name, number: None });
        }
        let (file, number) = name.to_str()?.rsplit_once('#')?;
        let number = number.parse().ok().filter(|&number| number > 0)?;
        exists(Path::new(file)).then_some(Chosen { file: Path::new(file), number: Some(number) })
    }

    fn read(&self, rules: Rules) -> anyhow::Result<Record> {
        Opened::file(self.file)
            .and_then(|opened| record_in(&opened, self.number, rules))
            .with_context(|| format!("Cannot read {}", self.file.display()))
    }
}

/// The record with this number; without a number, the only one.
fn record_in(opened: &Opened, number: Option<usize>, rules: Rules) -> anyhow::Result<Record> {
    let source = opened.source().with_rules(rules);
    let format = match source.detect() {
        // A game in which nobody has moved is written as nothing.
        Err(DetectError::Empty) => Format::Plain,
        format => format?,
    };
    let mut records = source.read(format);
    let unchecked = match number {
        Some(number) => records.nth(number - 1).ok_or_else(|| anyhow!("it has no game with the number {number}"))??,
        None => {
            let first = records.next().ok_or_else(|| anyhow!("it has no game"))?;
            match records.count() {
                0 => first?,
                more => bail!("it has {} games; the first is chosen by #1 behind the name of the file", more + 1),
            }
        }
    };
    Ok(unchecked.check()?)
}

/// Writes a record, as a whole or not at all, in the format that the name asks for. Only a record is ever
/// overwritten.
pub(crate) fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    write(record, path).with_context(|| format!("Cannot save to {}", path.display()))
}

fn write(record: &Record, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path)?;
    if target.exists() && load(target.path()).is_err() {
        bail!("what is there is not the record of a game");
    }
    let mut record = record.clone();
    openings::complete(&mut record, Language::English);
    let text = format::write(&record, format_of(path))?;
    let mut draft = target.draft()?;
    draft.write_all(text.as_bytes())?;
    Ok(draft.keep()?)
}

/// What the name of a file asks for, of the formats that a game can be taken up from again; else plain text.
fn format_of(path: &Path) -> Format {
    let named = path.extension().and_then(OsStr::to_str).and_then(Format::of_extension);
    named.filter(|format| matches!(format, Format::Ggf | Format::Sgf | Format::Pgn)).unwrap_or(Format::Plain)
}
