//! What can go wrong with a game that is kept.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use outflank_table::ReplayError;

use super::read::MAX_BYTES;
use super::stored::VERSION;

/// Why a game cannot be kept, or cannot be gone on with.
#[derive(Debug)]
pub(crate) struct ShelfError {
    /// The file or folder.
    pub(crate) path: PathBuf,
    /// What is wrong with it.
    pub(crate) fault: ShelfFault,
}

/// What is wrong with a file or folder of the shelf.
#[derive(Debug)]
pub(crate) enum ShelfFault {
    /// The system does not let us read or write it.
    Io(io::Error),
    /// Another program has the game on its board.
    InUse,
    /// The file is not a game as it was kept.
    Damaged(Damage),
}

/// Where a file is not a game as it was kept.
#[derive(Debug)]
pub(crate) enum Damage {
    /// It is larger than any game.
    TooLarge,
    /// Its first line is not that of a game.
    NotAGame(serde_json::Error),
    /// It was written by another version of this program.
    Version {
        /// Its version.
        found: u32,
    },
    /// A line cannot be read.
    Line {
        /// Counted from 1.
        line: usize,
        /// Why not.
        error: serde_json::Error,
    },
    /// The events are not those of a table.
    Replay {
        /// The line with the event at fault, counted from 1.
        line: usize,
        /// What is wrong with it.
        error: ReplayError,
    },
}

impl ShelfError {
    /// Puts the path to an error of the system.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> ShelfError {
        move |error| ShelfError { path: path.to_owned(), fault: ShelfFault::Io(error) }
    }

    pub(super) fn new(path: &Path, fault: ShelfFault) -> ShelfError {
        ShelfError { path: path.to_owned(), fault }
    }
}

impl fmt::Display for ShelfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.fault {
            ShelfFault::Io(error) => write!(f, "{path}: {error}"),
            ShelfFault::InUse => write!(f, "{path}: another outflank has this game on its board"),
            ShelfFault::Damaged(damage) => write!(f, "{path}: {damage}"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::TooLarge => write!(f, "expected at most {MAX_BYTES} bytes for a game"),
            Damage::NotAGame(error) => write!(f, "line 1: expected the heading of a game: {error}"),
            Damage::Version { found } => write!(f, "line 1: expected a game of version {VERSION}, found {found}"),
            Damage::Line { line, error } => write!(f, "line {line}: expected events of a game: {error}"),
            Damage::Replay { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl Error for ShelfError {}

impl Error for Damage {}
