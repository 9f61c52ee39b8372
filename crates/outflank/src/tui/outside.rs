//! Does what updates ask for: the one room of the board that reads and writes files and starts threads.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

use anyhow::Context;
use outflank_players::PlayerName;
use outflank_rules::{ByColor, Rules};
use outflank_table as table;

use super::effect::Effect;
use super::event::{Event, Id, TakenUp};
use super::input::Report;
use super::librarian::Librarian;
use super::state::Kept;
use super::terminal::Canvas;
use super::thinking::{Powers, Thinkers};
use crate::commands::drill::ProgressFile;
use crate::storage::records::one;
use crate::storage::shelf::{self, Journal, Shelf};

/// The world outside.
pub(super) struct Outside {
    reports: Sender<Report>,
    thinkers: Thinkers,
    librarian: Librarian,
    shelf: Option<Shelf>,
    /// The game that is being kept.
    journal: Option<Journal>,
    /// The game of an earlier session that was played last.
    kept: Option<shelf::Kept>,
    /// Whether a game was finished, so that there is something to be found in the folder of games.
    has_finished: bool,
}

impl Outside {
    /// Without a shelf, nothing is kept.
    pub(super) fn new(
        reports: Sender<Report>,
        powers: Powers,
        seed: u64,
        shelf: Option<Shelf>,
        librarian: Librarian,
    ) -> Outside {
        let thinkers = Thinkers::new(reports.clone(), powers, seed);
        Outside { reports, thinkers, librarian, shelf, journal: None, kept: None, has_finished: false }
    }

    /// Looks for a game to go on with, and for what has to be told about the others.
    pub(super) fn look(&mut self) -> (Option<Kept>, Vec<anyhow::Error>) {
        let found = match self.shelf.as_ref().map(Shelf::look) {
            Some(Ok(found)) => found,
            Some(Err(error)) => return (None, vec![error.into()]),
            None => return (None, Vec::new()),
        };
        self.kept = found.unfinished.into_iter().next();
        let kept = self.kept.as_ref().and_then(|kept| {
            let placed = kept.table.game().placements().count();
            let day = kept.begun.strftime("%Y-%m-%d").to_string();
            Some(Kept { players: players(&kept.players).ok()?, placed, day })
        });
        (kept, found.troubles.into_iter().map(anyhow::Error::from).collect())
    }

    /// A search has ended: what came of it.
    pub(super) fn ended(&mut self, id: Id) -> Option<Event> {
        self.thinkers.ended(id)
    }

    /// Does one thing. It breaks off when the program is to end.
    pub(super) fn perform(&mut self, effect: Effect, canvas: &mut Canvas) -> ControlFlow<()> {
        let done = match effect {
            Effect::Seat { players, time } => {
                self.thinkers.seat(&players, time);
                Ok(())
            }
            Effect::Ask { id, color, game, clocks } => {
                self.thinkers.ask(id, color, game, clocks);
                Ok(())
            }
            Effect::Search { id, position, limits } => {
                self.thinkers.search(id, position, limits);
                Ok(())
            }
            Effect::Stop(id) => {
                self.thinkers.stop(id);
                Ok(())
            }
            Effect::Explore(position) => {
                self.librarian.ask(position);
                Ok(())
            }
            Effect::Begin { players, events } => self.begin(&players, &events),
            Effect::Keep(events) => match &mut self.journal {
                Some(journal) => journal.keep(&events).context("The game is not kept"),
                None => Ok(()),
            },
            Effect::Ran(now) => match &mut self.journal {
                Some(journal) => journal.ran(now).context("The game is not kept"),
                None => Ok(()),
            },
            Effect::Finish(record) => self.finish(&record),
            Effect::TakeUp => {
                let taken_up = self.take_up();
                self.report(Event::TakenUp(taken_up.map(Box::new)));
                Ok(())
            }
            Effect::Recall => {
                let recalled = ProgressFile::find().and_then(|file| file.recall());
                self.report(Event::Recalled(recalled.map(Box::new)));
                Ok(())
            }
            Effect::Remember(answer) => {
                let recalled = ProgressFile::find().and_then(|file| file.remember(answer));
                self.report(Event::Recalled(recalled.map(Box::new)));
                Ok(())
            }
            Effect::Save { path, record } => {
                let path = expand(&path);
                self.report(Event::Saved(one::save(&record, &path).map(|()| path)));
                Ok(())
            }
            Effect::Open(source) => {
                let source = expand(Path::new(&source)).to_string_lossy().into_owned();
                self.report(Event::Opened(one::open(&source, Rules::default()).map(Box::new)));
                Ok(())
            }
            Effect::Copy(text) => canvas.copy(&text).context("Nothing was copied"),
            Effect::Configure(settings) => settings.save().context("The settings are not kept"),
            Effect::Redraw => canvas.renew().context("The terminal"),
            Effect::Suspend => canvas.suspend().context("The terminal"),
            Effect::Quit => return ControlFlow::Break(()),
        };
        if let Err(error) = done {
            self.report(Event::Failed(error));
        }
        ControlFlow::Continue(())
    }

    fn report(&self, event: Event) {
        let _ = self.reports.send(Report::Happened(event));
    }

    /// Keeps a new game. The one before stays where it is, unless nothing was played in it.
    fn begin(&mut self, players: &ByColor<PlayerName>, events: &[table::Event]) -> anyhow::Result<()> {
        self.leave()?;
        if let Some(shelf) = &self.shelf {
            let names = ByColor::from_fn(|color| players[color].to_string());
            self.journal = Some(shelf.begin(names, events).context("The game is not kept")?);
        }
        Ok(())
    }

    /// Gives up the game that is being kept. One without moves is not worth it.
    pub(super) fn leave(&mut self) -> anyhow::Result<()> {
        match self.journal.take() {
            Some(journal) if journal.record().plies().len() == 0 => Ok(journal.discard()?),
            _ => Ok(()),
        }
    }

    /// Puts the game among the finished ones, with what the players thought.
    fn finish(&mut self, record: &outflank_formats::Record) -> anyhow::Result<()> {
        let Some(journal) = self.journal.take() else { return Ok(()) };
        let mut whole = journal.record();
        for (index, (_, note)) in record.plies().enumerate() {
            if let Some(own) = whole.note_mut(index) {
                own.eval = note.eval;
            }
        }
        journal.finish(&whole).context("The game is over, but its record is not written")?;
        self.has_finished = true;
        Ok(())
    }

    /// The folder of games, if one was finished.
    pub(super) fn finished(&self) -> Option<&Path> {
        self.shelf.as_ref().filter(|_| self.has_finished).map(Shelf::games)
    }

    fn take_up(&mut self) -> anyhow::Result<TakenUp> {
        let (Some(shelf), Some(kept)) = (&self.shelf, self.kept.take()) else {
            anyhow::bail!("There is no game to continue");
        };
        let taken_up = shelf.take_up(&kept)?;
        let players = players(&taken_up.players)?;
        self.journal = Some(taken_up.journal);
        Ok(TakenUp { table: taken_up.table, players, now: taken_up.now })
    }
}

/// The players of a game that was kept, by their names.
fn players(names: &ByColor<String>) -> anyhow::Result<ByColor<PlayerName>> {
    Ok(ByColor { black: names.black.parse()?, white: names.white.parse()? })
}

/// A path as a shell would take it: `~/` is the home folder.
pub(super) fn expand(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
