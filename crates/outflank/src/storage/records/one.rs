use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outflank_formats::Record;
use outflank_formats::format::{self, DetectError, Format};
use outflank_rules::{Rules, Square};
use outflank_study::openings::{self, Language};

use super::{Opened, neither_file_nor_record};
use crate::storage::draft::Target;

/// Reads the game in a file, or in the text itself if there is no such file. `rules` apply unless the record names others.
pub(crate) fn open(source: &str, rules: Rules) -> anyhow::Result<Record> {
    if let Some(chosen) = Chosen::find(Path::new(source)) {
        return chosen.read(rules);
    }
    let record = parse(source, rules).map_err(|error| neither_file_nor_record(source, error))?;
    // A text too short for a board needs moves.
    let is_new = record.starts_as_usual() && record.game().placements().next().is_none();
    if is_new && source.len() < Square::ALL.len() {
        bail!("no such file, and no moves or board in '{source}'");
    }
    Ok(record)
}

pub(crate) fn parse(text: &str, rules: Rules) -> anyhow::Result<Record> {
    record_in(&Opened::text(text), None, rules)
}

pub(crate) fn load(path: &Path) -> anyhow::Result<Record> {
    // A missing file gets its own error.
    Chosen::find(path).unwrap_or(Chosen { file: path, number: None }).read(Rules::default())
}

/// `FILE#7` is the seventh game of `FILE`.
pub(crate) struct Chosen<'p> {
    pub(crate) file: &'p Path,
    pub(crate) number: Option<usize>,
}

impl<'p> Chosen<'p> {
    pub(crate) fn find(name: &'p Path) -> Option<Chosen<'p>> {
        // Any kind of file: pipes can be read, and a directory gets its own error.
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
            .with_context(|| self.file.display().to_string())
    }
}

fn record_in(opened: &Opened, number: Option<usize>, rules: Rules) -> anyhow::Result<Record> {
    let source = opened.source().with_rules(rules);
    let format = match source.detect() {
        Err(DetectError::Empty) => Format::Plain,
        format => format?,
    };
    let mut records = source.read(format);
    let unchecked = match number {
        Some(number) => records.nth(number - 1).ok_or_else(|| anyhow!("no game with the number {number}"))??,
        None => {
            let first = records.next().ok_or_else(|| anyhow!("no game found"))?;
            match records.count() {
                0 => first?,
                more => bail!("has {} games; choose one, such as FILE#1", more + 1),
            }
        }
    };
    Ok(unchecked.check()?)
}

/// Writes atomically. Only a file that is a record is overwritten.
pub(crate) fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    write(record, path).with_context(|| format!("Cannot save to {}", path.display()))
}

fn write(record: &Record, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path)?;
    if target.exists() && load(target.path()).is_err() {
        bail!("the existing file is not a game record; choose another name");
    }
    let mut record = record.clone();
    openings::complete(&mut record, Language::English);
    let text = format::write(&record, format_of(path))?;
    target.write(text.as_bytes())
}

/// The extension's format if games can be resumed from it, otherwise plain text.
pub(crate) fn format_of(path: &Path) -> Format {
    let named = path.extension().and_then(OsStr::to_str).and_then(Format::of_extension);
    named.filter(|format| matches!(format, Format::Ggf | Format::Sgf | Format::Pgn)).unwrap_or(Format::Plain)
}
