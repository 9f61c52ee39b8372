use std::cmp::Ordering;
use std::fmt;

use outflank_rules::{ByColor, Color, Position, Setup, Square, Symmetry};

/// Stands for all positions that are equal up to symmetry and exchange of colours: Black to move, and of the eight symmetries the
/// least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canonical {
    position: Position,
    symmetry: Symmetry,
}

impl Canonical {
    /// The moves that follow in the game choose between symmetries with the same board, so that symmetric games are mapped alike.
    pub fn of(position: &Position, following: &[Square]) -> Canonical {
        let Setup { discs, turn, supply } = position.setup();
        // No rules depend on the colours.
        let for_black = |color: Color| match turn {
            Color::Black => color,
            Color::White => !color,
        };
        let discs = ByColor::from_fn(|color| discs[for_black(color)]);
        let supply = supply.map(|supply| ByColor::from_fn(|color| supply[for_black(color)]));
        let least = Symmetry::ALL.into_iter().min_by(|&a, &b| {
            let board =
                |symmetry: Symmetry| (symmetry.bitboard(discs.black).bits(), symmetry.bitboard(discs.white).bits());
            board(a).cmp(&board(b)).then_with(|| compare(following, a, b))
        });
        let symmetry = least.expect("there are eight of them");
        let setup = Setup { discs: discs.map(|set| symmetry.bitboard(set)), turn: Color::Black, supply };
        let position = Position::new(position.rules(), setup).expect("a turned position is as valid as the position");
        Canonical { position, symmetry }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Maps a square of the original board to the canonical one.
    pub fn square(&self, square: Square) -> Square {
        self.symmetry.square(square)
    }

    pub fn back(&self, square: Square) -> Square {
        self.symmetry.inverse().square(square)
    }

    pub(super) fn mapping(&self, from: Square, to: Square) -> Option<Symmetry> {
        let is_same = |symmetry: &Symmetry| symmetry.position(&self.position) == self.position;
        Symmetry::ALL.into_iter().filter(is_same).find(|symmetry| symmetry.square(from) == to)
    }

    pub fn key(&self) -> Key {
        let Setup { discs, supply, .. } = self.position.setup();
        let supply = supply.map(|supply| format!(" {} {}", supply.black, supply.white)).unwrap_or_default();
        let (own, other) = (discs.black.bits(), discs.white.bits());
        Key(format!("{} {own:016x} {other:016x}{supply}", self.position.rules()))
    }
}

fn compare(squares: &[Square], a: Symmetry, b: Symmetry) -> Ordering {
    let mapped = |symmetry: Symmetry| squares.iter().map(move |&square| symmetry.square(square) as u8);
    mapped(a).cmp(mapped(b))
}

/// Rules, discs of the side to move, discs of the opponent, and the supply where the rules limit it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A key that was stored as text.
    pub fn from_stored(text: String) -> Key {
        Key(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
