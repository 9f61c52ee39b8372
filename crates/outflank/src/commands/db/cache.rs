//! Where an index is kept between questions.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

use super::sources::Sources;
use crate::storage::folders::Folders;
use anyhow::Context;

/// The file that holds the index of a collection.
pub(super) struct Cache {
    path: PathBuf,
}

impl Cache {
    /// The file for a collection, in the user's cache folder. `None` where a system has no such folder.
    ///
    /// A collection that changes keeps its file. Should two collections get the same one, each finds that it holds
    /// the other's index: the index itself knows what it was made of.
    pub(super) fn of(sources: &Sources) -> Option<Cache> {
        let folders = Folders::find()?;
        let mut hasher = DefaultHasher::new();
        sources.files.iter().for_each(|source| source.path.hash(&mut hasher));
        let name = format!("games-{:016x}.index", hasher.finish());
        Some(Cache { path: folders.cache.join(name) })
    }

    /// The file, if it is there.
    pub(super) fn open(&self) -> Option<File> {
        File::open(&self.path).ok()
    }

    /// Writes an index in place of what is there, as a whole or not at all: another process reads the one or the other.
    pub(super) fn keep(&self, index: &[u8]) -> anyhow::Result<()> {
        let folder = self.path.parent().context("the cache has a folder")?;
        let write = || -> anyhow::Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            file.write_all(index)?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().with_context(|| self.path.display().to_string())
    }
}
