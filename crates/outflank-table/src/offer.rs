use std::fmt;

use outflank_rules::Color;

/// Something that needs the opponent's consent.
#[allow(missing_docs, reason = "the variants name their meaning")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    Draw,
    Takeback,
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

/// Pending offers, at most one of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(crate) draw: Option<Color>,
    pub(crate) takeback: Option<Color>,
    pub(crate) rematch: Option<Color>,
}

impl Offers {
    pub(crate) fn by(&self, offer: Offer) -> Option<Color> {
        match offer {
            Offer::Draw => self.draw,
            Offer::Takeback => self.takeback,
            Offer::Rematch => self.rematch,
        }
    }

    /// A move ends a takeback request, and declines the opponent's draw offer.
    pub(crate) fn lapse_by_move(&mut self, by: Color) {
        self.takeback = None;
        self.draw = self.draw.filter(|&offered_by| offered_by == by);
    }

    pub(crate) fn lapse(&mut self) {
        self.takeback = None;
        self.draw = None;
    }
}
