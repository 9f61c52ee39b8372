use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Cursor, Read, Seek, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anyhow::Context;
use indicatif::ProgressBar;
use outflank_study::index::{Index, OpenIndexError};

use super::import::import;
use super::sources::Sources;
use crate::storage::folders::Folders;
use crate::{progress, stderr};

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
    /// Building an index can take a while; `notify` gets the progress, now and later.
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

#[derive(Debug)]
pub(crate) enum IndexEvent {
    Read { done: usize, files: usize },
    LeftOut(usize),
    NotCached(anyhow::Error),
}

impl fmt::Display for IndexEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexEvent::Read { done, files } => write!(f, "{done} of {files} files read"),
            IndexEvent::LeftOut(count) => {
                write!(f, "{count} games or files of the collection are left out; outflank db lists them")
            }
            IndexEvent::NotCached(error) => write!(f, "cannot cache the index: {error:#}"),
        }
    }
}

pub(crate) fn on_stderr() -> impl FnMut(IndexEvent) + Send + 'static {
    let mut bar: Option<ProgressBar> = None;
    move |event| match event {
        IndexEvent::Read { done, files } if done == files => {
            if let Some(bar) = bar.take() {
                bar.finish_and_clear();
            }
        }
        IndexEvent::Read { done, files } => {
            let new_bar = || progress::bar(files as u64, "Reading {wide_bar} {pos} of {len} files");
            bar.get_or_insert_with(new_bar).set_position(done as u64);
        }
        event => stderr::print(format_args!("outflank: {event}")),
    }
}

struct Cache {
    path: PathBuf,
}

impl Cache {
    /// `None` if the system has no cache folder. Two databases may share a file by accident: the index knows what it was built from.
    fn of(sources: &Sources) -> Option<Cache> {
        let folders = Folders::find()?;
        let mut hasher = DefaultHasher::new();
        sources.files.iter().for_each(|source| source.path.hash(&mut hasher));
        let name = format!("games-{:016x}.index", hasher.finish());
        Some(Cache { path: folders.cache.join(name) })
    }

    fn open(&self) -> Option<File> {
        File::open(&self.path).ok()
    }

    /// Replaces the file atomically: other processes read the old index or the new one.
    fn write(&self, index: &[u8]) -> anyhow::Result<()> {
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
