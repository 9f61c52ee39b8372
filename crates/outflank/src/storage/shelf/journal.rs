//! The file of a running game.

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

/// Holding a journal locks its file.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    games: PathBuf,
    story: Story,
}

impl Journal {
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
            finished::place(file, folder, &begun.strftime("%Y%m%dT%H%M%SZ").to_string(), EXTENSION)
        };
        let (path, file) = create().map_err(ShelfError::io(folder))?;
        let last = read::latest(opening, Time::from_millis(0));
        let story = Story { begun, players, events: opening.to_vec(), table, last, length: text.len() as u64 };
        Ok(Journal { path, file, games: games.to_owned(), story })
    }

    /// Opens an existing journal. A partial last line is cut off.
    pub(super) fn take_up(path: &Path, games: &Path) -> Result<Journal, ShelfError> {
        let io = ShelfError::io(path);
        let file = File::options().read(true).write(true).open(path).map_err(&io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ShelfError::new(path, ShelfFault::InUse)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        // The previous owner of the lock may have finished the game and removed the file.
        fs::metadata(path).map_err(&io)?;
        let bytes = read::bytes(&file).map_err(&io)?;
        let story = read::story(&bytes).map_err(|damage| ShelfError::new(path, ShelfFault::Damaged(damage)))?;
        // Even a truncation that changes nothing would update the modification time.
        if story.length < bytes.len() as u64 {
            file.set_len(story.length).map_err(&io)?;
        }
        Ok(Journal { path: path.to_owned(), file, games: games.to_owned(), story })
    }

    pub(crate) fn story(&self) -> &Story {
        &self.story
    }

    pub(super) fn into_story(self) -> Story {
        self.story
    }

    /// Appends the events of one command. When this returns, no crash can lose them; on an error, none is kept.
    pub(crate) fn keep(&mut self, decided: &[Event]) -> Result<(), ShelfError> {
        if decided.is_empty() {
            return Ok(());
        }
        self.append(&line(&events_line(decided)), File::sync_data)?;
        self.story.events.extend(decided);
        decided.iter().for_each(|event| self.story.table.evolve(event));
        self.story.last = read::latest(decided, self.story.last);
        Ok(())
    }

    /// Records that the program is running, so that after a crash the player to move is charged up to now. Called about every second while a
    /// clock runs. Not synced to disk.
    pub(crate) fn ran(&mut self, now: Time) -> Result<(), ShelfError> {
        self.append(&line(&JournalLine::Ran(now)), |_| Ok(()))?;
        self.story.last = self.story.last.max(now);
        Ok(())
    }

    pub(crate) fn record(&self) -> Record {
        finished::record(&self.story)
    }

    /// Writes `record`, which is [`Journal::record`] with additions, to the games folder as GGF, and removes the journal.
    pub(crate) fn finish(self, record: &Record) -> Result<PathBuf, ShelfError> {
        let path = finished::write(&self.games, self.story.begun, &self.story.players, record)?;
        fs::remove_file(&self.path).map_err(ShelfError::io(&self.path))?;
        Ok(path)
    }

    pub(crate) fn discard(self) -> Result<(), ShelfError> {
        fs::remove_file(&self.path).map_err(ShelfError::io(&self.path))
    }

    fn append(&mut self, line: &str, sync: fn(&File) -> io::Result<()>) -> Result<(), ShelfError> {
        let mut write = || -> io::Result<()> {
            // Cut off what a failed attempt has left.
            self.file.set_len(self.story.length)?;
            self.file.seek(SeekFrom::Start(self.story.length))?;
            self.file.write_all(line.as_bytes())?;
            sync(&self.file)
        };
        write().map_err(ShelfError::io(&self.path))?;
        self.story.length += line.len() as u64;
        Ok(())
    }
}

pub(super) const EXTENSION: &str = "jsonl";

pub(super) fn events_line(events: &[Event]) -> JournalLine {
    JournalLine::Events(events.iter().map(|&event| StoredEvent(event)).collect())
}

pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a journal line is serializable") + "\n"
}
