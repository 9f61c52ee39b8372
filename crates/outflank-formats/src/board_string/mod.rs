//! A board as 64 cells from a1 to h8, row by row, and the side to move: `---...OX...--- X`. All dialects are detected:
//!
//! | dialect | black | white | empty | layout |
//! | --- | --- | --- | --- | --- |
//! | Edax, OBF, Zebra | `X` `x` `*` `B` `b` | `O` `o` `W` `w` | `-` `.` | `---OX--- X` in one line |
//! | Egaroucid's openings | `0` | `1` | `-` `.` | `...10... 0` |
//! | GGF | `*` | `O` | `-` | `8 -------- ---O*--- *`: the size, then rows separated by spaces |
//! | NTest | `b` | `w` | `.` | `...wb... b` |
//! | drawn | any letter above, or `●` | any letter above, or `○` | `-` `.` | eight lines, often with coordinates |
//!
//! The side to move is required. White space may appear anywhere, and `%` begins a comment.
//!
//! - The digit `0` is black and the letter `O` is white; mixing digits and letters is an error.
//! - Rows are numbered on the left, on the right, on both sides or not at all, as the first row shows. Numbered boards
//!   have no digits for discs. Text after a number on the right is ignored; if it is only squares, the digit is a disc.
//! - Column letters and borders of `+`, `-` and `|` are skipped. Dashes alone are a border only if rows are numbered.
//! - `|` separates cells; only spaces between two of them are an empty square.
//! - Sentences with "move" or "turn" may name the side, and must agree: `Next move: Black`, `* to move`.
//! - A leading `=`, which begins a GTP response, is skipped.

mod cell;
mod drawn;
mod write;

use outflank_rules::{Bitboard, ByColor, Color, Setup, Square};

use self::cell::{Alphabet, Cell, Next, WrittenCell};
pub(crate) use self::write::BoardString;
pub use self::write::{Dialect, write, write_as};
use crate::cursor::Cursor;
use crate::{Location, ParseError};

/// The maximum size in bytes. 64 cells and the side to move take 66.
pub const MAX_BYTES: usize = 4 * 1024;

/// Parses the cells and the side to move.
///
/// ```
/// use outflank_formats::board_string;
/// use outflank_rules::Setup;
///
/// let ggf = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
/// assert_eq!(board_string::parse(ggf)?, Setup::START);
/// # Ok::<(), outflank_formats::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Setup, ParseError> {
    ParseError::check_size(Location::START, "a board", text.len(), MAX_BYTES)?;
    read(Cursor::new(text))
}

pub(crate) fn is_cell(character: char) -> bool {
    Cell::read(character).is_some()
}

pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Setup, ParseError> {
    skip_prefix(&mut cursor);
    let mut scanned = Scanned { cells: Vec::new(), side: None };
    let numbered = drawn::has_numbers(cursor);
    while !cursor.rest().is_empty() {
        let line = drawn::take_line(&mut cursor);
        scanned.read_line(line, numbered)?;
    }
    scanned.finish(cursor)
}

fn skip_prefix(cursor: &mut Cursor<'_>) {
    let mut ahead = *cursor;
    ahead.take_while(char::is_whitespace);
    if ahead.rest().starts_with('=') {
        ahead.advance();
        ahead.take_while(|character| character.is_ascii_digit());
        *cursor = ahead;
    }
    ahead.take_while(char::is_whitespace);
    if ahead.advance() == Some('8') && ahead.rest().starts_with(char::is_whitespace) {
        *cursor = ahead;
    }
}

struct Scanned {
    // The cells, perhaps followed by the side to move.
    cells: Vec<WrittenCell>,
    // The side to move, if a sentence names it.
    side: Option<Color>,
}

