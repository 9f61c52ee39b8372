//! What is remembered of the training, in a file of the user.
//!
//! The file is read, changed and written by one program at a time: a second file beside it is locked meanwhile. It is always
//! written whole, so that a program that is killed leaves the file from before its last answer, or the one with it. A file that cannot be
//! understood is put aside under another name, and told.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::Zoned;
use jiff::civil::date;
use outflank_study::drill::{Day, LessonId, Progress};
use outflank_study::puzzles::PuzzleId;

use crate::storage::draft::{Target, folder_of};
use crate::storage::folders::Folders;
use crate::storage::quarantine;

/// The largest file that is read. One with every puzzle and every line is a tenth of it.
const MAX_BYTES: u64 = 4 << 20;

/// Something to be remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A puzzle was solved, or failed.
    Puzzle { id: PuzzleId, is_right: bool },
    /// A line was played to its end, or left.
    Lesson { id: LessonId, is_right: bool },
}

/// What is remembered.
#[derive(Clone, Debug)]
pub(crate) struct Recalled {
    pub(crate) progress: Progress,
    pub(crate) today: Day,
    /// A file that could not be understood, and is now elsewhere.
    pub(crate) trouble: Option<Trouble>,
}

/// A file that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    why: String,
    /// Its name now.
    aside: PathBuf,
}

/// The file in which progress is kept.
#[derive(Clone, Debug)]
pub(crate) struct Keeper {
    path: PathBuf,
}

impl Answer {
    /// Takes the answer into what is remembered.
    pub(crate) fn take_into(self, progress: &mut Progress, today: Day) {
        match self {
            Answer::Puzzle { id, is_right } => progress.answer(id, is_right, today),
            Answer::Lesson { id, is_right } => progress.learn(id, is_right, today),
        }
    }
}

impl Keeper {
    /// The user's.
    pub(crate) fn find() -> anyhow::Result<Keeper> {
        let folders = Folders::find().context("the system names no folder for the user's files")?;
        Ok(Keeper::at(folders.data.join("drill.json")))
    }

    fn at(path: PathBuf) -> Keeper {
        Keeper { path }
    }

    /// What is remembered. Where there is no file yet, that is nothing.
    pub(crate) fn recall(&self) -> anyhow::Result<Recalled> {
        let _lock = self.lock()?;
        self.read().with_context(|| self.path.display().to_string())
    }

    /// Remembers an answer. When this returns, no crash can lose it. What other programs have remembered meanwhile stays.
    pub(crate) fn remember(&self, answer: Answer) -> anyhow::Result<Recalled> {
        let _lock = self.lock()?;
        let mut recalled = self.read().with_context(|| self.path.display().to_string())?;
        answer.take_into(&mut recalled.progress, recalled.today);
        self.write(&recalled.progress).with_context(|| self.path.display().to_string())?;
        Ok(recalled)
    }

    /// Forgets everything. Where the old file is now, if there was one.
    pub(crate) fn reset(&self) -> anyhow::Result<Option<PathBuf>> {
        let _lock = self.lock()?;
        match quarantine::set_aside(&self.path, "old") {
            Ok(aside) => Ok(Some(aside)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| self.path.display().to_string()),
        }
    }

    /// Waits until no other program has the file in its hands. The lock ends with what is returned.
    fn lock(&self) -> anyhow::Result<File> {
        let path = self.path.with_extension("lock");
        let lock = || -> io::Result<File> {
            fs::create_dir_all(folder_of(&path))?;
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            Ok(file)
        };
        lock().with_context(|| path.display().to_string())
    }

    fn read(&self) -> io::Result<Recalled> {
        let (progress, why) = match self.parse() {
            Ok(progress) => (progress, None),
            Err(Unread::Io(error)) if error.kind() == ErrorKind::NotFound => (Progress::default(), None),
            Err(Unread::Io(error)) => return Err(error),
            Err(damage) => (Progress::default(), Some(damage.to_string())),
        };
        let trouble = match why {
            Some(why) => Some(Trouble { why, aside: quarantine::set_aside(&self.path, "damaged")? }),
            None => None,
        };
        Ok(Recalled { progress, today: today(), trouble })
    }

    fn parse(&self) -> Result<Progress, Unread> {
        let mut bytes = Vec::new();
        let file = File::open(&self.path).map_err(Unread::Io)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(Unread::Io)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(Unread::TooLarge);
        }
        serde_json::from_slice(&bytes).map_err(Unread::NotProgress)
    }

    fn write(&self, progress: &Progress) -> anyhow::Result<()> {
        let mut draft = Target::new(&self.path)?.draft()?;
        serde_json::to_writer(&mut draft, progress)?;
        draft.write_all(b"\n")?;
        draft.keep()?;
        sync_folder(&self.path)?;
        Ok(())
    }
}

/// Makes sure that the new name of a file is on the disk, too.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder_of(path))?.sync_all()?;
    let _ = path;
    Ok(())
}

/// The day where the user is.
fn today() -> Day {
    let days = Zoned::now().date().since(date(1970, 1, 1)).map_or(0, |span| span.get_days());
    Day(u32::try_from(days).unwrap_or_default())
}

/// Why a file says nothing.
#[derive(Debug)]
enum Unread {
    Io(io::Error),
    TooLarge,
    NotProgress(serde_json::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unread::Io(error) => error.fmt(f),
            Unread::TooLarge => write!(f, "expected at most {MAX_BYTES} bytes"),
            Unread::NotProgress(error) => error.fmt(f),
        }
    }
}

impl Error for Unread {}

/// The new name comes first: on the board there may be room for nothing else.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trouble { why, aside } = self;
        write!(f, "{} is the old file, which cannot be read: {why}. The training begins anew.", aside.display())
    }
}

#[cfg(test)]
mod tests;
