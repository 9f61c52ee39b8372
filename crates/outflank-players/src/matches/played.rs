//! A game of a match that is over.

use outflank_formats::Record;
use outflank_rules::Color;

use super::Side;
use crate::FaultKind;

/// A game of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the match, counted from 0. Games 0 and 1 have the same opening, and so on.
    pub number: usize,
    /// Who had Black.
    pub black: Side,
    /// The moves, with what the players said and how long they took.
    pub record: Record,
    /// How it ended.
    pub ending: Ending,
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was played out.
    Board,
    /// A player gave it up.
    Resignation {
        /// Who.
        by: Side,
    },
    /// A player did not do its part.
    Fault {
        /// Who.
        by: Side,
        /// What it did.
        kind: FaultKind,
        /// What happened, in a sentence.
        message: String,
    },
}

/// By what a game is won that the board has not decided: the whole board.
const WHOLE_BOARD: i8 = 64;

impl Played {
    /// Which pair of games it belongs to, counted from 0.
    pub fn pair(&self) -> usize {
        self.number / 2
    }

    /// The colour of a side.
    pub fn color_of(&self, side: Side) -> Color {
        if side == self.black { Color::Black } else { Color::White }
    }

    /// By how many discs a side won, or lost when negative. Empty squares go to the winner, and the whole board to who
    /// wins otherwise than on the board.
    pub fn margin(&self, side: Side) -> i8 {
        match self.ending {
            // A game that ended on the board is over there.
            Ending::Board => self.record.game().outcome().map_or(0, |outcome| outcome.margin(self.color_of(side))),
            Ending::Resignation { by } | Ending::Fault { by, .. } if by == side => -WHOLE_BOARD,
            Ending::Resignation { .. } | Ending::Fault { .. } => WHOLE_BOARD,
        }
    }
}
