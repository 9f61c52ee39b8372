//! All formats of games: detect, read and write any of them.
//!
//! Positions ([`Format::Board`], [`Format::Fen`], [`Format::Obf`]) are read as games without moves; the last one is written.

mod detect;
mod read;
mod write;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

pub use detect::{DetectError, detect};
pub use read::{Source, decode};
pub use write::write;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One game in [plain text](crate::plain).
    Plain,
    /// [Transcripts](crate::lines), one per line.
    Lines,
    /// One [board string](crate::board_string).
    Board,
    /// One position in [FEN](crate::fen).
    Fen,
    /// Positions in [Othello Board Format](crate::obf).
    Obf,
    /// Games in [Generic Game Format](crate::ggf).
    Ggf,
    /// Games in [Smart Game Format](crate::sgf).
    Sgf,
    /// Games in [Portable Game Notation](crate::pgn).
    Pgn,
    /// [VONG](crate::vong), one game per line.
    Vong,
    /// The [logbook](crate::logbook) of IOS, one game per line.
    Logbook,
    /// Games of the [WTHOR](crate::wthor) database.
    Wthor,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 11] = {
        use Format::*;
        [Plain, Lines, Board, Fen, Obf, Ggf, Sgf, Pgn, Vong, Logbook, Wthor]
    };

    /// The name to parse, in lower case.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The name to show.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    /// The extension of its files.
    pub const fn extension(self) -> &'static str {
        self.names().2
    }

    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Format::Plain => ("plain", "plain text", "txt"),
            Format::Lines => ("lines", "a list of transcripts", "lines"),
            Format::Board => ("board", "a board", "board"),
            Format::Fen => ("fen", "FEN", "fen"),
            Format::Obf => ("obf", "OBF", "obf"),
            Format::Ggf => ("ggf", "GGF", "ggf"),
            Format::Sgf => ("sgf", "SGF", "sgf"),
            Format::Pgn => ("pgn", "PGN", "pgn"),
            Format::Vong => ("vong", "VONG", "vong"),
            Format::Logbook => ("logbook", "a logbook", "gam"),
            Format::Wthor => ("wthor", "WTHOR", "wtb"),
        }
    }

    /// The format of files with this extension, in any case.
    pub fn of_extension(extension: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Whether variations are read and written.
    pub const fn holds_variations(self) -> bool {
        matches!(self, Format::Sgf | Format::Pgn)
    }

    /// Whether comments on moves are read and written.
    pub const fn holds_comments(self) -> bool {
        matches!(self, Format::Ggf | Format::Sgf | Format::Pgn)
    }

    /// Whether a file has only one game or position.
    pub const fn holds_one(self) -> bool {
        matches!(self, Format::Plain | Format::Board | Format::Fen)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Parses a [name](Format::name), in any case.
    fn from_str(name: &str) -> Result<Format, ParseFormatError> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name)).ok_or(ParseFormatError)
    }
}

/// A text that is not the name of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [names @ .., last] = Format::ALL.map(Format::name);
        write!(f, "expected a format: {} or {last}", names.join(", "))
    }
}

impl Error for ParseFormatError {}
