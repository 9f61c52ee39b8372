//! Saves the games that are played. What cannot be written is kept in memory and tried again.

#[cfg(test)]
mod tests;

use std::io::ErrorKind;
use std::mem;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use outflank_formats::{Record, transcript};
use outflank_players::PlayerName;
use outflank_rules::ByColor;
use outflank_table::{self as table, Time};

use crate::storage::shelf::{Journal, Kept, Shelf, ShelfError, ShelfFault, Story};
use crate::tui::app::{Event, RestoredGame, SavedGame};

#[derive(Debug, Default)]
pub(crate) struct Unfinished {
    pub(crate) saved: Option<SavedGame>,
    /// Another program is playing a game.
    pub(crate) in_use: bool,
    pub(crate) troubles: Vec<ShelfError>,
}

/// Changes are made in memory; [`GameSaver::save`] writes them.
pub(crate) struct GameSaver {
    shelf: Option<Shelf>,
    kept: Option<Kept>,
    is_playing: bool,
    game: Option<Journal>,
    closing: Vec<Closing>,
    has_finished: bool,
    is_failing: bool,
}

struct Closing {
    journal: Journal,
    goal: Goal,
}

enum Goal {
    Keep,
    Finish(Box<Record>),
    Discard,
}

impl Closing {
    fn write(&mut self) -> Result<(), ShelfError> {
        match &self.goal {
            Goal::Keep => self.journal.save(),
            Goal::Finish(record) => self.journal.finish(record).map(drop),
            Goal::Discard => self.journal.discard(),
        }
    }
}

impl GameSaver {
    pub(crate) fn new(shelf: Option<Shelf>) -> GameSaver {
        GameSaver {
            shelf,
            kept: None,
            is_playing: false,
            game: None,
            closing: Vec::new(),
            has_finished: false,
            is_failing: false,
        }
    }

    pub(crate) fn find_unfinished(&mut self) -> Unfinished {
        let found = match self.shelf.as_ref().map(Shelf::look) {
            Some(Ok(found)) => found,
            Some(Err(error)) => return Unfinished { troubles: vec![error], ..Unfinished::default() },
            None => return Unfinished::default(),
        };
        self.kept = found.unfinished.into_iter().next();
        let saved = self.kept.as_ref().and_then(|kept| {
            let Story { table, begun, players: names, .. } = &kept.story;
            let (placed, day) = (table.game().placements().count(), begun.strftime("%Y-%m-%d").to_string());
            Some(SavedGame { players: players(names).ok()?, placed, day })
        });
        Unfinished { saved, in_use: found.in_use > 0, troubles: found.troubles }
    }

    /// Starts a new game. An earlier one stays, unless nothing was played.
    pub(crate) fn begin(&mut self, players: &ByColor<PlayerName>, events: &[table::Event]) {
        self.close();
        self.is_playing = true;
        let names = ByColor::from_fn(|color| players[color].to_string());
        self.game = self.shelf.as_ref().map(|shelf| shelf.begin(names, events));
    }

    pub(crate) fn restore(&mut self) -> anyhow::Result<RestoredGame> {
        let (Some(shelf), Some(kept)) = (&self.shelf, &self.kept) else { bail!("There is no game to continue.") };
        let journal = shelf.take_up(kept).map_err(|error| match error.fault {
            ShelfFault::InUse => anyhow!("This game is being played in another window."),
            ShelfFault::Io(io) if io.kind() == ErrorKind::NotFound => {
                anyhow!("This game was finished in another window.")
            }
            _ => error.into(),
        })?;
        let Story { table, players: names, last, .. } = journal.story();
        let restored = RestoredGame { table: table.clone(), players: players(names)?, now: *last };
        self.close();
        (self.kept, self.is_playing, self.game) = (None, true, Some(journal));
        Ok(restored)
    }

    pub(crate) fn keep(&mut self, events: &[table::Event]) {
        if let Some(journal) = &mut self.game {
            journal.keep(events);
        }
    }

    pub(crate) fn ran(&mut self, now: Time) {
        if let Some(journal) = &mut self.game {
            journal.ran(now);
        }
    }

    pub(crate) fn finish(&mut self, record: &Record) {
        let Some(journal) = self.game.take() else { return };
        let mut whole = journal.record();
        for (index, (_, note)) in record.plies().enumerate() {
            if let Some(own) = whole.note_mut(index) {
                own.eval = note.eval;
            }
        }
        self.closing.push(Closing { journal, goal: Goal::Finish(Box::new(whole)) });
    }

    pub(crate) fn close(&mut self) {
        self.is_playing = false;
        let Some(journal) = self.game.take() else { return };
        let Story { table, .. } = journal.story();
        let goal = match table.ending() {
            Some(_) => Goal::Finish(Box::new(journal.record())),
            None if table.game().plies().is_empty() => Goal::Discard,
            None => Goal::Keep,
        };
        self.closing.push(Closing { journal, goal });
    }

    /// Writes everything that is not on disk yet. Returns an event for an error, and for the first success after one.
    pub(crate) fn save(&mut self) -> Option<Event> {
        let saved = self.write();
        let was_failing = mem::replace(&mut self.is_failing, saved.is_err());
        (was_failing || self.is_failing).then_some(Event::GameSaved(saved))
    }

    fn write(&mut self) -> Result<(), ShelfError> {
        let mut saved = match &mut self.game {
            Some(journal) => journal.save(),
            None if self.shelf.is_none() && self.is_playing => Err(ShelfError::no_folder()),
            None => Ok(()),
        };
        self.closing.retain_mut(|closing| {
            let written = closing.write();
            self.has_finished |= written.is_ok() && matches!(closing.goal, Goal::Finish(_));
            written.map_err(|error| saved = Err(error)).is_err()
        });
        saved
    }

    pub(crate) fn finished(&self) -> Option<&Path> {
        self.shelf.as_ref().filter(|_| self.has_finished).map(Shelf::games)
    }

    /// The error names the moves, so that they are not lost.
    pub(crate) fn leave(&mut self) -> anyhow::Result<()> {
        self.close();
        self.write().with_context(|| {
            let games = self.closing.iter().map(|closing| closing.journal.story().table.game());
            let moves: Vec<String> = games.map(transcript::write).filter(|moves| !moves.is_empty()).collect();
            format!("could not save the game {}", moves.join(" and "))
        })
    }

    pub(crate) fn can_save(&self) -> bool {
        self.shelf.is_some()
    }
}

fn players(names: &ByColor<String>) -> anyhow::Result<ByColor<PlayerName>> {
    Ok(ByColor { black: names.black.parse()?, white: names.white.parse()? })
}
