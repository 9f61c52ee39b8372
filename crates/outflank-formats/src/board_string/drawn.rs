use outflank_rules::Color;

use super::cell::{self, Cell, Next, WrittenCell};
use crate::ParseError;
use crate::cursor::Cursor;

/// Whether rows are numbered: the first line that could be a row has a 1.
pub(super) fn has_numbers(mut text: Cursor<'_>) -> bool {
    while text.rest().contains('1') {
        let line = take_line(&mut text);
        if read_row(line, 1).is_ok() {
            return true;
        }
        if !is_blank(line.rest()) && !is_frame(line.rest(), true) && side(line.rest()).is_none() {
            return false;
        }
    }
    false
}

pub(super) fn take_line<'t>(text: &mut Cursor<'t>) -> Cursor<'t> {
    text.take_line().take_while(|character| character != '%')
}

pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Whether a line has the column letters or a border. Dashes alone are a border only if rows are numbered.
pub(super) fn is_frame(line: &str, numbered: bool) -> bool {
    let is_border = |character: char| matches!(character, '+' | '-' | '|') || character.is_whitespace();
    let is_edge = |character: char| matches!(character, '+' | '|') || character.is_whitespace();
    // Ignore the rest of the line: one program shows the clocks there.
    let mut columns = line.trim_start_matches(is_edge);
    let has_columns = "abcdefgh".chars().all(|column| {
        let rest = columns.strip_prefix([column, column.to_ascii_uppercase()]);
        columns = rest.unwrap_or_default().trim_start_matches([' ', '|']);
        rest.is_some()
    });
    has_columns || line.chars().all(is_border) && (numbered || line.contains('+'))
}

pub(super) struct Row<'t> {
    pub(super) cells: [WrittenCell; 8],
    pub(super) side: Option<(Cursor<'t>, Color)>,
}

/// Reads a row with its number on the left, on the right or on both sides. The side to move may follow, and anything
/// else but squares if there is a number on the right.
pub(super) fn read_row(mut line: Cursor<'_>, row: usize) -> Result<Row<'_>, ParseError> {
    let take_number = |line: &mut Cursor<'_>| {
        let is_there = line.rest().starts_with(|c: char| c.to_digit(10).is_some_and(|digit| digit as usize == row));
        is_there.then(|| line.advance()).is_some()
    };
    line.take_while(char::is_whitespace);
    let start = line;
    let not_a_row = |at: Cursor<'_>| at.expected(format!("row {row} of the board, eight squares with its number"));
    let on_left = take_number(&mut line);
    if !on_left && line.rest().starts_with(|character: char| character.is_ascii_digit()) {
        return Err(not_a_row(start));
    }
    let mut cells = [const { None }; 8];
    for place in &mut cells {
        *place = match cell::take(&mut line, Cell::read) {
            Next::Cell(written) => Some(written),
            Next::Other { at, found } => return Err(cell::not_a_cell(at, found)),
            Next::End => None,
        };
    }
    let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h)] = cells else {
        return Err(not_a_row(start));
    };
    line.take_while(|character| character == '|' || character.is_whitespace());
    let on_right = take_number(&mut line);
    line.take_while(char::is_whitespace);
    let side = side(line.rest()).map(|color| (line, color));
    // Before further squares, the digit is a disc: `........1.......`.
    let only_squares = line.rest().chars().all(|rest| rest.is_whitespace() || Cell::read_any(rest).is_some());
    let ends = line.rest().is_empty() || side.is_some() || on_right && !only_squares;
    match (on_left || on_right, ends) {
        (true, true) => Ok(Row { cells: [a, b, c, d, e, f, g, h], side }),
        (true, false) => Err(not_a_row(line)),
        (false, _) => Err(not_a_row(start)),
    }
}

/// The side to move in a sentence: `Next move: Black`, `X to move`, `Black's turn (*)`, or after a pass `play passes to 'X'`.
pub(super) fn side(sentence: &str) -> Option<Color> {
    let is_letter = |character: char| character.is_alphanumeric() || matches!(character, '*' | '●' | '○');
    let words = || sentence.split(|character| !is_letter(character)).filter(|word| !word.is_empty());
    if !words().any(|word| ["move", "turn"].iter().any(|verb| word.eq_ignore_ascii_case(verb))) {
        return None;
    }
    // A sentence about a pass names the player who passed first.
    let passes = words().position(|word| word.eq_ignore_ascii_case("passes")).unwrap_or_default();
    let mut sides = words().skip(passes).filter_map(named);
    let first = sides.next()?;
    sides.all(|other| other == first).then_some(first)
}

fn named(word: &str) -> Option<Color> {
    let mut characters = word.chars();
    match (characters.next().and_then(Cell::read), characters.next()) {
        (Some(Cell::Disc(color)), None) => Some(color),
        _ => Color::ALL.into_iter().find(|color| word.eq_ignore_ascii_case(&color.to_string())),
    }
}
