//! Games one to a line: each a [transcript] from the usual start by the standard rules, as
//! collections of openings such as XOT are published.
//!
//! Blank lines are skipped, and `%` begins a comment that ends with the line. Nothing but the moves has a place here.

use std::error::Error;
use std::fmt;

use outflank_rules::{Position, Rules};

use crate::cursor::{self, Cursor};
use crate::record::Details;
use crate::transcript::{self, ParseTranscriptError};
use crate::{CannotWrite, Location, Record, Sheet, Transcript};

/// The longest line that is read, in bytes. A game takes about 120.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// Reads the games of a text line by line. A line that cannot be read does not stop the others.
///
/// ```
/// use outflank_formats::lines;
///
/// let mut games = lines::parse("% two openings\nf5d6c4d3\n\nf5 f6 z3\n");
/// assert_eq!(games.next().unwrap()?.moves.len(), 4);
/// assert_eq!(
///     games.next().unwrap().unwrap_err().to_string(),
///     "line 4, column 7: expected a move: a letter from a to h and a digit from 1 to 8, such as d3 or 3d, or pass; \
///      found \"z3\""
/// );
/// # Ok::<(), lines::ParseLinesError>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<Sheet, ParseLinesError>> + '_ {
    cursor::lines(text).map(read)
}

/// Writes the moves of a game without its passes.
pub fn write(record: &Record) -> Result<String, CannotWrite> {
    const FORMAT: &str = "a list of transcripts";
    CannotWrite::unless_usual(FORMAT, record)?;
    match transcript::write(record.game()) {
        moves if moves.is_empty() => Err(CannotWrite::NoMoves { format: FORMAT }),
        moves => Ok(moves),
    }
}

/// Reads one line, which is not blank.
fn read(line: Cursor<'_>) -> Result<Sheet, ParseLinesError> {
    if line.rest().len() > MAX_LINE_BYTES {
        return Err(ParseLinesError::LineTooLong { at: line.at(), bytes: line.rest().len() });
    }
    let at = line.at().into();
    let Transcript { moves } = Transcript::read(line).map_err(ParseLinesError::Transcript)?;
    Ok(Sheet { at, start: Position::initial(Rules::Standard), moves, details: Details::default() })
}

/// Why a line is not a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseLinesError {
    /// The line has more than [`MAX_LINE_BYTES`] bytes.
    LineTooLong {
        /// Where it begins.
        at: Location,
        /// How many bytes it has.
        bytes: usize,
    },
    /// The moves cannot be read.
    Transcript(ParseTranscriptError),
}

impl fmt::Display for ParseLinesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseLinesError::LineTooLong { at, bytes } => {
                write!(f, "{at}: expected a line of at most {MAX_LINE_BYTES} bytes, found {bytes}")
            }
            ParseLinesError::Transcript(error) => error.fmt(f),
        }
    }
}

impl Error for ParseLinesError {}
