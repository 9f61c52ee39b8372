//! The games library: the folder of finished games with the player's own folders in it, and the collections of the settings.
//!
//! A [`Catalogue`] has one entry for each game. It is cached, shown at once, and then brought up to date: only files with another size or
//! modification time are read again. Games of the library's folder can be renamed, tagged and deleted, which moves them to its folder `.trash`;
//! every [`Change`] can be undone. Collections are never changed.

mod browse;
mod build;
mod cache;
mod catalogue;
mod change;
mod export;
mod import;
mod search;
mod sketch;
mod tags;
#[cfg(test)]
mod tests;
mod texts;
mod walk;

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use outflank_formats::Record;

pub(crate) use browse::{Listed, Listing, ListingKind, browse};
pub(crate) use build::Progress;
pub(crate) use catalogue::{Catalogue, Entry, Folder, GameKey, GameView, Place, Root, score};
pub(crate) use change::Change;
pub(crate) use export::{Exported, export};
pub(crate) use import::{Imported, Importing};
pub(crate) use search::SortBy;
pub(crate) use tags::{SetAside, Tags, parse_list};

use super::folders::Folders;
use super::shelf::disk::Disk;

#[derive(Clone, Debug)]
pub(crate) struct Archive {
    folder: PathBuf,
    collections: Vec<PathBuf>,
    /// `None` if the system has no cache folder.
    cache: Option<PathBuf>,
    disk: Arc<dyn Disk>,
}

impl Archive {
    pub(crate) fn new(folder: PathBuf, collections: Vec<PathBuf>, disk: Arc<dyn Disk>) -> Archive {
        let mut hasher = DefaultHasher::new();
        (&folder, &collections).hash(&mut hasher);
        let name = format!("library-{:016x}.cache", hasher.finish());
        let cache = Folders::find().map(|folders| folders.cache.join(name));
        Archive { folder, collections, cache, disk }
    }

    #[cfg(test)]
    pub(crate) fn without_cache(self) -> Archive {
        Archive { cache: None, ..self }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn cached(&self) -> Option<Catalogue> {
        cache::load(self.cache.as_ref()?)
    }

    /// Reads new and changed files. `None` if nothing has changed, or when stopped.
    pub(crate) fn refresh(
        &self,
        before: &Catalogue,
        opened: &[PathBuf],
        notify: &mut dyn FnMut(Progress),
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Catalogue> {
        let own = Root::Own(self.folder.clone());
        let collections = self.collections.iter().cloned().map(Root::Collection);
        let opened_roots = opened.iter().cloned().map(Root::Opened);
        let roots: Vec<Root> = [own].into_iter().chain(collections).chain(opened_roots).collect();
        let catalogue = build::refresh(before, &roots, notify, is_stopped)?;
        if let Some(cache) = self.cache.as_ref().filter(|_| opened.is_empty()) {
            // Without a cache, the next start takes longer.
            let _ = cache::save(&catalogue, cache);
        }
        Some(catalogue)
    }

    pub(crate) fn tags(&self) -> anyhow::Result<(Tags, Option<SetAside>)> {
        let (tags, set_aside) =
            Tags::load(&self.folder).with_context(|| tags::file(&self.folder).display().to_string())?;
        if set_aside.is_some() {
            self.save_tags(&tags)?;
        }
        Ok((tags, set_aside))
    }

    pub(crate) fn open(&self, place: &Place) -> anyhow::Result<Record> {
        let name = || place.path.display().to_string();
        let record = sketch::record(&place.path, place.number).with_context(name)?;
        if sketch::key_of(&record) != place.key {
            bail!("{}: the file has changed; try again", name());
        }
        Ok(record)
    }

    pub(crate) fn has_several(path: &Path) -> anyhow::Result<bool> {
        let mut games = 0;
        sketch::for_each(path, |_, _| {
            games += 1;
            games < 2
        })?;
        Ok(games > 1)
    }

    /// Held while the library is changed, so that two programs don't change it at once.
    fn lock(&self) -> anyhow::Result<File> {
        let lock = || -> std::io::Result<File> {
            fs::create_dir_all(&self.folder)?;
            let file = File::options().create(true).truncate(false).write(true).open(self.folder.join(".lock"))?;
            file.lock()?;
            Ok(file)
        };
        lock().with_context(|| self.folder.display().to_string())
    }
}
