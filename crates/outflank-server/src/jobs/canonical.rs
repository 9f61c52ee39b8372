use std::fmt;

use outflank_rules::{ByColor, Color, Position, Setup, Square, Symmetry};

/// Stands for all positions that are equal up to symmetry and exchange of colours: Black to move, and of the eight
/// symmetries the least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canonical {
    position: Position,
    symmetry: Symmetry,
}

impl Canonical {
    pub fn of(position: &Position) -> Canonical {
        let Setup { discs, turn, supply } = position.setup();
        // No rules depend on the colours.
        let for_black = |color: Color| match turn {
            Color::Black => color,
            Color::White => !color,
        };
        let discs = ByColor::from_fn(|color| discs[for_black(color)]);
        let supply = supply.map(|supply| ByColor::from_fn(|color| supply[for_black(color)]));
        let turned = Symmetry::ALL.map(|symmetry| (discs.map(|set| symmetry.bitboard(set)), symmetry));
        let least = turned.into_iter().min_by_key(|(discs, _)| (discs.black.bits(), discs.white.bits()));
        let (discs, symmetry) = least.expect("there are eight of them");
        let setup = Setup { discs, turn: Color::Black, supply };
        let position = Position::new(position.rules(), setup).expect("a turned position is as valid as the position");
        Canonical { position, symmetry }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Maps a square of the canonical board back to the original board.
    pub fn back(&self, square: Square) -> Square {
        self.symmetry.inverse().square(square)
    }

    pub fn key(&self) -> Key {
        let Setup { discs, supply, .. } = self.position.setup();
        let supply = supply.map(|supply| format!(" {} {}", supply.black, supply.white)).unwrap_or_default();
        let (own, other) = (discs.black.bits(), discs.white.bits());
        Key(format!("{} {own:016x} {other:016x}{supply}", self.position.rules()))
    }
}

/// Rules, discs of the side to move, discs of the opponent, and the supply where the rules limit it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn from_stored(text: String) -> Key {
        Key(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
