use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outflank_formats::format::Format;
use outflank_formats::{ReadError, Record, UncheckedRecord};
use outflank_rules::Rules;

use crate::storage::records::one::Chosen;
use crate::storage::records::{NamesFiles, Opened, neither_file_nor_record};

#[derive(Debug)]
pub(super) struct Given {
    pub(super) origin: String,
    pub(super) record: Record,
}

/// Reads the games in a file, on standard input or in the text itself. `rules` apply unless the record names others. An unreadable game does
/// not affect the others.
pub(super) fn read(source: &str, rules: Rules) -> anyhow::Result<Vec<anyhow::Result<Given>>> {
    let found = Found::at(source)?;
    let games = found.games(rules).map_err(|error| found.explain(error))?;
    Ok(games.into_iter().map(|game| game.map_err(|error| found.explain(error))).collect())
}

struct Found {
    opened: Opened,
    /// The argument, if it is a record and not a file.
    typed: Option<String>,
    source: String,
    number: Option<usize>,
}

impl Found {
    fn at(source: &str) -> anyhow::Result<Found> {
        let (opened, typed, name, number) = match Chosen::find(Path::new(source)) {
            _ if source == "-" => (Opened::standard_input(), None, "standard input".to_owned(), None),
            Some(Chosen { file, number }) => (Opened::file(file), None, file.display().to_string(), number),
            None => (Ok(Opened::text(source)), Some(source.to_owned()), "a typed record".to_owned(), None),
        };
        Ok(Found { opened: opened.with_context(|| name.clone())?, typed, source: name, number })
    }

    fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match &self.typed {
            Some(text) => neither_file_nor_record(text, error),
            None => error.context(self.source.clone()),
        }
    }

    fn games(&self, rules: Rules) -> anyhow::Result<Vec<anyhow::Result<Given>>> {
        let source = self.opened.source().with_rules(rules);
        let format = source.detect()?;
        let names = match format {
            Format::Wthor => self.opened.names()?,
            _ => NamesFiles::default(),
        };
        let source = source.with_names(names.directory());
        let mut unchecked = source.read(format);
        if let Some(number) = self.number {
            let unchecked = unchecked.nth(number - 1).ok_or_else(|| anyhow!("no game with the number {number}"))?;
            return Ok(vec![self.given(unchecked, Some(number))]);
        }
        let unchecked: Vec<_> = unchecked.collect();
        match <[_; 1]>::try_from(unchecked) {
            Ok([only]) => Ok(vec![self.given(only, None)]),
            Err(unchecked) => {
                Ok((1..).zip(unchecked).map(|(number, unchecked)| self.given(unchecked, Some(number))).collect())
            }
        }
    }

    fn given(&self, unchecked: Result<UncheckedRecord, ReadError>, number: Option<usize>) -> anyhow::Result<Given> {
        let unchecked = unchecked?;
        let record = unchecked.check()?;
        if record.game().placements().next().is_none() {
            bail!("expected a game, found a position without a move ({})", unchecked.at);
        }
        let origin = match number {
            Some(number) => format!("{}#{number}", self.source),
            None => self.source.clone(),
        };
        Ok(Given { origin, record })
    }
}
