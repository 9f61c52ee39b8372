//! How a game ended on the board.

use crate::{ByColor, Color};

/// The end of a game that was played out: the discs on the board and why no more are placed.
///
/// ```
/// use outflank_rules::{ByColor, Cause, Color, Outcome};
///
/// let outcome = Outcome { discs: ByColor { black: 13, white: 0 }, cause: Cause::NobodyCanPlay };
/// assert_eq!(outcome.winner(), Some(Color::Black));
/// assert_eq!(outcome.tournament_score(), ByColor { black: 64, white: 0 });
/// assert_eq!(outcome.margin(Color::White), -64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Outcome {
    /// The discs of each colour on the board.
    pub discs: ByColor<u8>,
    /// Why the game ended.
    pub cause: Cause,
}

/// Why a game that was played out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Cause {
    /// Neither side has a square to play; most often the board is full.
    NobodyCanPlay,
    /// This player has a square to play, but no disc left to put there.
    NoDiscLeft(Color),
}

impl Outcome {
    /// The side with more discs on the board, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        use std::cmp::Ordering::*;
        match self.discs.black.cmp(&self.discs.white) {
            Greater => Some(Color::Black),
            Less => Some(Color::White),
            Equal => None,
        }
    }

    /// The score as tournaments, databases and engines count it: the empty squares go to the winner, and are
    /// shared after a draw, so that both sides add up to 64.
    pub fn tournament_score(&self) -> ByColor<u8> {
        let empty = 64_u8.saturating_sub(self.discs.black).saturating_sub(self.discs.white);
        match self.winner() {
            // Equal counts leave an even number of empty squares.
            None => self.discs.map(|discs| discs + empty / 2),
            Some(winner) => {
                let mut score = self.discs;
                score[winner] += empty;
                score
            }
        }
    }

    /// By how much `color` won (or lost, when negative), counted as in [`Outcome::tournament_score`].
    pub fn margin(&self, color: Color) -> i8 {
        let score = self.tournament_score();
        score[color] as i8 - score[!color] as i8
    }
}
