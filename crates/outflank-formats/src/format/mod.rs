//! The formats of games under one roof: their names, which of them a text or a file is in, reading and writing.
//!
//! [`Source`] reads what was opened or pasted, [`write()`] writes. Positions are games without moves: [`Format::Board`],
//! [`Format::Fen`] and [`Format::Obf`] are read as such, and what is written is the position at the end of a game.

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
    /// One game in [plain text](crate::plain), or its transcript alone.
    Plain,
    /// [Transcripts](crate::lines), one to a line.
    Lines,
    /// One position as a [board string](crate::board_string).
    Board,
    /// One position in [FEN](crate::fen).
    Fen,
    /// Positions in the [Othello Board Format](crate::obf).
    Obf,
    /// Games in the [Generic Game Format](crate::ggf).
    Ggf,
    /// Games in the [Smart Game Format](crate::sgf).
    Sgf,
    /// Games in [Portable Game Notation](crate::pgn).
    Pgn,
    /// [VONG](crate::vong), a game to a line.
    Vong,
    /// The [logbook](crate::logbook) of IOS, a game to a line.
    Logbook,
    /// Games of the [WTHOR](crate::wthor) database.
    Wthor,
}

impl Format {
    /// All of them.
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

    /// Its name in lower case, by which it is parsed.
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

    /// How people call it.
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

    /// What the names of its files end with; the first is the usual one.
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
    ///
    /// ```
    /// use outflank_formats::format::Format;
    ///
    /// assert_eq!(Format::of_extension("SGF"), Some(Format::Sgf));
    /// assert_eq!(Format::of_extension("doc"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Format> {
        let has_it = |format: &Format| format.extensions().iter().any(|own| own.eq_ignore_ascii_case(extension));
        Format::ALL.into_iter().find(has_it)
    }

    /// Whether a text or a file of it has one game or position and no more.
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

    /// Reads a [name](Format::name), in any case.
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
