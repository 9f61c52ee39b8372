use outflank_rules::Position;

use super::Format;
use super::read::SCORES;
use crate::{Record, WriteError, board_string, fen, ggf, lines, logbook, obf, pgn, plain, sgf, vong};

/// Writes a game, with a line break at the end. If a format [holds](Format::holds_one) several games, concatenate them.
///
/// Board, FEN and OBF have the position at the end, by the standard rules only; OBF keeps the scores of a problem without
/// moves. WTHOR is binary: use a [`Collector`](crate::wthor::Collector).
///
/// ```
/// use outflank_formats::format::{Format, write};
///
/// let record = outflank_formats::plain::parse("f5")?.check()?;
/// assert_eq!(write(&record, Format::Fen)?, "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    let end = end(record);
    if matches!(format, Format::Board | Format::Fen | Format::Obf) {
        WriteError::check_standard(format.title(), record)?;
    }
    let mut text = match format {
        Format::Plain => plain::write(record),
        Format::Lines => lines::write(record)?,
        Format::Board => board_string::write(end),
        Format::Fen => fen::write(end),
        Format::Obf => problem(record),
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

/// The position at the end. Before the first move that is the start, even if the side to move must pass.
fn end(record: &Record) -> &Position {
    match record.game().placements().next() {
        Some(_) => record.game().position(),
        None => record.start(),
    }
}

fn problem(record: &Record) -> String {
    let board = board_string::write(end(record));
    // Scores belong to the start, and another program may use the same tag.
    let scores = record.details.other(SCORES).filter(|_| end(record) == record.start()).unwrap_or_default();
    match obf::parse(&format!("{board}; {scores}")).next() {
        Some(Ok(problem)) => problem.to_string(),
        _ => format!("{board};"),
    }
}
