//! Reading any format.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::error::Error;
use std::fmt;

use outflank_rules::{Position, Rules, Setup, SetupError};

use super::{Format, Unrecognised, detect};
use crate::board_string::{self, ParseBoardError};
use crate::fen::{self, ParseFenError};
use crate::ggf::{self, ParseGgfError};
use crate::lines::{self, ParseLinesError};
use crate::logbook::{self, ParseLogbookError};
use crate::obf::{self, ParseObfError};
use crate::pgn::{self, ParsePgnError};
use crate::plain::{self, ParsePlainError};
use crate::record::{Details, Tag};
use crate::sgf::{self, ParseSgfError};
use crate::vong::{self, ParseVongError};
use crate::wthor::{Directory, GameFile, ParseWthorError};
use crate::{Location, Place, Sheet};

/// The tag that keeps the scores of a [problem](obf::Problem), as OBF writes them.
pub(super) const SCORES: &str = "SCORES";

/// What was opened or pasted.
///
/// ```
/// use outflank_formats::format::{Format, Source};
///
/// let source = Source::new(b"f5d6c3\nf5f6e6\n");
/// let format = source.detect()?;
/// assert_eq!(format, Format::Lines);
/// for sheet in source.read(format) {
///     assert_eq!(sheet?.check()?.plies().count(), 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
    /// Made when somebody asks for it: WTHOR is no text.
    text: OnceCell<Cow<'b, str>>,
    rules: Rules,
    names: Directory<'b>,
}

impl<'b> Source<'b> {
    /// A source by the standard rules, where it does not name others.
    pub fn new(bytes: &'b [u8]) -> Source<'b> {
        Source { bytes, text: OnceCell::new(), rules: Rules::default(), names: Directory::default() }
    }

    /// The same source by these rules, where it does not name others.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Source<'b> {
        Source { rules, ..self }
    }

    /// The same source with names for the numbers in a WTHOR file.
    #[must_use]
    pub fn with_names(self, names: Directory<'b>) -> Source<'b> {
        Source { names, ..self }
    }

    /// The source as text, as [`decode`] has it.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| decode(self.bytes))
    }

    /// Which format it is in.
    pub fn detect(&self) -> Result<Format, Unrecognised> {
        detect::detect_in(self.bytes, || self.text())
    }

    /// Reads one game after the other. Where a game can be told from the next, one that cannot be read leaves the
    /// others.
    pub fn read(&self, format: Format) -> Box<dyn Iterator<Item = Result<Sheet, ReadError>> + '_> {
        match format {
            Format::Plain => one(plain::parse_as(self.text(), self.rules).map_err(ReadError::Plain)),
            Format::Lines => many(lines::parse(self.text()), ReadError::Lines),
            Format::Board => {
                one(board_string::parse(self.text()).map_err(ReadError::Board).and_then(|setup| self.position(setup)))
            }
            Format::Fen => one(fen::parse(self.text()).map_err(ReadError::Fen).and_then(|setup| self.position(setup))),
            Format::Obf => {
                Box::new(obf::parse(self.text()).map(|problem| self.problem(problem.map_err(ReadError::Obf)?)))
            }
            Format::Ggf => many(ggf::parse(self.text()), ReadError::Ggf),
            Format::Sgf => many(sgf::parse(self.text()), ReadError::Sgf),
            Format::Pgn => many(pgn::parse(self.text()), ReadError::Pgn),
            Format::Vong => many(vong::parse(self.text()), ReadError::Vong),
            Format::Logbook => many(logbook::parse(self.text()), ReadError::Logbook),
            Format::Wthor => match GameFile::parse(self.bytes) {
                Ok(file) => many(file.sheets(self.names), ReadError::Wthor),
                Err(error) => one(Err(ReadError::Wthor(error))),
            },
        }
    }

    /// A position as a game without moves.
    fn position(&self, setup: Setup) -> Result<Sheet, ReadError> {
        let at = Place::from(Location::START);
        let start = Position::new(self.rules, setup).map_err(|error| ReadError::Setup { at, error })?;
        Ok(Sheet { at, start, moves: Vec::new(), details: Details::default() })
    }

    fn problem(&self, problem: obf::Problem) -> Result<Sheet, ReadError> {
        let mut sheet = self.position(problem.setup)?;
        if let Some((_, scores)) = problem.to_string().split_once("; ") {
            sheet.details.others.push(Tag { name: SCORES.to_owned(), value: scores.to_owned() });
        }
        Ok(sheet)
    }
}

/// The text that bytes are in UTF-8, or, where they are not, in ISO-8859-1. A byte order mark is no part of it.
///
/// ```
/// use outflank_formats::format::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbfMontr\xc3\xa9al"), "Montréal");
/// assert_eq!(decode(b"Montr\xe9al"), "Montréal");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // The first 256 characters of Unicode are those of ISO-8859-1.
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

type Sheets<'a> = Box<dyn Iterator<Item = Result<Sheet, ReadError>> + 'a>;

fn one(sheet: Result<Sheet, ReadError>) -> Sheets<'static> {
    Box::new(std::iter::once(sheet))
}

fn many<'a, E: 'a>(
    sheets: impl Iterator<Item = Result<Sheet, E>> + 'a,
    error: impl Fn(E) -> ReadError + 'a,
) -> Sheets<'a> {
    Box::new(sheets.map(move |sheet| sheet.map_err(&error)))
}

/// Why a game cannot be read. It says where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// In plain text.
    Plain(ParsePlainError),
    /// In a list of transcripts.
    Lines(ParseLinesError),
    /// In a board.
    Board(ParseBoardError),
    /// In FEN.
    Fen(ParseFenError),
    /// In OBF.
    Obf(ParseObfError),
    /// In GGF.
    Ggf(ParseGgfError),
    /// In SGF.
    Sgf(ParseSgfError),
    /// In PGN.
    Pgn(ParsePgnError),
    /// In VONG.
    Vong(ParseVongError),
    /// In a logbook.
    Logbook(ParseLogbookError),
    /// In a WTHOR file.
    Wthor(ParseWthorError),
    /// A position that does not fit its rules.
    Setup {
        /// Where it begins.
        at: Place,
        /// In which way.
        error: SetupError,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Plain(error) => error.fmt(f),
            ReadError::Lines(error) => error.fmt(f),
            ReadError::Board(error) => error.fmt(f),
            ReadError::Fen(error) => error.fmt(f),
            ReadError::Obf(error) => error.fmt(f),
            ReadError::Ggf(error) => error.fmt(f),
            ReadError::Sgf(error) => error.fmt(f),
            ReadError::Pgn(error) => error.fmt(f),
            ReadError::Vong(error) => error.fmt(f),
            ReadError::Logbook(error) => error.fmt(f),
            ReadError::Wthor(error) => error.fmt(f),
            ReadError::Setup { at, error } => write!(f, "{at}: {error}"),
        }
    }
}

impl Error for ReadError {}
