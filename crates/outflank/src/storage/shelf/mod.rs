//! The shelf: games are kept as they are played, and finished ones go to a folder of records.
//!
//! Each game under way has a [`Journal`], a file in the folder `unfinished` to which the events of its table are appended;
//! they are on the disk before the table takes them in. A program that dies, or is killed, loses nothing: [`Shelf::look`]
//! finds the game, and [`Shelf::take_up`] goes on with it, paused at the last moment at which the program is known
//! to have run. A journal is locked while a program plays its game, so that two never write to one.
//!
//! When a game is over, [`Journal::finish`] writes its record to the games folder, in GGF. A game that was over and
//! not finished is finished by the next look.
//!
//! A file that cannot be understood is told, and set aside with another name. Nothing is deleted but the journal of a
//! game that is finished, or that the player throws away.

mod error;
mod finished;
mod journal;
mod read;
mod stored;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use outflank_rules::ByColor;
use outflank_table::{Command, Event, Seat, Table, Time};

pub(crate) use error::{ShelfError, ShelfFault};
pub(crate) use journal::Journal;

use crate::storage::folders::Folders;
use crate::storage::quarantine;
use crate::storage::settings::Settings;

/// Where games are kept.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    unfinished: PathBuf,
    games: PathBuf,
}

impl Shelf {
    /// The user's shelf. Its folders are made if they are missing.
    pub(crate) fn open(settings: &Settings) -> Result<Shelf, ShelfError> {
        let folders = Folders::find().ok_or_else(|| {
            let error = io::Error::new(ErrorKind::NotFound, "the system names no folder for the user's files");
            ShelfError::io(Path::new("games"))(error)
        })?;
        let games = settings.games.clone().unwrap_or_else(|| folders.data.join("games"));
        Shelf::in_folders(folders.data.join("unfinished"), games)
    }

    fn in_folders(unfinished: PathBuf, games: PathBuf) -> Result<Shelf, ShelfError> {
        fs::create_dir_all(&unfinished).map_err(ShelfError::io(&unfinished))?;
        Ok(Shelf { unfinished, games })
    }

    /// Where finished games go.
    pub(crate) fn games(&self) -> &Path {
        &self.games
    }

    /// Whether a game was ever finished.
    pub(crate) fn has_games(&self) -> bool {
        fs::read_dir(&self.games).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Begins to keep a game: its players, as they are written on the command line, and what [`Table::open`] answered,
    /// perhaps with what has happened since.
    pub(crate) fn begin(&self, players: ByColor<String>, opening: &[Event]) -> Result<Journal, ShelfError> {
        Journal::create(&self.unfinished, &self.games, Timestamp::now(), players, opening)
    }

    /// Looks through the journals that no other program has in use.
    pub(crate) fn look(&self) -> Result<Found, ShelfError> {
        let mut found = Found::default();
        let mut unfinished = Vec::new();
        for entry in fs::read_dir(&self.unfinished).map_err(ShelfError::io(&self.unfinished))? {
            let path = entry.map_err(ShelfError::io(&self.unfinished))?.path();
            if path.extension().is_none_or(|extension| extension != journal::EXTENSION) {
                continue;
            }
            match self.examine(&path) {
                Ok(Examined::Unfinished(kept)) => unfinished.push(*kept),
                Ok(Examined::Finished(record)) => found.finished.push(record),
                Err(ShelfError { fault: ShelfFault::InUse, .. }) => {}
                // It was finished elsewhere while we were looking.
                Err(ShelfError { fault: ShelfFault::Io(error), .. }) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => found.troubles.push(error),
            }
        }
        unfinished.sort_by(|a, b| (b.written, &b.path).cmp(&(a.written, &a.path)));
        found.unfinished = unfinished;
        Ok(found)
    }

    /// Goes on with a game. Its table is paused, or over if a flag had fallen; the host's clock goes on from `now`.
    pub(crate) fn take_up(&self, kept: &Kept) -> Result<TakenUp, ShelfError> {
        let (mut journal, story) = Journal::take_up(&kept.path, &self.games)?;
        let mut table = story.table;
        // A game that is over or paused already refuses, and stays as it is.
        if let Ok(decided) = table.decide(Seat::Host, Command::Pause, story.last) {
            journal.keep(&decided)?;
            decided.iter().for_each(|event| table.evolve(event));
        }
        Ok(TakenUp { journal, table, players: story.players, now: story.last })
    }

    /// What is in a journal. One of a game that is over becomes a record, and one that is damaged is set aside.
    fn examine(&self, path: &Path) -> Result<Examined, ShelfError> {
        let (journal, story) = Journal::take_up(path, &self.games).map_err(|error| match error.fault {
            ShelfFault::Damaged(_) => set_aside(error),
            ShelfFault::Io(_) | ShelfFault::InUse => error,
        })?;
        if story.table.ending().is_some() {
            let record = journal.record();
            return journal.finish(&record).map(Examined::Finished);
        }
        let written = fs::metadata(path).and_then(|metadata| metadata.modified()).map_err(ShelfError::io(path))?;
        let read::Story { begun, players, table, .. } = story;
        Ok(Examined::Unfinished(Box::new(Kept { path: path.to_owned(), written, begun, players, table })))
    }
}

/// What a look through the journals found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The games that can be gone on with, the one that was played last first.
    pub(crate) unfinished: Vec<Kept>,
    /// The records of games that were over, and have now been written.
    pub(crate) finished: Vec<PathBuf>,
    /// What could not be read, and where it is now.
    pub(crate) troubles: Vec<ShelfError>,
}

/// A game that can be gone on with.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    path: PathBuf,
    written: SystemTime,
    /// When it began.
    pub(crate) begun: Timestamp,
    /// Who plays, as it is written on the command line.
    pub(crate) players: ByColor<String>,
    /// The table as it was left.
    pub(crate) table: Table,
}

/// A game that is gone on with.
#[derive(Debug)]
pub(crate) struct TakenUp {
    /// Its journal.
    pub(crate) journal: Journal,
    /// Its table, which is paused or over.
    pub(crate) table: Table,
    /// Who plays, as it is written on the command line.
    pub(crate) players: ByColor<String>,
    /// What the host's clock shows. No time has passed since the program last ran.
    pub(crate) now: Time,
}

enum Examined {
    Unfinished(Box<Kept>),
    Finished(PathBuf),
}

/// Gives a damaged file another name, so that it is told once and nothing is written to it.
fn set_aside(mut error: ShelfError) -> ShelfError {
    if let Ok(aside) = quarantine::set_aside(&error.path, "damaged") {
        error.path = aside;
    }
    error
}

#[cfg(test)]
mod tests;
