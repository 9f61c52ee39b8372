//! "How to play": an interactive lesson of eight positions, shared by the page and the terminal.
//!
//! A [`Step`] has a position, an explanation and one or two [`Task`]s. An [`Attempt`] takes moves and returns [`Feedback`].

mod attempt;
mod goal;
mod steps;

use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup};

pub use attempt::{Attempt, Feedback, MoveVerdict};
use goal::Goal;

pub const TITLE: &str = "How to play";

pub const CLOSING: &str = "Good players take corners, stay away from the squares next to them, and flip few discs early \
                           on. Now it's your turn.";

pub fn steps() -> &'static [Step] {
    &steps::STEPS
}

#[derive(Debug)]
pub struct Step {
    pub title: &'static str,
    pub text: &'static str,
    discs: ByColor<Bitboard>,
    tasks: &'static [Task],
}

#[derive(Debug)]
pub struct Task {
    pub prompt: &'static str,
    goal: Goal,
    right: &'static str,
    wrong: &'static str,
}

impl Step {
    pub fn start(&self) -> Position {
        let setup = Setup::new(self.discs, Color::Black);
        Position::new(Rules::Standard, setup).expect("a drawn board has at most one disc on a square")
    }

    pub fn tasks(&self) -> &'static [Task] {
        self.tasks
    }
}
