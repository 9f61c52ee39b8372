//! Saved games. Each running game has a [`Journal`], a locked file in the folder `unfinished` that gets every event at once, so a killed program
//! loses nothing: [`Shelf::look`] finds the game, and [`Shelf::take_up`] resumes it, paused at the last moment at which the program is known to
//! have run. [`Journal::finish`] writes a finished game to the games folder as GGF; `look` does the same for games that ended without it.
//!
//! A damaged file is moved aside and reported. Only journals of finished and discarded games are deleted.

pub(crate) mod disk;
mod error;
mod finished;
mod journal;
mod read;
mod stored;

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use jiff::Timestamp;
use outflank_rules::ByColor;
use outflank_table::{Command, Event, Seat};

pub(crate) use error::{ShelfError, ShelfFault};
pub(crate) use journal::Journal;
pub(crate) use read::Story;

use crate::person::PersonName;
use crate::storage::folders::Folders;
use crate::storage::library::Archive;
use crate::storage::quarantine;
use crate::storage::settings::Settings;

#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    unfinished: PathBuf,
    games: PathBuf,
    person: Option<PersonName>,
    disk: Arc<dyn disk::Disk>,
}

impl Shelf {
    pub(crate) fn open(settings: &Settings) -> Result<Shelf, ShelfError> {
        let folders = Folders::find().ok_or_else(ShelfError::no_folder)?;
        let games = settings.games.clone().unwrap_or_else(|| folders.data.join("games"));
        let (unfinished, person) = (folders.data.join("unfinished"), settings.name.clone());
        Ok(Shelf { unfinished, games, person, disk: Arc::new(disk::LocalDisk) })
    }

    pub(crate) fn games(&self) -> &Path {
        &self.games
    }

    pub(crate) fn library(&self, collections: Vec<PathBuf>) -> Archive {
        Archive::new(self.games.clone(), collections, Arc::clone(&self.disk))
    }

    pub(crate) fn has_games(&self) -> bool {
        fs::read_dir(&self.games).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Starts the journal of a game, with its players as on the command line and all its events so far. [`Journal::save`] creates the file.
    pub(crate) fn begin(&self, players: ByColor<String>, opening: &[Event]) -> Journal {
        let disk = Arc::clone(&self.disk);
        Journal::new(disk, &self.unfinished, &self.games, self.person.clone(), Timestamp::now(), players, opening)
    }

    /// Reads the journals that no other program is using.
    pub(crate) fn look(&self) -> Result<Found, ShelfError> {
        let _turn = self.wait_for_turn();
        let mut found = Found::default();
        let entries = match fs::read_dir(&self.unfinished) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
            Err(error) => return Err(ShelfError::io(&self.unfinished)(error)),
        };
        for entry in entries {
            let path = entry.map_err(ShelfError::io(&self.unfinished))?.path();
            if path.extension().is_none_or(|extension| extension != journal::EXTENSION) {
                continue;
            }
            match self.examine(path, &mut found) {
                Ok(()) => {}
                Err(ShelfError { fault: ShelfFault::InUse, .. }) => found.in_use += 1,
                // Finished elsewhere in the meantime.
                Err(ShelfError { fault: ShelfFault::Io(error), .. }) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => found.troubles.push(error),
            }
        }
        found.unfinished.sort_by(|a, b| (b.written, &b.path).cmp(&(a.written, &a.path)));
        Ok(found)
    }

    /// Paused, or over if a flag had fallen. The clock continues from the last time in the story.
    pub(crate) fn take_up(&self, kept: &Kept) -> Result<Journal, ShelfError> {
        let _turn = self.wait_for_turn();
        let mut journal = self.journal(&kept.path)?;
        let Story { table, last, .. } = journal.story();
        // Refused if the game is over or already paused.
        if let Ok(decided) = table.decide(Seat::Host, Command::Pause, *last) {
            journal.keep(&decided);
        }
        Ok(journal)
    }

    /// Looking at a journal locks it for a moment. Programs that start at once must not take that for playing, so they look in turn.
    fn wait_for_turn(&self) -> Option<File> {
        let folder = File::open(&self.unfinished).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }

    fn journal(&self, path: &Path) -> Result<Journal, ShelfError> {
        Journal::take_up(Arc::clone(&self.disk), path, &self.unfinished, &self.games, self.person.clone())
    }

    /// A finished game is written as a record. A damaged journal is moved aside, so that it is reported once and never written to.
    fn examine(&self, path: PathBuf, found: &mut Found) -> Result<(), ShelfError> {
        let mut journal = self.journal(&path).map_err(|mut error| {
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
    pub(crate) in_use: usize,
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
pub(crate) mod faulty;
#[cfg(test)]
mod tests;
