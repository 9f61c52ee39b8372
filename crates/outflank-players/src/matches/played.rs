use outflank_formats::Record;
use outflank_rules::Color;

use super::Side;
use crate::FaultKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    pub number: usize,
    pub black: Side,
    pub record: Record,
    pub ending: MatchEnding,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnding {
    Board,
    Resignation { by: Side },
    Fault { by: Side, kind: FaultKind, message: String },
}

const FORFEIT: i8 = 64;

impl MatchGame {
    pub fn pair(&self) -> usize {
        self.number / 2
    }

    pub fn color_of(&self, side: Side) -> Color {
        if side == self.black { Color::Black } else { Color::White }
    }

    /// The margin in discs for a side. Empty squares go to the winner; a forfeit scores -64.
    pub fn margin(&self, side: Side) -> i8 {
        match self.ending {
            MatchEnding::Board => self.record.game().outcome().map_or(0, |outcome| outcome.margin(self.color_of(side))),
            MatchEnding::Resignation { by } | MatchEnding::Fault { by, .. } if by == side => -FORFEIT,
            MatchEnding::Resignation { .. } | MatchEnding::Fault { .. } => FORFEIT,
        }
    }
}
