//! A collection that is asked many questions.

use std::io::{Cursor, Read, Seek};
use std::path::PathBuf;

use outflank_study::index::{Index, OpenIndexError};

use super::cache::Cache;
use super::sources::Sources;
use super::{News, build, keep};

/// A collection with its index: the one that is kept in the user's cache folder, or a new one, which is then kept there.
pub(crate) struct Library {
    sources: Sources,
    index: Index<Box<dyn Stream>>,
    from: From,
    tell: Tell,
}

/// Whom to tell how it goes. Nothing is told in any other way.
type Tell = Box<dyn FnMut(News) + Send>;

/// What an index can be read from.
pub(crate) trait Stream: Read + Seek + Send {}

impl<T: Read + Seek + Send> Stream for T {}

/// Where an index comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// From the cache, which is used but not trusted.
    Cache,
    /// It was just made.
    Games,
}

impl Library {
    /// The collection of the files among these paths, and of those below the folders among them. Making an index of it may take a while;
    /// how that goes, now or later, is told as it goes.
    pub(crate) fn open(paths: &[PathBuf], tell: impl FnMut(News) + Send + 'static) -> anyhow::Result<Library> {
        let mut tell: Tell = Box::new(tell);
        let sources = Sources::find(paths)?;
        let kept = Cache::of(&sources).and_then(|cache| cache.open());
        let index = kept.and_then(|file| Index::open(Box::new(file) as Box<dyn Stream>, sources.key()).ok());
        let (index, from) = match index {
            Some(index) => (index, From::Cache),
            None => (made(&sources, &mut tell)?, From::Games),
        };
        if let count @ 1.. = index.left_out().len() {
            tell(News::LeftOut(count));
        }
        Ok(Library { sources, index, from, tell })
    }

    /// Asks the index. One from the cache in which something cannot be read is made again.
    pub(crate) fn ask<T>(
        &mut self,
        question: impl Fn(&mut Index<Box<dyn Stream>>) -> Result<T, OpenIndexError>,
    ) -> anyhow::Result<T> {
        match question(&mut self.index) {
            Err(_) if self.from == From::Cache => {
                (self.index, self.from) = (made(&self.sources, &mut self.tell)?, From::Games);
                Ok(question(&mut self.index)?)
            }
            answer => Ok(answer?),
        }
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }
}

/// The index of the games, made now and kept.
fn made(sources: &Sources, tell: &mut Tell) -> anyhow::Result<Index<Box<dyn Stream>>> {
    let index = build(sources, tell)?;
    keep(Cache::of(sources), &index, tell);
    Ok(Index::open(Box::new(Cursor::new(index)) as Box<dyn Stream>, sources.key())?)
}
