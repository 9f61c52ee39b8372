//! One name for all positions that are the same when the board is turned and the colours are exchanged.

use std::fmt;

use outflank_rules::{ByColor, Color, Position, Setup, Square, Symmetry};

/// A position as all positions are seen that are the same but for turning the board and exchanging the colours: Black is to move, and of
/// the eight ways to lay the board it is the least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canonical {
    position: Position,
    /// How the board was turned.
    symmetry: Symmetry,
}

impl Canonical {
    /// The canonical form of a position.
    pub fn of(position: &Position) -> Canonical {
        let Setup { discs, turn, supply } = position.setup();
        // No rule tells the colours apart.
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

    /// The position in this form.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where a square of this form is on the board that it was made from.
    pub fn back(&self, square: Square) -> Square {
        self.symmetry.inverse().square(square)
    }

    /// The name of the position.
    pub fn key(&self) -> Key {
        let Setup { discs, supply, .. } = self.position.setup();
        let supply = supply.map(|supply| format!(" {} {}", supply.black, supply.white)).unwrap_or_default();
        let (own, other) = (discs.black.bits(), discs.white.bits());
        Key(format!("{} {own:016x} {other:016x}{supply}", self.position.rules()))
    }
}

/// The name of a position in its [canonical](Canonical) form: its rules, the discs of who is to move, those of the other, and the supply where
/// it counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name that was kept.
    pub(crate) fn kept(text: String) -> Key {
        Key(text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
