use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outflank_formats::format::Format;
use outflank_formats::{ReadError, Record, UncheckedRecord};
use outflank_rules::{Color, Rules};
use outflank_study::NameQuery;

use crate::person::{self, PersonName};
use crate::storage::records::one::Chosen;
use crate::storage::records::{NamesFiles, Opened, neither_file_nor_record};

#[derive(Debug)]
pub(super) struct Given {
    pub(super) origin: String,
    pub(super) record: Record,
    pub(super) reader: Option<Color>,
}

/// Their bytes are in memory, and each is read when it is needed.
pub(super) struct Games {
    sources: Vec<anyhow::Result<Found>>,
    rules: Rules,
    player: Option<NameQuery>,
    own: Option<PersonName>,
    /// The player is the person at the keyboard, whose games are stored under several names.
    is_about_the_person: bool,
}

impl Games {
    /// `rules` apply unless a record names others. With a `player`, all games of others are left out.
    pub(super) fn open(sources: &[String], rules: Rules, player: Option<&str>, own: Option<PersonName>) -> Games {
        let sources = sources.iter().map(|source| Found::at(source)).collect();
        let is_about_the_person = player.is_some_and(|player| person::is_own(player, own.as_ref()));
        Games { sources, rules, player: player.map(NameQuery::new), own, is_about_the_person }
    }

    /// Passes every game, or why it cannot be read, to `take` until that breaks. An unreadable game does not affect the others.
    pub(super) fn for_each(&self, mut take: impl FnMut(anyhow::Result<Given>) -> ControlFlow<()>) -> ControlFlow<()> {
        for source in &self.sources {
            match source {
                Ok(found) => {
                    let read =
                        found.for_each(self.rules, |game| match game.and_then(|given| self.with_reader(given)) {
                            Ok(None) => ControlFlow::Continue(()),
                            Ok(Some(given)) => take(Ok(given)),
                            Err(error) => take(Err(found.explain(error))),
                        });
                    read.unwrap_or_else(|error| take(Err(found.explain(error))))?;
                }
                Err(error) => take(Err(anyhow!("{error:#}")))?,
            }
        }
        ControlFlow::Continue(())
    }

    fn with_reader(&self, given: Given) -> anyhow::Result<Option<Given>> {
        let Some(player) = &self.player else { return Ok(Some(given)) };
        let name = |color| given.record.details.players[color].name.as_str();
        if self.is_about_the_person
            && let Some(reader) = person::seat(&given.record, self.own.as_ref())
        {
            return Ok(Some(Given { reader: Some(reader), ..given }));
        }
        let seats = |matches: fn(&NameQuery, &str) -> bool| -> Vec<Color> {
            Color::ALL.into_iter().filter(|&color| matches(player, name(color))).collect()
        };
        match (&seats(NameQuery::equals)[..], &seats(NameQuery::matches)[..]) {
            (&[reader], _) | ([], &[reader]) => Ok(Some(Given { reader: Some(reader), ..given })),
            (_, []) => Ok(None),
            _ => bail!("--player: both {} and {} match; write the whole name", name(Color::Black), name(Color::White)),
        }
    }
}

struct Found {
    opened: Opened,
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

    fn for_each(
        &self,
        rules: Rules,
        mut take: impl FnMut(anyhow::Result<Given>) -> ControlFlow<()>,
    ) -> anyhow::Result<ControlFlow<()>> {
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
            return Ok(take(self.given(unchecked, Some(number))));
        }
        let mut unchecked = unchecked.zip(1..).peekable();
        while let Some((next, number)) = unchecked.next() {
            let is_only = number == 1 && unchecked.peek().is_none();
            if take(self.given(next, (!is_only).then_some(number))).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
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
        Ok(Given { origin, record, reader: None })
    }
}
