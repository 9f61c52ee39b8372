//! A board as 64 cells from a1 to h8, row by row, and the side to move: `---...OX...--- X`.
//!
//! | | read | written |
//! | --- | --- | --- |
//! | black | `X` `x` `*` `B` `b` | `X` |
//! | white | `O` `o` `W` `w` | `O` |
//! | empty | `-` `.` | `-` |
//!
//! The side to move is a letter of a disc. White space may stand anywhere, so that a board can be drawn as eight rows,
//! and `%` begins a comment that ends with the line. The digits `0` and `1`, which mean black and white to some
//! programs, are refused: a `0` looks too much like an `O`.

use std::error::Error;
use std::fmt;

use outflank_rules::{Bitboard, ByColor, Color, Position, Setup, Square};

use crate::Location;
use crate::cursor::Cursor;

/// The longest text that is read as a board, in bytes. 64 cells and the side to move take 66.
pub const MAX_BYTES: usize = 4 * 1024;

/// Reads the cells and the side to move.
///
/// ```
/// use outflank_formats::board_string;
/// use outflank_rules::Setup;
///
/// let start = board_string::parse(
///     "........
///      ........
///      ........
///      ...ox...
///      ...xo...
///      ........
///      ........
///      ........ x",
/// )?;
/// assert_eq!(start, Setup::START);
/// # Ok::<(), board_string::ParseBoardError>(())
/// ```
pub fn parse(text: &str) -> Result<Setup, ParseBoardError> {
    if text.len() > MAX_BYTES {
        return Err(ParseBoardError::TooLong { bytes: text.len() });
    }
    read(Cursor::new(text))
}

/// Writes the cells and the side to move. The rules and the supply have no place in this format.
///
/// ```
/// use outflank_formats::board_string;
/// use outflank_rules::{Position, Rules};
///
/// assert_eq!(
///     board_string::write(&Position::initial(Rules::STANDARD)),
///     "---------------------------OX------XO--------------------------- X"
/// );
/// ```
pub fn write(position: &Position) -> String {
    BoardString(position.setup()).to_string()
}

/// A set-up that is shown as a board string.
pub(crate) struct BoardString(pub(crate) Setup);

impl fmt::Display for BoardString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { discs, turn, supply: _ } = self.0;
        for square in Square::ALL {
            let disc = Color::ALL.into_iter().find(|&color| discs[color].contains(square));
            f.write_str(disc.map_or("-", letter))?;
        }
        write!(f, " {}", letter(turn))
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "X",
        Color::White => "O",
    }
}

/// What one character of a board says.
#[derive(Clone, Copy)]
enum Cell {
    Disc(Color),
    Empty,
}

impl Cell {
    fn read(character: char) -> Option<Cell> {
        match character {
            'b' | 'B' | 'x' | 'X' | '*' => Some(Cell::Disc(Color::Black)),
            'o' | 'O' | 'w' | 'W' => Some(Cell::Disc(Color::White)),
            '-' | '.' => Some(Cell::Empty),
            _ => None,
        }
    }
}

/// Whether a character can be a cell of a board.
pub(crate) fn is_cell(character: char) -> bool {
    Cell::read(character).is_some()
}

/// A cell, or the side to move, and where it stands.
struct Written {
    cell: Cell,
    character: char,
    at: Location,
    after_blank: bool,
}

/// Reads everything that is left.
pub(crate) fn read(mut cursor: Cursor<'_>) -> Result<Setup, ParseBoardError> {
    let written = read_cells(&mut cursor)?;
    let (cells, side) = written.split_at(match written.as_slice() {
        // A last letter that stands apart is meant as the side to move, however many cells there are. Where the cells
        // themselves are spaced out, nothing stands apart.
        [_, second, .., last] if last.after_blank && !second.after_blank => written.len() - 1,
        _ => written.len().min(64),
    });
    if let Some(extra) = cells.get(64).or(side.get(1)) {
        return Err(ParseBoardError::TooManyCells { at: extra.at });
    }
    if cells.len() < 64 {
        let at = side.first().map_or(cursor.at(), |side| side.at);
        return Err(ParseBoardError::TooFewCells { at, cells: cells.len() });
    }
    let turn = match side.first() {
        Some(&Written { cell: Cell::Disc(color), .. }) => color,
        Some(&Written { at, character: found, .. }) => return Err(ParseBoardError::NotASide { at, found }),
        None => return Err(ParseBoardError::NoSide { at: cursor.at() }),
    };
    let mut discs = ByColor::both(Bitboard::EMPTY);
    for (square, written) in Square::ALL.into_iter().zip(cells) {
        if let Cell::Disc(color) = written.cell {
            discs[color] = discs[color].with(square);
        }
    }
    Ok(Setup::new(discs, turn))
}

fn read_cells(cursor: &mut Cursor<'_>) -> Result<Vec<Written>, ParseBoardError> {
    let mut written = Vec::new();
    loop {
        let before = cursor.at();
        cursor.skip_blank();
        let at = cursor.at();
        let Some(character) = cursor.advance() else {
            return Ok(written);
        };
        let cell = Cell::read(character).ok_or(match written.len() {
            64 => ParseBoardError::NotASide { at, found: character },
            _ => ParseBoardError::NotACell { at, found: character },
        })?;
        written.push(Written { cell, character, at, after_blank: at != before });
    }
}

/// Why a text is not a board and a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// The text has more than [`MAX_BYTES`] bytes.
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// A character that is neither a disc nor an empty square.
    NotACell {
        /// Where it stands.
        at: Location,
        /// The character.
        found: char,
    },
    /// There are fewer than 64 cells.
    TooFewCells {
        /// Where the next cell was expected.
        at: Location,
        /// How many cells there are.
        cells: usize,
    },
    /// Something follows the 64 cells and the side to move.
    TooManyCells {
        /// Where it begins.
        at: Location,
    },
    /// The text ends before the side to move.
    NoSide {
        /// Where it was expected.
        at: Location,
    },
    /// Something else stands where the side to move should.
    NotASide {
        /// Where it stands.
        at: Location,
        /// Its first character.
        found: char,
    },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SIDE: &str = "expected the side to move, X (black) or O (white), after the 64 squares";
        match self {
            ParseBoardError::TooLong { bytes } => {
                write!(f, "expected a board of at most {MAX_BYTES} bytes, found {bytes}")
            }
            ParseBoardError::NotACell { at, found } => write!(
                f,
                "{at}: expected a black disc (X, B or *), a white disc (O or W) or an empty square (- or .), \
                 found {found:?}"
            ),
            ParseBoardError::TooFewCells { at, cells } => write!(f, "{at}: expected 64 squares, found only {cells}"),
            ParseBoardError::TooManyCells { at } => {
                write!(f, "{at}: expected nothing more after 64 squares and the side to move")
            }
            ParseBoardError::NoSide { at } => write!(f, "{at}: {SIDE}"),
            ParseBoardError::NotASide { at, found } => write!(f, "{at}: {SIDE}, found {found:?}"),
        }
    }
}

impl Error for ParseBoardError {}
