//! A position with an explanation and something to do.

use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup};

use super::goal::Goal;

/// One position of the lesson.
#[derive(Debug)]
pub struct Step {
    /// A short heading.
    pub title: &'static str,
    /// What there is to know, in two or three short sentences.
    pub text: &'static str,
    /// The discs at the start. Black is to move.
    pub(super) discs: ByColor<Bitboard>,
    /// What to do, one after the other.
    pub(super) tasks: &'static [Task],
}

/// Something to do on the board of a [`Step`].
#[derive(Debug)]
pub struct Task {
    /// What to do, in one or two sentences.
    pub prompt: &'static str,
    /// Which moves are right.
    pub(super) goal: Goal,
    /// What to remember, said after a right move.
    pub(super) right: &'static str,
    /// Where to look instead, said after a wrong move. Empty where every legal move is right.
    pub(super) wrong: &'static str,
}

impl Step {
    /// The position at the start of the step.
    pub fn start(&self) -> Position {
        let setup = Setup::new(self.discs, Color::Black);
        Position::new(Rules::Standard, setup).expect("a drawn board has at most one disc on a square")
    }

    /// The tasks, in order.
    pub fn tasks(&self) -> &'static [Task] {
        self.tasks
    }
}
