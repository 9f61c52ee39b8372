//! The user's training progress, `drill.json`.
//!
//! A lock file beside it makes concurrent programs take turns, and every write is atomic, so that a killed program loses at most the last
//! answer. A damaged file is moved aside and reported.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::Zoned;
use jiff::civil::date;
use outflank_study::drill::{Day, LessonId, Progress};
use outflank_study::puzzles::PuzzleId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Diary;
use crate::storage::draft::{Target, folder_of, sync_folder};
use crate::storage::folders::Folders;
use crate::storage::quarantine;

const MAX_BYTES: u64 = 4 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DrillResult {
    Puzzle { id: PuzzleId, is_right: bool },
    Lesson { id: LessonId, is_right: bool },
}

#[derive(Clone, Debug)]
pub(crate) struct Recalled {
    pub(crate) progress: Progress,
    pub(crate) diary: Diary,
    pub(crate) today: Day,
    pub(crate) damaged: Option<DamagedFile>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DamagedFile {
    why: String,
    moved_to: PathBuf,
}

#[derive(Clone, Debug)]
pub(crate) struct ProgressFile {
    path: PathBuf,
}

impl DrillResult {
    fn is_right(&self) -> bool {
        match *self {
            DrillResult::Puzzle { is_right, .. } | DrillResult::Lesson { is_right, .. } => is_right,
        }
    }

    pub(crate) fn apply(self, progress: &mut Progress, today: Day) {
        match self {
            DrillResult::Puzzle { id, is_right } => progress.answer(id, is_right, today),
            DrillResult::Lesson { id, is_right } => progress.learn(id, is_right, today),
        }
    }
}

impl ProgressFile {
    pub(crate) fn find() -> anyhow::Result<ProgressFile> {
        let folders = Folders::find().context("no data folder found; set OUTFLANK_HOME")?;
        Ok(ProgressFile::at(folders.data.join("drill.json")))
    }

    fn at(path: PathBuf) -> ProgressFile {
        ProgressFile { path }
    }

    pub(crate) fn recall(&self) -> anyhow::Result<Recalled> {
        let _lock = self.lock()?;
        self.read().with_context(|| self.path.display().to_string())
    }

    /// Adds a result to the file, whatever other programs added meanwhile. When this returns, no crash can lose it.
    pub(crate) fn remember(&self, result: DrillResult) -> anyhow::Result<Recalled> {
        let _lock = self.lock()?;
        let mut recalled = self.read().with_context(|| self.path.display().to_string())?;
        recalled.diary.add(recalled.today, result.is_right());
        result.apply(&mut recalled.progress, recalled.today);
        write(&self.path, &recalled.progress)?;
        write(&self.diary_path(), &recalled.diary)?;
        Ok(recalled)
    }

    pub(crate) fn reset(&self) -> anyhow::Result<Option<PathBuf>> {
        let _lock = self.lock()?;
        if let Err(error) = quarantine::set_aside(&self.diary_path(), "old")
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error).with_context(|| self.diary_path().display().to_string());
        }
        match quarantine::set_aside(&self.path, "old") {
            Ok(aside) => Ok(Some(aside)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| self.path.display().to_string()),
        }
    }

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
        let (progress, damaged) = read(&self.path)?;
        // Without its days, the chart starts over; nothing else depends on them.
        let (diary, _) = read(&self.diary_path())?;
        Ok(Recalled { progress, diary, today: today(), damaged })
    }

    fn diary_path(&self) -> PathBuf {
        self.path.with_file_name("drill-days.json")
    }
}

/// A damaged file is moved aside.
fn read<T: DeserializeOwned + Default>(path: &Path) -> io::Result<(T, Option<DamagedFile>)> {
    Ok(match parse(path)? {
        Ok(found) => (found, None),
        Err(why) => {
            let moved_to = quarantine::set_aside(path, "damaged")?;
            (T::default(), Some(DamagedFile { why, moved_to }))
        }
    })
}

fn parse<T: DeserializeOwned + Default>(path: &Path) -> io::Result<Result<T, String>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Ok(T::default())),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Ok(Err(format!("expected at most {MAX_BYTES} bytes")));
    }
    Ok(serde_json::from_slice(&bytes).map_err(|error| error.to_string()))
}

fn write<T: Serialize>(path: &Path, value: &T) -> anyhow::Result<()> {
    let write = || -> anyhow::Result<()> {
        let mut json = serde_json::to_vec(value)?;
        json.push(b'\n');
        Target::new(path)?.write(&json)?;
        Ok(sync_folder(folder_of(path))?)
    };
    write().with_context(|| path.display().to_string())
}

fn today() -> Day {
    let days = Zoned::now().date().since(date(1970, 1, 1)).map_or(0, |span| span.get_days());
    Day(u32::try_from(days).unwrap_or_default())
}

/// The new path comes first: the full-screen board may have no room for the rest.
impl fmt::Display for DamagedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DamagedFile { why, moved_to } = self;
        write!(f, "{} is your old progress, which cannot be read: {why}. Training starts over.", moved_to.display())
    }
}

#[cfg(test)]
mod tests;
