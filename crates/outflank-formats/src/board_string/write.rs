use std::fmt;

use outflank_rules::{ByColor, Color, Position, Setup, Square};

/// A way to write boards. [`parse`](super::parse) reads all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// 64 letters and the side to move, as in OBF and Zebra.
    Edax,
    /// Digits: `0` is black.
    Egaroucid,
    /// The property `BO` of GGF: the size, then rows.
    Ggf,
    /// The letters `b` and `w`.
    Ntest,
    /// Nine lines with coordinates, and a line with the side to move.
    Drawn,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 5] = [Dialect::Edax, Dialect::Egaroucid, Dialect::Ggf, Dialect::Ntest, Dialect::Drawn];
}

/// Writes the cells and the side to move, without the rules or the supply.
pub fn write(position: &Position) -> String {
    write_as(position, Dialect::Edax)
}

/// Writes the cells and the side to move, without a line break at the end.
pub fn write_as(position: &Position, dialect: Dialect) -> String {
    show(&position.setup(), dialect)
}

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
