use std::io::{Cursor, Read, Seek};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use outflank_study::index::{Index, OpenIndexError};

use super::IndexEvent;
use super::cache::Cache;
use super::import::import;
use super::sources::Sources;

pub(crate) struct Library {
    sources: Sources,
    index: BoxedIndex,
    cache: Option<Cache>,
    is_cached: bool,
    notify: Notify,
}

type Notify = Box<dyn FnMut(IndexEvent) + Send>;
pub(super) type BoxedIndex = Index<Box<dyn Stream>>;

pub(crate) trait Stream: Read + Seek + Send {}

impl<T: Read + Seek + Send> Stream for T {}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CacheUse {
    ReadAndWrite,
    Rebuild,
    Never,
}

impl Library {
    /// Opens the database in these files and folders. Building an index can take a while; `notify` gets the progress, now and later.
    pub(crate) fn open(paths: &[PathBuf], notify: impl FnMut(IndexEvent) + Send + 'static) -> anyhow::Result<Library> {
        let mut library = Library::open_with(paths, CacheUse::ReadAndWrite, notify)?;
        if let count @ 1.. = library.index.left_out().len() {
            (library.notify)(IndexEvent::LeftOut(count));
        }
        Ok(library)
    }

    pub(super) fn open_with(
        paths: &[PathBuf],
        cache_use: CacheUse,
        notify: impl FnMut(IndexEvent) + Send + 'static,
    ) -> anyhow::Result<Library> {
        let mut notify: Notify = Box::new(notify);
        let sources = Sources::find(paths)?;
        let cache = if cache_use == CacheUse::Never { None } else { Cache::of(&sources) };
        let file = cache.as_ref().filter(|_| cache_use == CacheUse::ReadAndWrite).and_then(Cache::open);
        let cached = file.and_then(|file| Index::open(Box::new(file) as Box<dyn Stream>, sources.key()).ok());
        let is_cached = cached.is_some();
        let index = match cached {
            Some(index) => index,
            None => build(&sources, cache.as_ref(), &mut notify)?,
        };
        Ok(Library { sources, index, cache, is_cached, notify })
    }

    /// Runs a query. A cached index that turns out to be damaged is rebuilt.
    pub(crate) fn ask<T>(&mut self, query: impl Fn(&mut BoxedIndex) -> Result<T, OpenIndexError>) -> anyhow::Result<T> {
        match query(&mut self.index) {
            Err(_) if self.is_cached => {
                self.index = build(&self.sources, self.cache.as_ref(), &mut self.notify)?;
                self.is_cached = false;
                Ok(query(&mut self.index)?)
            }
            result => Ok(result?),
        }
    }

    pub(super) fn index(&self) -> &BoxedIndex {
        &self.index
    }

    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }
}

fn build(sources: &Sources, cache: Option<&Cache>, notify: &mut Notify) -> anyhow::Result<BoxedIndex> {
    let collection = import(sources, notify);
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut bytes = Vec::new();
    collection.write(&mut bytes, sources.key(), threads)?;
    if let Some(Err(error)) = cache.map(|cache| cache.write(&bytes)) {
        notify(IndexEvent::NotCached(error));
    }
    Ok(Index::open(Box::new(Cursor::new(bytes)) as Box<dyn Stream>, sources.key())?)
}
