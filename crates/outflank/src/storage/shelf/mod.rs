//! Saved games.
//!
//! Each running game has a [`Journal`], a locked file in the folder `unfinished`. Events are on disk before the table applies them, so a killed
//! program loses nothing: [`Shelf::look`] finds the game, and [`Shelf::take_up`] resumes it, paused at the last moment at which the program is
//! known to have run. [`Journal::finish`] writes a finished game to the games folder as GGF; `look` does the same for games that ended without
//! it.
//!
//! A damaged file is moved aside and reported. Only journals of finished and discarded games are deleted.

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
use outflank_table::{Command, Event, Seat};

pub(crate) use error::{ShelfError, ShelfFault};
pub(crate) use journal::Journal;
pub(crate) use read::Story;

use crate::storage::folders::Folders;
use crate::storage::quarantine;
use crate::storage::settings::Settings;

#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    unfinished: PathBuf,
    games: PathBuf,
}

impl Shelf {
    pub(crate) fn open(settings: &Settings) -> Result<Shelf, ShelfError> {
        let folders = Folders::find().ok_or_else(|| {
            let error = io::Error::new(ErrorKind::NotFound, "no data folder found; set OUTFLANK_HOME");
            ShelfError::io(Path::new("games"))(error)
        })?;
        let games = settings.games.clone().unwrap_or_else(|| folders.data.join("games"));
        Shelf::in_folders(folders.data.join("unfinished"), games)
    }

    fn in_folders(unfinished: PathBuf, games: PathBuf) -> Result<Shelf, ShelfError> {
        fs::create_dir_all(&unfinished).map_err(ShelfError::io(&unfinished))?;
        Ok(Shelf { unfinished, games })
    }

    pub(crate) fn games(&self) -> &Path {
        &self.games
    }

    pub(crate) fn has_games(&self) -> bool {
        fs::read_dir(&self.games).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Starts to save a game: its players, as on the command line, and its events so far, from [`Table::open`] on.
    pub(crate) fn begin(&self, players: ByColor<String>, opening: &[Event]) -> Result<Journal, ShelfError> {
        Journal::create(&self.unfinished, &self.games, Timestamp::now(), players, opening)
    }

    /// Reads the journals that no other program is using.
    pub(crate) fn look(&self) -> Result<Found, ShelfError> {
        let mut found = Found::default();
        for entry in fs::read_dir(&self.unfinished).map_err(ShelfError::io(&self.unfinished))? {
            let path = entry.map_err(ShelfError::io(&self.unfinished))?.path();
            if path.extension().is_none_or(|extension| extension != journal::EXTENSION) {
                continue;
            }
            match self.examine(path, &mut found) {
                Ok(()) | Err(ShelfError { fault: ShelfFault::InUse, .. }) => {}
                // Finished elsewhere in the meantime.
                Err(ShelfError { fault: ShelfFault::Io(error), .. }) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => found.troubles.push(error),
            }
        }
        found.unfinished.sort_by(|a, b| (b.written, &b.path).cmp(&(a.written, &a.path)));
        Ok(found)
    }

    /// Resumes a game. Its table is paused, or over if a flag had fallen; the clock continues from the story's last time.
    pub(crate) fn take_up(&self, kept: &Kept) -> Result<Journal, ShelfError> {
        let mut journal = Journal::take_up(&kept.path, &self.games)?;
        let Story { table, last, .. } = journal.story();
        // Refused if the game is over or already paused.
        if let Ok(decided) = table.decide(Seat::Host, Command::Pause, *last) {
            journal.keep(&decided)?;
        }
        Ok(journal)
    }

    /// A finished game is written as a record. A damaged journal is moved aside, so that it is reported once and never
    /// written to.
    fn examine(&self, path: PathBuf, found: &mut Found) -> Result<(), ShelfError> {
        let journal = Journal::take_up(&path, &self.games).map_err(|mut error| {
            if let ShelfFault::Damaged(_) = error.fault
                && let Ok(aside) = quarantine::set_aside(&error.path, "damaged")
            {
                error.path = aside;
            }
            error
        })?;
        if journal.story().table.ending().is_some() {
            let record = journal.record();
            found.finished.push(journal.finish(&record)?);
        } else {
            let written =
                fs::metadata(&path).and_then(|metadata| metadata.modified()).map_err(ShelfError::io(&path))?;
            found.unfinished.push(Kept { path, written, story: journal.into_story() });
        }
        Ok(())
    }
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Can be resumed; the last one played comes first.
    pub(crate) unfinished: Vec<Kept>,
    pub(crate) finished: Vec<PathBuf>,
    /// What could not be read; damaged files with their new paths.
    pub(crate) troubles: Vec<ShelfError>,
}

#[derive(Debug)]
pub(crate) struct Kept {
    path: PathBuf,
    written: SystemTime,
    pub(crate) story: Story,
}

#[cfg(test)]
mod tests;
