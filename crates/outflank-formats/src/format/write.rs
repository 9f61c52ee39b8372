//! Writing any format.

use outflank_rules::{Position, Rules};

use super::Format;
use super::read::SCORES;
use crate::{Record, WriteError, board_string, fen, ggf, lines, logbook, obf, pgn, plain, sgf, vong};

/// Writes a game as a text that ends with its line. Where a format [holds](Format::holds_one) many games, their texts are
/// put one behind the other.
///
/// A board, FEN and OBF are the position at the end, which must be of the standard game: they have no word for other
/// rules. OBF keeps the scores of a problem that nobody has moved in. WTHOR is no text, and a game is not a file of it:
/// a [`Collector`](crate::wthor::Collector) makes these.
///
/// ```
/// use outflank_formats::format::{Format, write};
/// use outflank_formats::plain;
///
/// let record = plain::parse("f5")?.check()?;
/// assert_eq!(
///     write(&record, Format::Board)?,
///     "---------------------------OX------XXX-------------------------- O\n"
/// );
/// assert!(write(&record, Format::Wthor).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    let end = end(record);
    let mut text = match format {
        Format::Plain => plain::write(record),
        Format::Lines => lines::write(record)?,
        Format::Board => standard(record, "a board").map(|()| board_string::write(end))?,
        Format::Fen => standard(record, "FEN").map(|()| fen::write(end))?,
        Format::Obf => standard(record, "OBF").map(|()| problem(record))?,
        Format::Ggf => ggf::write(record)?,
        Format::Sgf => sgf::write(record)?,
        Format::Pgn => pgn::write(record)?,
        Format::Vong => vong::write(record)?,
        Format::Logbook => logbook::write(record)?,
        Format::Wthor => return Err(WriteError::NotAText { format: "WTHOR" }),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// The position that a game has come to. Before the first move that is the start, even if the side to move has to pass.
fn end(record: &Record) -> &Position {
    match record.game().placements().next() {
        Some(_) => record.game().position(),
        None => record.start(),
    }
}

/// Fails if the game is not by the standard rules.
fn standard(record: &Record, format: &'static str) -> Result<(), WriteError> {
    match record.rules() {
        Rules::Standard => Ok(()),
        rules => Err(WriteError::Rules { format, rules }),
    }
}

/// The position at the end as a line of OBF, with the scores that were said about it.
fn problem(record: &Record) -> String {
    let board = board_string::write(end(record));
    // The scores are those of the start, and a tag of that name may come from another program.
    let scores = record.details.other(SCORES).filter(|_| end(record) == record.start()).unwrap_or_default();
    match obf::parse(&format!("{board}; {scores}")).next() {
        Some(Ok(problem)) => problem.to_string(),
        _ => format!("{board};"),
    }
}
