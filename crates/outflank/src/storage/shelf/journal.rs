use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use outflank_formats::Record;
use outflank_rules::ByColor;
use outflank_table::{Event, Table, Time};
use serde::Serialize;

use super::disk::Disk;
use super::error::{ShelfError, ShelfFault};
use super::finished;
use super::read::{self, Story};
use super::stored::{Format, Header, JournalLine, StoredEvent, VERSION};
use crate::person::PersonName;

/// A game and its file. Holding a journal locks the file.
///
/// [`Journal::keep`] and [`Journal::ran`] change the game in memory, and [`Journal::save`] writes what the file lacks. After a failed write the
/// file holds the beginning of the game, and the next `save` writes the rest: the file never skips an event.
#[derive(Debug)]
pub(crate) struct Journal {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    games: PathBuf,
    person: Option<PersonName>,
    /// `None` until the file is created.
    file: Option<LockedFile>,
    story: Story,
    /// Length of the file up to which no crash can lose anything.
    synced: u64,
    tail: Tail,
    record: Option<PathBuf>,
}

/// Unlocked explicitly: a program that is just being started shares the handle for a moment, and closing it here would leave it locked.
#[derive(Debug)]
struct LockedFile {
    path: PathBuf,
    file: File,
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // After an error, closing the file releases the lock a little later.
        let _ = self.file.unlock();
    }
}

/// The lines after the synced part of the file.
#[derive(Debug, Default)]
struct Tail {
    text: String,
    written: usize,
    needs_sync: bool,
}

impl Journal {
    pub(super) fn new(
        disk: Arc<dyn Disk>,
        folder: &Path,
        games: &Path,
        person: Option<PersonName>,
        begun: Timestamp,
        players: ByColor<String>,
        opening: &[Event],
    ) -> Journal {
        let table = Table::replay(opening).expect("the events of a table can be replayed");
        let header = Header { format: Format::Game, version: VERSION, begun, players: players.clone() };
        let text = line(&header) + &line(&events_line(opening));
        let last = read::latest(opening, Time::from_millis(0));
        Journal {
            disk,
            folder: folder.to_owned(),
            games: games.to_owned(),
            person,
            file: None,
            story: Story { begun, players, events: opening.to_vec(), table, last, length: 0 },
            synced: 0,
            tail: Tail { text, written: 0, needs_sync: true },
            record: None,
        }
    }

    /// Opens an existing journal. A partial last line is cut off.
    pub(super) fn take_up(
        disk: Arc<dyn Disk>,
        path: &Path,
        folder: &Path,
        games: &Path,
        person: Option<PersonName>,
    ) -> Result<Journal, ShelfError> {
        let io = ShelfError::io(path);
        let file = File::options().read(true).write(true).open(path).map_err(&io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ShelfError::new(path, ShelfFault::InUse)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let file = LockedFile { path: path.to_owned(), file };
        // The previous owner of the lock may have finished the game and removed the file.
        fs::metadata(path).map_err(&io)?;
        let bytes = read::bytes(&file.file).map_err(&io)?;
        let story = read::story(&bytes).map_err(|damage| ShelfError::new(path, ShelfFault::Damaged(damage)))?;
        // Even a truncation that changes nothing would update the modification time.
        if story.length < bytes.len() as u64 {
            file.file.set_len(story.length).map_err(&io)?;
        }
        Ok(Journal {
            disk,
            folder: folder.to_owned(),
            games: games.to_owned(),
            person,
            file: Some(file),
            synced: story.length,
            story,
            tail: Tail::default(),
            record: None,
        })
    }

    pub(crate) fn story(&self) -> &Story {
        &self.story
    }

    pub(super) fn into_story(self) -> Story {
        self.story
    }

    pub(crate) fn keep(&mut self, decided: &[Event]) {
        if decided.is_empty() {
            return;
        }
        self.tail.text += &line(&events_line(decided));
        self.tail.needs_sync = true;
        self.story.events.extend(decided);
        decided.iter().for_each(|event| self.story.table.evolve(event));
        self.story.last = read::latest(decided, self.story.last);
    }

    /// Called about every second while a clock runs, so that after a crash the player to move is charged up to now. Not synced to disk.
    pub(crate) fn ran(&mut self, now: Time) {
        self.tail.text += &line(&JournalLine::Ran(now));
        self.story.last = self.story.last.max(now);
    }

    /// Writes what the file lacks. When this returns, no crash can lose the events.
    pub(crate) fn save(&mut self) -> Result<(), ShelfError> {
        let saved = match &self.file {
            Some(_) => self.append(),
            None => self.create(),
        };
        saved.map_err(|error| {
            // The file may have any part of the tail. After a failed sync, only writing it again is safe.
            self.tail.written = 0;
            self.tail.needs_sync = true;
            ShelfError::io(self.file.as_ref().map_or(&self.folder, |file| &file.path))(error)
        })
    }

    pub(crate) fn record(&self) -> Record {
        finished::record(&self.story, self.person.as_ref())
    }

    /// Writes `record`, which is [`Journal::record`] with additions, to the games folder and removes the journal. After an error, call it again.
    pub(crate) fn finish(&mut self, record: &Record) -> Result<PathBuf, ShelfError> {
        let path = match &self.record {
            Some(path) => path.clone(),
            None => finished::write(&*self.disk, &self.games, self.story.begun, record)?,
        };
        self.record = Some(path.clone());
        self.discard()?;
        Ok(path)
    }

    pub(crate) fn discard(&mut self) -> Result<(), ShelfError> {
        if let Some(LockedFile { path, .. }) = &self.file {
            match self.disk.remove(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(ShelfError::io(path)(error)),
                _ => self.file = None,
            }
        }
        Ok(())
    }

    fn create(&mut self) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let file = tempfile::NamedTempFile::new_in(&self.folder)?;
        self.disk.write(file.as_file(), self.tail.text.as_bytes())?;
        self.disk.sync(file.as_file())?;
        file.as_file().try_lock()?;
        let name = self.story.begun.strftime("%Y%m%dT%H%M%SZ").to_string();
        let (path, file) = self.disk.place(file, &self.folder, &name, EXTENSION)?;
        self.file = Some(LockedFile { path, file });
        self.synced();
        Ok(())
    }

    fn append(&mut self) -> io::Result<()> {
        let Some(LockedFile { file, .. }) = &mut self.file else { return Ok(()) };
        let from = self.synced + self.tail.written as u64;
        // Cut off what a failed attempt has left.
        file.set_len(from)?;
        file.seek(SeekFrom::Start(from))?;
        self.disk.write(file, &self.tail.text.as_bytes()[self.tail.written..])?;
        self.tail.written = self.tail.text.len();
        if self.tail.needs_sync {
            self.disk.sync(file)?;
            self.synced();
        }
        Ok(())
    }

    fn synced(&mut self) {
        self.synced += self.tail.text.len() as u64;
        self.tail = Tail::default();
    }
}

pub(super) const EXTENSION: &str = "jsonl";

pub(super) fn events_line(events: &[Event]) -> JournalLine {
    JournalLine::Events(events.iter().map(|&event| StoredEvent(event)).collect())
}

pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a journal line is serializable") + "\n"
}
