use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use outflank_players::Random;
use outflank_table::Event;

use super::disk::{Disk, LocalDisk};
use super::{Shelf, journal, read};

impl Shelf {
    pub(crate) fn on(disk: Arc<dyn Disk>, unfinished: PathBuf, games: PathBuf) -> Shelf {
        Shelf { unfinished, games, person: None, disk }
    }

    pub(crate) fn written(&self, cache: &mut JournalCache) -> Vec<Vec<Event>> {
        let paths = fs::read_dir(&self.unfinished).into_iter().flatten().map(|entry| entry.unwrap().path());
        let journals = paths.filter(|path| path.extension().is_some_and(|extension| extension == journal::EXTENSION));
        let read = |path: PathBuf| {
            let text = fs::read(&path).unwrap();
            let events = match cache.get(&path) {
                Some((known, events)) if *known == text => events.clone(),
                _ => read::story(&text).unwrap().events,
            };
            (path, (text, events))
        };
        let journals: JournalCache = journals.map(read).collect();
        let written = journals.values().map(|(_, events)| events.clone()).collect();
        *cache = journals;
        written
    }
}

pub(crate) type JournalCache = HashMap<PathBuf, (Vec<u8>, Vec<Event>)>;

#[derive(Debug)]
pub(crate) struct FaultyDisk {
    random: Mutex<Random>,
    percent: AtomicU64,
}

impl FaultyDisk {
    pub(crate) fn new(seed: u64) -> FaultyDisk {
        FaultyDisk { random: Mutex::new(Random::new(seed)), percent: AtomicU64::new(0) }
    }

    pub(crate) fn fail(&self, percent: u64) {
        self.percent.store(percent, Ordering::Relaxed);
    }

    fn below(&self, limit: u64) -> u64 {
        self.random.lock().unwrap().next() % limit
    }

    fn check(&self) -> io::Result<()> {
        match self.below(100) < self.percent.load(Ordering::Relaxed) {
            true => Err(ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

impl Disk for FaultyDisk {
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        let Err(error) = self.check() else { return LocalDisk.write(file, bytes) };
        LocalDisk.write(file, &bytes[..self.below(bytes.len() as u64 + 1) as usize])?;
        Err(error)
    }

    /// Only the order matters here, not what a power failure leaves.
    fn sync(&self, _file: &File) -> io::Result<()> {
        self.check()
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        self.check()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.check()?;
        LocalDisk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.check()?;
        LocalDisk.remove(path)
    }
}
