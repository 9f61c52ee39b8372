//! The FEN of xboard's variant "reversi", which Edax speaks too: `8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1`.
//!
//! Chess writes FEN from its own side of the board, and so it is read here:
//!
//! - The eight rows are written from row 8 to row 1, with `/` between them, each from column a to column h.
//! - `p` is a black disc and `P` a white one; a digit is that many empty squares.
//! - The side to move is `b` or `w`.
//! - The four fields that follow mean nothing in Othello. They are written as `- - 0 1`, and may be missing.

use std::error::Error;
use std::fmt;

use outflank_rules::{Bitboard, ByColor, Color, Position, Setup, Square};

use crate::Location;
use crate::cursor::Cursor;

/// The longest text that is read as a FEN, in bytes. The longest that is written has 81.
pub const MAX_BYTES: usize = 256;

/// Reads the discs and the side to move.
///
/// ```
/// use outflank_formats::fen;
/// use outflank_rules::Setup;
///
/// assert_eq!(fen::parse("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1")?, Setup::START);
/// assert_eq!(
///     fen::parse("8/8/8/3pP4/3Pp3/8/8/8 b").unwrap_err().to_string(),
///     "line 1, column 10: expected 8 squares in row 5, found more"
/// );
/// # Ok::<(), fen::ParseFenError>(())
/// ```
pub fn parse(text: &str) -> Result<Setup, ParseFenError> {
    read(Cursor::new(text))
}

/// Writes the discs and the side to move. The rules and the supply have no place in this format.
///
/// ```
/// use outflank_formats::fen;
/// use outflank_rules::{Position, Rules};
///
/// assert_eq!(fen::write(&Position::initial(Rules::Standard)), "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1");
/// ```
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

/// Reads everything that is left.
pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Setup, ParseFenError> {
    if cursor.rest().len() > MAX_BYTES {
        return Err(ParseFenError::TooLong { at: cursor.at(), bytes: cursor.rest().len() });
    }
    cursor.take_while(char::is_whitespace);
    let mut discs = ByColor::both(Bitboard::EMPTY);
    for row in (0..8).rev() {
        read_row(cursor.take_while(|character| character != '/' && !character.is_whitespace()), row, &mut discs)?;
        if row > 0 && !cursor.rest().starts_with('/') {
            return Err(ParseFenError::TooFewRows { at: cursor.at(), rows: 8 - usize::from(row) });
        }
        if row > 0 {
            cursor.advance();
        }
    }
    let side = take_word(&mut cursor);
    let turn = match side.rest() {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(ParseFenError::NotASide { at: side.at(), found: side.word() }),
    };
    for _ in 0..4 {
        let field = take_word(&mut cursor);
        if !field.rest().chars().all(|character| character == '-' || character.is_ascii_digit()) {
            return Err(ParseFenError::NotTheEnd { at: field.at(), found: field.word() });
        }
    }
    match take_word(&mut cursor) {
        more if more.rest().is_empty() => Ok(Setup::new(discs, turn)),
        more => Err(ParseFenError::NotTheEnd { at: more.at(), found: more.word() }),
    }
}

/// Reads `3pP3`.
fn read_row(mut text: Cursor<'_>, row: u8, discs: &mut ByColor<Bitboard>) -> Result<(), ParseFenError> {
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
            _ => return Err(ParseFenError::NotADisc { at, found }),
        };
        let width = color.map_or(found as u8 - b'0', |_| 1);
        if column + width > 8 {
            return Err(ParseFenError::RowTooLong { at, row: row + 1 });
        }
        if let (Some(color), Some(square)) = (color, Square::at(column, row)) {
            discs[color] = discs[color].with(square);
        }
        column += width;
    }
    match column {
        8 => Ok(()),
        squares => Err(ParseFenError::RowTooShort { at: text.at(), row: row + 1, squares }),
    }
}

fn take_word<'t>(cursor: &mut Cursor<'t>) -> Cursor<'t> {
    cursor.take_while(char::is_whitespace);
    cursor.take_while(|character| !character.is_whitespace())
}

/// Why a text is not such a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseFenError {
    /// The text has more than [`MAX_BYTES`] bytes.
    TooLong {
        /// Where it begins.
        at: Location,
        /// How many bytes it has.
        bytes: usize,
    },
    /// A character that is neither a disc nor a number of empty squares.
    NotADisc {
        /// Where it stands.
        at: Location,
        /// The character.
        found: char,
    },
    /// A row has fewer than eight squares.
    RowTooShort {
        /// Where it ends.
        at: Location,
        /// The number of the row as the board counts it, from 1.
        row: u8,
        /// How many squares it has.
        squares: u8,
    },
    /// A row has more than eight squares.
    RowTooLong {
        /// What goes over its end.
        at: Location,
        /// The number of the row as the board counts it, from 1.
        row: u8,
    },
    /// There are fewer than eight rows.
    TooFewRows {
        /// Where the next `/` was expected.
        at: Location,
        /// How many rows there are.
        rows: usize,
    },
    /// The rows are not followed by the side to move.
    NotASide {
        /// Where it was expected.
        at: Location,
        /// What stands there.
        found: String,
    },
    /// Something follows that is none of the four fields behind the side to move.
    NotTheEnd {
        /// Where.
        at: Location,
        /// What stands there.
        found: String,
    },
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseFenError::TooLong { at, bytes } => {
                write!(f, "{at}: expected a FEN of at most {MAX_BYTES} bytes, found {bytes}")
            }
            ParseFenError::NotADisc { at, found } => write!(
                f,
                "{at}: expected a black disc (p), a white disc (P) or a number of empty squares, found {found:?}"
            ),
            ParseFenError::RowTooShort { at, row, squares } => {
                write!(f, "{at}: expected 8 squares in row {row}, found only {squares}")
            }
            ParseFenError::RowTooLong { at, row } => write!(f, "{at}: expected 8 squares in row {row}, found more"),
            ParseFenError::TooFewRows { at, rows } => {
                write!(f, "{at}: expected 8 rows with a slash between them, found only {rows}")
            }
            ParseFenError::NotASide { at, found } => {
                write!(f, "{at}: expected the side to move, b (black) or w (white), after the 8 rows, found {found:?}")
            }
            ParseFenError::NotTheEnd { at, found } => {
                write!(f, "{at}: expected nothing but - - 0 1 after the side to move, found {found:?}")
            }
        }
    }
}

impl Error for ParseFenError {}
