//! A position as a board, in the dialect that a reader expects.

use std::fmt;

use outflank_rules::{ByColor, Color, Position, Setup, Square};

/// A way of writing boards. All of these are read back by [`parse`](super::parse).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// 64 letters and a letter for the side to move, as [`write()`] writes them; OBF and Zebra read them too.
    Edax,
    /// The digits of Egaroucid's openings: `0` is black.
    Egaroucid,
    /// The value of the property `BO` in GGF: the size, then the rows.
    Ggf,
    /// The letters `b` and `w` of NTest.
    Ntest,
    /// Nine lines with coordinates, as the console game prints them, and a line that names the side to move.
    Drawn,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 5] = [Dialect::Edax, Dialect::Egaroucid, Dialect::Ggf, Dialect::Ntest, Dialect::Drawn];
}

/// Writes the cells and the side to move. The rules and the supply have no place in this format.
///
/// ```
/// use outflank_formats::board_string;
/// use outflank_rules::{Position, Rules};
///
/// assert_eq!(
///     board_string::write(&Position::initial(Rules::Standard)),
///     "---------------------------OX------XO--------------------------- X"
/// );
/// ```
pub fn write(position: &Position) -> String {
    write_as(position, Dialect::Edax)
}

/// Writes the cells and the side to move in a dialect, without an end of line behind them.
///
/// ```
/// use outflank_formats::board_string::{Dialect, write_as};
/// use outflank_rules::{Position, Rules};
///
/// let start = Position::initial(Rules::Standard);
/// assert_eq!(
///     write_as(&start, Dialect::Egaroucid),
///     "...........................10......01........................... 0"
/// );
/// assert_eq!(
///     write_as(&start, Dialect::Drawn),
///     "\
/// 1 --------
/// 2 --------
/// 3 --------
/// 4 ---OX---
/// 5 ---XO---
/// 6 --------
/// 7 --------
/// 8 --------
///   abcdefgh
/// X to move"
/// );
/// ```
pub fn write_as(position: &Position, dialect: Dialect) -> String {
    show(&position.setup(), dialect)
}

/// A set-up that is shown as Edax writes it.
pub(crate) struct BoardString(pub(crate) Setup);

impl fmt::Display for BoardString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show(&self.0, Dialect::Edax))
    }
}

fn show(setup: &Setup, dialect: Dialect) -> String {
    let (letters, empty) = match dialect {
        Dialect::Edax | Dialect::Drawn => (ByColor { black: 'X', white: 'O' }, '-'),
        Dialect::Egaroucid => (ByColor { black: '0', white: '1' }, '.'),
        Dialect::Ggf => (ByColor { black: '*', white: 'O' }, '-'),
        Dialect::Ntest => (ByColor { black: 'b', white: 'w' }, '.'),
    };
    let cell = |&square: &Square| {
        let disc = Color::ALL.into_iter().find(|&color| setup.discs[color].contains(square));
        disc.map_or(empty, |color| letters[color])
    };
    let rows: Vec<String> = Square::ALL.chunks(8).map(|row| row.iter().map(cell).collect()).collect();
    let side = letters[setup.turn];
    match dialect {
        Dialect::Edax | Dialect::Egaroucid | Dialect::Ntest => format!("{} {side}", rows.concat()),
        Dialect::Ggf => format!("8 {} {side}", rows.join(" ")),
        Dialect::Drawn => {
            let rows: String = rows.iter().zip(1..).map(|(row, number)| format!("{number} {row}\n")).collect();
            format!("{rows}  abcdefgh\n{side} to move")
        }
    }
}
