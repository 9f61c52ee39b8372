//! Reasons for a bad move, from lines of play.
//!
//! The line after the move and the line after the best move are walked on boards, and what happens in one of them only is a reason.
//! Each family of facts is a file. A fact must hold on the boards of both lines, and the thresholds were set on mistakes in tournament
//! games: a fact counts only if it holds much more often for the bad move than for the best one. `tests/it/why` checks reasons
//! with code of its own.

mod corners;
mod discs;
mod edges;
mod fact;
mod force;
mod lines;
mod mobility;
mod one_ply;
mod parity;
mod passes;
mod squares;
mod stable;
mod tempo;
#[cfg(test)]
mod tests;
mod text;
mod theme;

use std::cmp::Reverse;

use outflank_rules::{Move, Position};
use strum::VariantNames;

pub use edges::Edge;
pub use fact::{Ending, Fact};
use lines::Compared;
pub(crate) use lines::could_play;
pub use theme::{ParseThemeError, Theme};

/// A fact with the moves that show it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    pub fact: Fact,
    /// From the position before the mistake, beginning with the mistake or with the best move.
    pub line: Vec<Move>,
}

/// What a mistake cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    pub discs: f32,
    pub is_exact: bool,
}

/// The most important reasons, at most [`Reason::MOST`].
///
/// `refutation` begins with the move played, `best_line` with the best move; best play for both sides follows. Where a line is a
/// single move, only what the next turn can bring is a reason, and there may be none.
pub fn why(before: &Position, refutation: &[Move], best_line: &[Move], loss: Loss) -> Vec<Reason> {
    let mut reasons = all(before, refutation, best_line, loss).into_iter();
    let Some(first) = reasons.next() else { return Vec::new() };
    let second = reasons.find(|second| second.theme().is_some_and(|theme| first.theme() != Some(theme)));
    [Some(first), second].into_iter().flatten().collect()
}

impl Reason {
    pub const MOST: usize = 2;

    /// All kinds, such as `gave-corner`.
    pub const KINDS: &[&str] = <Fact as VariantNames>::VARIANTS;

    pub fn kind(&self) -> &'static str {
        self.fact.kind()
    }

    /// `None` if there is nothing but a line and its value.
    pub fn theme(&self) -> Option<Theme> {
        self.fact.theme()
    }

    /// The largest is the most important: grave facts, and those that show soon.
    fn weight(&self, is_ending: bool) -> i32 {
        const PER_PLY: i32 = 15;
        self.fact.gravity(is_ending) - PER_PLY * self.line.len() as i32
    }
}

/// The most important first.
fn all(before: &Position, refutation: &[Move], best_line: &[Move], loss: Loss) -> Vec<Reason> {
    let Some(compared) = Compared::new(before, refutation, best_line, loss) else { return Vec::new() };
    let mut reasons = Vec::new();
    let families = [
        discs::reasons,
        corners::reasons,
        passes::reasons,
        mobility::reasons,
        parity::reasons,
        edges::reasons,
        stable::reasons,
        tempo::reasons,
        squares::reasons,
        one_ply::reasons,
    ];
    families.into_iter().for_each(|family| family(&compared, &mut reasons));
    let is_ending = compared.are_both_over();
    reasons.sort_by_key(|reason| Reverse(reason.weight(is_ending)));
    reasons
}
