//! All formats of games: detect, read and write any of them.
//!
//! Positions ([`Format::Board`], [`Format::Fen`], [`Format::Obf`]) are read as games without moves; the position at the
//! end of a game is written.

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
    pub const ALL: [Format; 11] = [
        Format::Plain,
        Format::Lines,
        Format::Board,
        Format::Fen,
        Format::Obf,
        Format::Ggf,
        Format::Sgf,
        Format::Pgn,
        Format::Vong,
        Format::Logbook,
        Format::Wthor,
    ];

    /// The name to parse, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Plain => "plain",
            Format::Lines => "lines",
            Format::Board => "board",
            Format::Fen => "fen",
            Format::Obf => "obf",
            Format::Ggf => "ggf",
            Format::Sgf => "sgf",
            Format::Pgn => "pgn",
            Format::Vong => "vong",
            Format::Logbook => "logbook",
            Format::Wthor => "wthor",
        }
    }

    /// The name to show.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Plain => "plain text",
            Format::Lines => "a list of transcripts",
            Format::Board => "a board",
            Format::Fen => "FEN",
            Format::Obf => "OBF",
            Format::Ggf => "GGF",
            Format::Sgf => "SGF",
            Format::Pgn => "PGN",
            Format::Vong => "VONG",
            Format::Logbook => "a logbook",
            Format::Wthor => "WTHOR",
        }
    }

    /// File extensions, the usual one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Plain => &["txt"],
            Format::Lines => &["lines"],
            Format::Board => &["board"],
            Format::Fen => &["fen"],
            Format::Obf => &["obf"],
            Format::Ggf => &["ggf"],
            Format::Sgf => &["sgf"],
            Format::Pgn => &["pgn"],
            Format::Vong => &["vong"],
            Format::Logbook => &["gam"],
            Format::Wthor => &["wtb"],
        }
    }

    /// The format of files with this extension, in any case.
    pub fn of_extension(extension: &str) -> Option<Format> {
        let has_it = |format: &Format| format.extensions().iter().any(|own| own.eq_ignore_ascii_case(extension));
        Format::ALL.into_iter().find(has_it)
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
