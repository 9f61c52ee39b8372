use crate::{ByColor, Color};

/// The end of a game on the board.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Outcome {
    pub discs: ByColor<u8>,
    pub cause: Cause,
}

/// Why a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Cause {
    /// Neither side has a move.
    NobodyCanPlay,
    /// This player has a move, but no disc left to place.
    NoDiscLeft(Color),
}

impl Outcome {
    /// The side with more discs, or `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        use std::cmp::Ordering::*;
        match self.discs.black.cmp(&self.discs.white) {
            Greater => Some(Color::Black),
            Less => Some(Color::White),
            Equal => None,
        }
    }

    /// The score in tournaments and databases: empty squares go to the winner, or are shared.
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

    /// The difference of the [`Outcome::tournament_score`] for `color`.
    pub fn margin(&self, color: Color) -> i8 {
        let score = self.tournament_score();
        score[color] as i8 - score[!color] as i8
    }
}
