use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup};

use super::goal::Goal;

#[derive(Debug)]
pub struct Step {
    pub title: &'static str,
    pub text: &'static str,
    pub(super) discs: ByColor<Bitboard>,
    pub(super) tasks: &'static [Task],
}

#[derive(Debug)]
pub struct Task {
    pub prompt: &'static str,
    pub(super) goal: Goal,
    pub(super) right: &'static str,
    pub(super) wrong: &'static str,
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
