//! The logbook of the Internet Othello Server (`logbook.gam`), one game per line: `+d3-c3+c4-e3: -04 10`.
//!
//! `+` marks Black's moves and `-` White's; passes are not written. After the colon comes Black's margin. The meaning of
//! the last number is unknown; it is kept as the tag [`NUMBER`]. Both may be missing.

use outflank_rules::Color;

use crate::cursor::{self, Cursor};
use crate::notation::{MOVE, parse_move};
use crate::record::{Details, GameResult, Tag, Termination};
use crate::{ParseError, Points, Record, UncheckedRecord, WriteError, WrittenMove};

/// The maximum size of a line in bytes. A game takes about 190.
pub const MAX_LINE_BYTES: usize = 4 * 1024;

/// The tag for the number at the end of a line.
pub const NUMBER: &str = "LogbookNumber";

/// Parses each line, without blank lines and comments. A line that cannot be read does not affect the others.
pub fn parse(text: &str) -> impl Iterator<Item = Result<UncheckedRecord, ParseError>> + '_ {
    cursor::lines(text).map(read)
}

/// Writes a game as one line.
pub fn write(record: &Record) -> Result<String, WriteError> {
    const FORMAT: &str = "the logbook format";
    WriteError::check_usual(FORMAT, record)?;
    let score = WriteError::margin_in_discs(FORMAT, record)?;
    let mut text = String::new();
    for (ply, _) in record.plies() {
        if let Some(square) = ply.mv.square() {
            text.push(sign(ply.before.turn()));
            text += &square.to_string();
        }
    }
    text += &format!(": {score:+03}");
    if let Some(number) = record.details.other(NUMBER).filter(|number| is_number(number)) {
        text.push(' ');
        text += number;
    }
    Ok(text)
}

fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    (1..=18).contains(&digits.len()) && digits.chars().all(|character| character.is_ascii_digit())
}

fn read(mut line: Cursor<'_>) -> Result<UncheckedRecord, ParseError> {
    line.check_size("a line", MAX_LINE_BYTES)?;
    let mut line = line.take_while(|character| character != '%');
    let at = line.at();
    let mut moves = Vec::new();
    loop {
        line.take_while(char::is_whitespace);
        match line.rest().chars().next() {
            None => break,
            Some(':') => {
                line.advance();
                break;
            }
            Some(_) => moves.push(take_move(&mut line)?),
        }
    }
    let mut details = Details::default();
    let score = line.take_word();
    if !score.rest().is_empty() {
        let discs = score.rest().parse().ok().filter(|discs| (-64..=64).contains(discs));
        let discs = discs.ok_or_else(|| score.expected("Black's result from -64 to +64 after the colon"))?;
        details.result = Some(GameResult { margin: Points::from_discs(discs), termination: Termination::Board });
    }
    let number = line.take_word();
    if !number.rest().is_empty() {
        if !is_number(number.rest()) {
            return Err(number.expected("a number after Black's result"));
        }
        details.others.push(Tag { name: NUMBER.to_owned(), value: number.rest().to_owned() });
    }
    match line.take_word() {
        more if more.rest().is_empty() => Ok(UncheckedRecord::standard(at, moves, details)),
        more => Err(more.expected("the end of the line")),
    }
}

fn take_move(line: &mut Cursor<'_>) -> Result<WrittenMove, ParseError> {
    let start = *line;
    let by = match line.advance() {
        Some('+') => Color::Black,
        Some('-') => Color::White,
        _ => return Err(start.expected("a move such as +d3 for Black or -c3 for White, or a colon")),
    };
    let mv = line.rest().get(..2).and_then(|name| parse_move(name).ok());
    let mv = mv.ok_or_else(|| line.expected(MOVE))?;
    line.advance();
    line.advance();
    Ok(WrittenMove { by: Some(by), ..WrittenMove::new(mv, start.at()) })
}
