//! What players can offer each other.

use std::fmt;

use outflank_rules::Color;

/// Something that a player can ask for and the opponent must agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To call the game a draw.
    Draw,
    /// To take back a move.
    Takeback,
    /// To play another game.
    Rematch,
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Offer::Draw => "draw",
            Offer::Takeback => "takeback",
            Offer::Rematch => "rematch",
        })
    }
}

/// The offers that wait for an answer, by who made them. There is never more than one of a kind: two that cross are
/// an agreement, or the second has to wait.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(crate) draw: Option<Color>,
    pub(crate) takeback: Option<Color>,
    pub(crate) rematch: Option<Color>,
}

impl Offers {
    /// Who made the offer of this kind.
    pub(crate) fn by(&self, offer: Offer) -> Option<Color> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Rematch => self.rematch,
        }
    }

    /// Forgets what lapses with a move of `by`: a question to take back something, and the opponent's draw offer,
    /// which is declined by playing on.
    pub(crate) fn lapse_by_move(&mut self, by: Color) {
        self.takeback = None;
        self.draw = self.draw.filter(|&offered_by| offered_by == by);
    }

    /// Forgets everything that concerned the game on the board.
    pub(crate) fn lapse(&mut self) {
        self.takeback = None;
        self.draw = None;
    }
}
