//! Games one to a line: each a [transcript] from the usual start by the standard rules, as
//! collections of openings such as XOT are published.
//!
//! Blank lines are skipped, and `%` begins a comment that ends with the line. Nothing but the moves has a place here.

use outflank_rules::{Position, Rules};

use crate::cursor::{self, Cursor};
use crate::record::Details;
use crate::{ParseError, Record, Transcript, UncheckedRecord, WriteError, transcript};

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
///     "expected a move such as d3 or pass, found \"z3\" (line 4, column 7)"
/// );
/// # Ok::<(), outflank_formats::ParseError>(())
/// ```
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ParseError>> + '_ {
    cursor::lines(text).map(read)
}

/// Writes the moves of a game without its passes.
pub fn write(record: &Record) -> Result<String, WriteError> {
    const FORMAT: &str = "a list of transcripts";
    WriteError::unless_usual(FORMAT, record)?;
    match transcript::write(record.game()) {
        moves if moves.is_empty() => Err(WriteError::NoMoves { format: FORMAT }),
        moves => Ok(moves),
    }
}

/// Reads one line, which is not blank.
fn read(line: Cursor<'_>) -> Result<UncheckedRecord, ParseError> {
    line.if_longer("a line", MAX_LINE_BYTES)?;
    let at = line.at().into();
    let Transcript { moves } = Transcript::read(line)?;
    Ok(UncheckedRecord { at, start: Position::initial(Rules::Standard), moves, details: Details::default() })
}
