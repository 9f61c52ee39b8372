//! [Transcripts](transcript) by the standard rules, one per line, as lists of openings such as XOT are published.
//!
//! `%` begins a comment.

use crate::cursor::{self, Cursor};
use crate::record::Details;
use crate::{ParseError, Record, Transcript, UncheckedRecord, WriteError, transcript};

/// The maximum size of a line in bytes. A game takes about 120.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// Parses each line, without blank lines. A line that cannot be read does not affect the others.
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ParseError>> + '_ {
    cursor::lines(text).map(read)
}

/// Writes the moves, without passes.
pub fn write(record: &Record) -> Result<String, WriteError> {
    const FORMAT: &str = "a list of transcripts";
    WriteError::check_usual(FORMAT, record)?;
    match transcript::write(record.game()) {
        moves if moves.is_empty() => Err(WriteError::NoMoves { format: FORMAT }),
        moves => Ok(moves),
    }
}

fn read(line: Cursor<'_>) -> Result<UncheckedRecord, ParseError> {
    line.check_size("a line", MAX_LINE_BYTES)?;
    Ok(UncheckedRecord::standard(line.at(), Transcript::read(line)?.moves, Details::default()))
}
