//! A collection that is asked many questions.

use std::io::{Cursor, Read, Seek};
use std::path::PathBuf;

use outflank_study::index::{Index, OpenIndexError};

use super::cache::Cache;
use super::sources::Sources;
use super::{build, keep};
use crate::notice;

/// A collection with its index: the one that is kept in the user's cache folder, or a new one, which is then kept there.
pub(crate) struct Library {
    sources: Sources,
    index: Index<Box<dyn Stream>>,
    from: From,
}

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
    /// The collection of the files among these paths, and of those below the folders among them.
    pub(crate) fn open(paths: &[PathBuf]) -> anyhow::Result<Library> {
        let sources = Sources::find(paths)?;
        let kept = Cache::of(&sources).and_then(|cache| cache.open());
        let index = kept.and_then(|file| Index::open(Box::new(file) as Box<dyn Stream>, sources.key()).ok());
        match index {
            Some(index) => Ok(Library { sources, index, from: From::Cache }),
            None => {
                let index = made(&sources)?;
                Ok(Library { sources, index, from: From::Games })
            }
        }
    }

    /// Asks the index. One from the cache in which something cannot be read is made again.
    pub(crate) fn ask<T>(
        &mut self,
        question: impl Fn(&mut Index<Box<dyn Stream>>) -> Result<T, OpenIndexError>,
    ) -> anyhow::Result<T> {
        match question(&mut self.index) {
            Err(_) if self.from == From::Cache => {
                (self.index, self.from) = (made(&self.sources)?, From::Games);
                Ok(question(&mut self.index)?)
            }
            answer => Ok(answer?),
        }
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Says on standard error if something could not be read.
    pub(crate) fn tell_left_out(&self) {
        if let count @ 1.. = self.index.left_out().len() {
            notice::tell(format_args!(
                "outflank: {count} games or files of the collection are left out; outflank db names them"
            ));
        }
    }
}

/// The index of the games, made now and kept.
fn made(sources: &Sources) -> anyhow::Result<Index<Box<dyn Stream>>> {
    let index = build(sources)?;
    keep(Cache::of(sources), &index);
    Ok(Index::open(Box::new(Cursor::new(index)) as Box<dyn Stream>, sources.key())?)
}
