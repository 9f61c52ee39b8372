use std::fmt;

use outflank_rules::{Color, Square};

use super::Solved;
use crate::puzzles::Scored;

/// What a move of the player does to the result. Scores are for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveVerdict {
    pub played: Scored,
    pub best: Scored,
    pub kind: MoveKind,
    pub opponent: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Of several moves, the only one with the best result.
    Only,
    Best,
    /// The same result by fewer discs.
    Keeps,
    /// A win becomes a draw or a loss, or a draw a loss.
    ThrowsAway,
}

impl MoveVerdict {
    pub(super) fn of(before: &Solved, square: Square) -> Option<MoveVerdict> {
        let (played, best) = (Scored { square, score: before.score(square)? }, before.best());
        let has_worse_result = |scored: &Scored| scored.score.signum() < best.score.signum();
        let others: Vec<&Scored> = before.moves().iter().filter(|scored| scored.square != square).collect();
        let kind = match played.score {
            score if score.signum() < best.score.signum() => MoveKind::ThrowsAway,
            score if score < best.score => MoveKind::Keeps,
            _ if !others.is_empty() && others.into_iter().all(has_worse_result) => MoveKind::Only,
            _ => MoveKind::Best,
        };
        Some(MoveVerdict { played, best, kind, opponent: !before.position().turn() })
    }

    pub fn loss(&self) -> u8 {
        self.best.score.abs_diff(self.played.score)
    }
}

impl fmt::Display for MoveVerdict {
    /// "e8 lets White draw; g7 still wins by 4."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveVerdict { played, best, kind, opponent } = *self;
        match (kind, played.score) {
            (MoveKind::Only, 1..) => write!(f, "{} is the only move that wins, by {}.", played.square, played.score),
            (MoveKind::Only, 0) => write!(f, "{} is the only move that draws.", played.square),
            (MoveKind::Only | MoveKind::Best, ..0) => write!(f, "{}; no move loses less.", played.result()),
            (MoveKind::Best, _) => write!(f, "{}.", played.result()),
            (MoveKind::Keeps, _) => write!(f, "{}; {}.", played.result(), best.result()),
            (MoveKind::ThrowsAway, score) => {
                write!(f, "{} lets {} ", played.square, opponent.title())?;
                match score {
                    0 => f.write_str("draw")?,
                    _ => write!(f, "win by {}", score.unsigned_abs())?,
                }
                match best.score {
                    0 => write!(f, "; {} still draws.", best.square),
                    score => write!(f, "; {} still wins by {score}.", best.square),
                }
            }
        }
    }
}

/// The result of a puzzle that was played out, and that of best play. Both are for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub player: Color,
    /// Empty squares count for the winner, as in all scores.
    pub margin: i8,
    pub promised: i8,
    pub empty: u32,
}

impl Ending {
    pub fn is_as_promised(&self) -> bool {
        self.margin >= self.promised
    }
}

impl fmt::Display for Ending {
    /// "Black wins by 4, the best possible result." or "A draw; best play wins by 4."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let player = self.player.title();
        match self.margin {
            margin @ 1.. => write!(f, "{player} wins by {margin}")?,
            0 => f.write_str("A draw")?,
            margin => write!(f, "{player} loses by {}", margin.unsigned_abs())?,
        }
        match self.is_as_promised() {
            true => f.write_str(", the best possible result.")?,
            false => write!(f, "; best play wins by {}.", self.promised)?,
        }
        match self.margin != 0 && self.empty > 0 {
            true => f.write_str(" Empty squares count for the winner."),
            false => Ok(()),
        }
    }
}