impl Scanned {
    fn read_line(&mut self, mut line: Cursor<'_>, numbered: bool) -> Result<(), ParseError> {
        if drawn::is_blank(line.rest()) || drawn::is_frame(line.rest(), numbered) {
            return Ok(());
        }
        let row = match numbered && self.cells.len() < 64 {
            true => Some(drawn::read_row(line, self.cells.len() / 8 + 1)),
            false => None,
        };
        match (row, drawn::side(line.rest())) {
            // A sentence may follow the row.
            (Some(Ok(row)), _) => {
                self.cells.extend(row.cells);
                return row.side.map_or(Ok(()), |(note, color)| self.name_side(note, color));
            }
            (_, Some(color)) => return self.name_side(line, color),
            (Some(Err(error)), None) => return Err(error),
            (None, None) => {}
        }
        let mut begins_line = !self.cells.is_empty();
        loop {
            match cell::take(&mut line, Cell::read_any) {
                Next::Cell(written) => {
                    let after_blank = written.after_blank || begins_line;
                    self.cells.push(WrittenCell { after_blank, ..written });
                }
                Next::Other { at, found } if self.cells.len() == 64 => return Err(not_a_side(at, found)),
                Next::Other { at, found } => return Err(cell::not_a_cell(at, found)),
                Next::End => return Ok(()),
            }
            begins_line = false;
        }
    }

    fn name_side(&mut self, note: Cursor<'_>, color: Color) -> Result<(), ParseError> {
        match self.side.replace(color) {
            Some(before) if before != color => Err(other_side(note.at(), color)),
            _ => Ok(()),
        }
    }

    fn finish(self, end: Cursor<'_>) -> Result<Setup, ParseError> {
        let (cells, side) = self.cells.split_at(match self.cells.as_slice() {
            // A last letter after a gap is the side to move, whatever the number of cells, unless all cells have gaps.
            [_, second, .., last] if last.after_blank && !second.after_blank => self.cells.len() - 1,
            _ => self.cells.len().min(64),
        });
        let discs = || cells.iter().filter_map(|written| written.alphabet().map(|alphabet| (alphabet, written)));
        let alphabet = discs().next().map(|(alphabet, _)| alphabet);
        if let Some((_, &WrittenCell { at, character: found, .. })) =
            discs().find(|&(other, _)| Some(other) != alphabet)
        {
            return Err(mixed(at, found));
        }
        if let Some(extra) = cells.get(64).or(side.get(1)) {
            return Err(ParseError::new(
                extra.at,
                "the end of the board after 64 squares and the side to move",
                format!("{:?}", extra.character),
            ));
        }
        if cells.len() < 64 {
            let at = side.first().map_or(end.at(), |side| side.at);
            return Err(ParseError::new(at, "64 squares", cells.len().to_string()));
        }
        let turn = match (side.first(), self.side) {
            (Some(side), named) => read_side(side, alphabet, named)?,
            (None, Some(named)) => named,
            (None, None) => return Err(ParseError::new(end.at(), SIDE, "nothing")),
        };
        let mut discs = ByColor::both(Bitboard::EMPTY);
        for (square, written) in Square::ALL.into_iter().zip(cells) {
            if let Cell::Disc(color) = written.cell {
                discs[color] = discs[color].with(square);
            }
        }
        Ok(Setup::new(discs, turn))
    }
}

fn read_side(side: &WrittenCell, cells: Option<Alphabet>, named: Option<Color>) -> Result<Color, ParseError> {
    let &WrittenCell { cell, character: found, at, .. } = side;
    let Cell::Disc(color) = cell else {
        return Err(not_a_side(at, found));
    };
    match (cells, side.alphabet()) {
        (Some(Alphabet::Letters), Some(Alphabet::Digits)) => Err(not_a_side(at, found)),
        (Some(Alphabet::Digits), Some(Alphabet::Letters)) => Err(mixed(at, found)),
        _ if named.is_some_and(|named| named != color) => Err(other_side(at, color)),
        _ => Ok(color),
    }
}

const SIDE: &str = "the side to move, X (black) or O (white), after the 64 squares";

fn not_a_side(at: Location, found: char) -> ParseError {
    ParseError::new(at, SIDE, format!("{found:?}"))
}

fn other_side(at: Location, named: Color) -> ParseError {
    ParseError::new(at, format!("{} to move, as stated before", !named), named.to_string())
}

fn mixed(at: Location, found: char) -> ParseError {
    ParseError::new(at, "only letters or only digits for the discs and the side to move", format!("{found:?}"))
}
