use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use outflank_table::ReplayError;

use super::read::MAX_BYTES;
use super::stored::VERSION;

#[derive(Debug)]
pub(crate) struct ShelfError {
    pub(crate) path: PathBuf,
    pub(crate) fault: ShelfFault,
}

#[derive(Debug)]
pub(crate) enum ShelfFault {
    Io(io::Error),
    InUse,
    Damaged(Damage),
}

#[derive(Debug)]
pub(crate) enum Damage {
    TooLarge,
    NotAGame(serde_json::Error),
    Version { found: u32 },
    Line { line: usize, error: serde_json::Error },
    Replay { line: usize, error: ReplayError },
}

const IN_USE: &str = "this game is open in another outflank";

impl ShelfError {
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> ShelfError {
        move |error| ShelfError { path: path.to_owned(), fault: ShelfFault::Io(error) }
    }

    pub(crate) fn no_folder() -> ShelfError {
        let error = io::Error::new(io::ErrorKind::NotFound, "no data folder found; set OUTFLANK_HOME");
        ShelfError::io(Path::new("games"))(error)
    }

    pub(crate) fn reason(&self) -> String {
        let reason = match &self.fault {
            ShelfFault::Io(error) => error.to_string(),
            ShelfFault::InUse => IN_USE.to_owned(),
            ShelfFault::Damaged(damage) => damage.to_string(),
        };
        // The number of a system error means nothing to a player.
        reason.split(" (os error").next().unwrap_or_default().to_owned()
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
            ShelfFault::InUse => write!(f, "{path}: {IN_USE}"),
            ShelfFault::Damaged(damage) => write!(f, "{path}: {damage}"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::TooLarge => write!(f, "expected at most {MAX_BYTES} bytes for a game"),
            Damage::NotAGame(error) => write!(f, "line 1: expected the header of a game: {error}"),
            Damage::Version { found } => write!(f, "line 1: expected a game of version {VERSION}, found {found}"),
            Damage::Line { line, error } => write!(f, "line {line}: expected events of a game: {error}"),
            Damage::Replay { line, error } => write!(f, "line {line}: {error}"),
        }
    }
}

impl Error for ShelfError {}

impl Error for Damage {}
