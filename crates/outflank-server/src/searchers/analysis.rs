//! The engine looks at one position.

use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_rules::Position;

use super::answer::{Broken, Stage, Teller};
use super::brake::Brake;
use super::crew::{Bench, Job, Progress};

/// What somebody wants to know about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The position.
    pub(crate) position: Position,
    /// How many of the best moves to score.
    pub(crate) lines: usize,
    /// How long to search at most.
    pub(crate) time: Duration,
    /// How many plies to look ahead at most.
    pub(crate) depth: Option<u8>,
}

/// A question to be searched.
pub(super) struct Inquiry {
    pub(super) question: Question,
    pub(super) teller: Teller<Analysis>,
}

impl Job for Inquiry {
    fn work(&mut self, bench: &mut Bench, brake: &Brake) -> Progress {
        let Question { position, lines, time, depth } = self.question;
        let limits = Limits { depth, time: Some(time), lines, ..Limits::default() };
        let teller = self.teller.clone();
        let analysis = brake.search(&bench.engine, position, limits, move |analysis| {
            teller.tell(Stage::Found(analysis.clone()));
        });
        if !brake.is_pulled() {
            self.teller.tell(Stage::Done(analysis));
        }
        Progress::Done
    }

    fn failed(&mut self) {
        self.teller.tell(Stage::Broken(Broken::Failed));
    }

    fn waits(&self, others: usize) {
        self.teller.waits(others);
    }
}
