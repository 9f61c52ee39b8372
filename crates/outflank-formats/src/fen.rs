//! FEN as in xboard's variant "reversi", also used by Edax: `8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1`.
//!
//! - Rows from 8 to 1, separated by `/`; `p` is black, `P` white, a digit is a number of empty squares.
//! - The side to move is `b` or `w`. The last four fields have no meaning and may be missing.

use outflank_rules::{Bitboard, ByColor, Color, Position, Setup, Square};

use crate::ParseError;
use crate::cursor::Cursor;

/// The maximum size in bytes. A written FEN has at most 81.
pub const MAX_BYTES: usize = 256;

/// Parses the discs and the side to move.
pub fn parse(text: &str) -> Result<Setup, ParseError> {
    read(Cursor::new(text))
}

/// Writes the discs and the side to move, without the rules or the supply.
pub fn write(position: &Position) -> String {
    let rows: Vec<String> = Square::ALL.chunks(8).rev().map(|row| write_row(position, row)).collect();
    let side = match position.turn() {
        Color::Black => 'b',
        Color::White => 'w',
    };
    format!("{} {side} - - 0 1", rows.join("/"))
}

fn write_row(position: &Position, row: &[Square]) -> String {
    let mut text = String::new();
    for squares in row.chunk_by(|&a, &b| position.disc_on(a).is_none() && position.disc_on(b).is_none()) {
        match position.disc_on(squares[0]) {
            Some(Color::Black) => text.push('p'),
            Some(Color::White) => text.push('P'),
            None => text += &squares.len().to_string(),
        }
    }
    text
}

const END: &str = "- - 0 1 or nothing after the side to move";

pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Setup, ParseError> {
    cursor.check_size("a FEN", MAX_BYTES)?;
    cursor.take_while(char::is_whitespace);
    let mut discs = ByColor::both(Bitboard::EMPTY);
    for row in (0..8).rev() {
        read_row(cursor.take_while(|character| character != '/' && !character.is_whitespace()), row, &mut discs)?;
        if row > 0 && !cursor.rest().starts_with('/') {
            let rows = (8 - row).to_string();
            return Err(ParseError::new(cursor.at(), "8 rows with a slash between them", rows));
        }
        if row > 0 {
            cursor.advance();
        }
    }
    let side = cursor.take_word();
    let turn = match side.rest() {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(side.expected("the side to move, b (black) or w (white)")),
    };
    for _ in 0..4 {
        let field = cursor.take_word();
        if !field.rest().chars().all(|character| character == '-' || character.is_ascii_digit()) {
            return Err(field.expected(END));
        }
    }
    match cursor.take_word() {
        more if more.rest().is_empty() => Ok(Setup::new(discs, turn)),
        more => Err(more.expected(END)),
    }
}

fn read_row(mut text: Cursor<'_>, row: u8, discs: &mut ByColor<Bitboard>) -> Result<(), ParseError> {
    let mut column = 0;
    loop {
        let at = text.at();
        let Some(found) = text.advance() else {
            break;
        };
        let color = match found {
            'p' => Some(Color::Black),
            'P' => Some(Color::White),
            '1'..='8' => None,
            _ => {
                let expected = "a black disc (p), a white disc (P) or a number of empty squares";
                return Err(ParseError::new(at, expected, format!("{found:?}")));
            }
        };
        let width = color.map_or(found as u8 - b'0', |_| 1);
        if column + width > 8 {
            return Err(ParseError::new(at, format!("8 squares in row {}", row + 1), "more"));
        }
        if let (Some(color), Some(square)) = (color, Square::at(column, row)) {
            discs[color] = discs[color].with(square);
        }
        column += width;
    }
    match column {
        8 => Ok(()),
        _ => Err(ParseError::new(text.at(), format!("8 squares in row {}", row + 1), column.to_string())),
    }
}
