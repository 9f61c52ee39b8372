use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

use super::sources::Sources;
use crate::storage::folders::Folders;
use anyhow::Context;

pub(super) struct Cache {
    path: PathBuf,
}

impl Cache {
    /// The file for these sources; `None` if the system has no cache folder.
    ///
    /// A changed database keeps its file, and two databases may share one by accident: the index knows what it was built from.
    pub(super) fn of(sources: &Sources) -> Option<Cache> {
        let folders = Folders::find()?;
        let mut hasher = DefaultHasher::new();
        sources.files.iter().for_each(|source| source.path.hash(&mut hasher));
        let name = format!("games-{:016x}.index", hasher.finish());
        Some(Cache { path: folders.cache.join(name) })
    }

    pub(super) fn open(&self) -> Option<File> {
        File::open(&self.path).ok()
    }

    /// Replaces the file atomically: other processes read the old index or the new one.
    pub(super) fn write(&self, index: &[u8]) -> anyhow::Result<()> {
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
