//! A game under way, in a file that grows with it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use outflank_formats::Record;
use outflank_rules::ByColor;
use outflank_table::{Event, Table, Time};
use serde::Serialize;

use super::error::{Damage, ShelfError, ShelfFault};
use super::finished;
use super::read::{self, Story};
use super::stored::{Format, Header, JournalLine, StoredEvent, VERSION};

/// The journal of a game. While it is held, no other program can take the game up.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    /// Locked.
    file: File,
    /// How much of the file has been kept. What lies behind it was not written as a whole.
    length: u64,
    games: PathBuf,
    begun: Timestamp,
    players: ByColor<String>,
    events: Vec<Event>,
    /// What the events make of a table.
    table: Table,
}

impl Journal {
    /// A new file with the opening of a game. It appears with all of it or not at all.
    pub(super) fn create(
        folder: &Path,
        games: &Path,
        begun: Timestamp,
        players: ByColor<String>,
        opening: &[Event],
    ) -> Result<Journal, ShelfError> {
        let table = Table::replay(opening)
            .map_err(|error| ShelfError::new(folder, ShelfFault::Damaged(Damage::Replay { line: 2, error })))?;
        let header = Header { format: Format::Game, version: VERSION, begun, players: players.clone() };
        let text = line(&header) + &line(&events_line(opening));
        let create = || -> io::Result<(PathBuf, File)> {
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            file.as_file().try_lock()?;
            let (path, file) = finished::place(file, folder, &begun.strftime("%Y%m%dT%H%M%SZ").to_string(), EXTENSION)?;
            Ok((path, file))
        };
        let (path, file) = create().map_err(ShelfError::io(folder))?;
        Ok(Journal {
            path,
            file,
            length: text.len() as u64,
            games: games.to_owned(),
            begun,
            players,
            events: opening.to_vec(),
            table,
        })
    }

    /// The journal in a file, and what it says. Half a line at its end is cut off.
    pub(super) fn take_up(path: &Path, games: &Path) -> Result<(Journal, Story), ShelfError> {
        let io = ShelfError::io(path);
        let file = File::options().read(true).write(true).open(path).map_err(&io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ShelfError::new(path, ShelfFault::InUse)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        // Who held the lock before may have finished the game: then the file has gone.
        fs::metadata(path).map_err(&io)?;
        let bytes = read::bytes(&file).map_err(&io)?;
        let story = read::story(&bytes).map_err(|damage| ShelfError::new(path, ShelfFault::Damaged(damage)))?;
        // To cut nothing off would still count as a change to the file.
        if story.length < bytes.len() as u64 {
            file.set_len(story.length).map_err(&io)?;
        }
        let journal = Journal {
            path: path.to_owned(),
            file,
            length: story.length,
            games: games.to_owned(),
            begun: story.begun,
            players: story.players.clone(),
            events: story.events.clone(),
            table: story.table.clone(),
        };
        Ok((journal, story))
    }

    /// Keeps what was decided at once. When this returns, no crash can lose it; when it fails, nothing of it is kept.
    pub(crate) fn keep(&mut self, decided: &[Event]) -> Result<(), ShelfError> {
        if decided.is_empty() {
            return Ok(());
        }
        self.append(&line(&events_line(decided)), File::sync_data)?;
        self.events.extend(decided);
        decided.iter().for_each(|event| self.table.evolve(event));
        Ok(())
    }

    /// Notes that the program still runs, so that after a crash the player to move is charged up to here. To be called
    /// every second or so while a clock runs. It outlives the program, but perhaps not the machine.
    pub(crate) fn ran(&mut self, now: Time) -> Result<(), ShelfError> {
        self.append(&line(&JournalLine::Ran(now)), |_| Ok(()))
    }

    /// The record of the game so far: who played, when, what, how long each move took, and how it ended.
    pub(crate) fn record(&self) -> Record {
        finished::record(self.begun, &self.players, &self.table, &self.events)
    }

    /// Writes the record to a file of its own in the games folder, in GGF, and gives the journal up. The record is that
    /// of [`Journal::record`], with what the caller has to add.
    pub(crate) fn finish(self, record: &Record) -> Result<PathBuf, ShelfError> {
        let path = finished::write(&self.games, self.begun, &self.players, record)?;
        fs::remove_file(&self.path).map_err(ShelfError::io(&self.path))?;
        Ok(path)
    }

    /// Throws the game away.
    pub(crate) fn discard(self) -> Result<(), ShelfError> {
        fs::remove_file(&self.path).map_err(ShelfError::io(&self.path))
    }

    /// Appends a line and makes sure of it.
    fn append(&mut self, line: &str, sync: fn(&File) -> io::Result<()>) -> Result<(), ShelfError> {
        let mut write = || -> io::Result<()> {
            // What a failed attempt has left is cut off.
            self.file.set_len(self.length)?;
            self.file.seek(SeekFrom::Start(self.length))?;
            self.file.write_all(line.as_bytes())?;
            sync(&self.file)
        };
        write().map_err(ShelfError::io(&self.path))?;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// How the names of journals end.
pub(super) const EXTENSION: &str = "jsonl";

pub(super) fn events_line(events: &[Event]) -> JournalLine {
    JournalLine::Events(events.iter().map(|&event| StoredEvent(event)).collect())
}

pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("lines hold no maps, and nothing in them refuses to be written") + "\n"
}
