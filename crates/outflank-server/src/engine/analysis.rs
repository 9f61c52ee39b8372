//! The engine looks at one position.

use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_rules::Position;

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};
use super::progress::{Broken, ProgressSender, Stage};

/// What somebody wants to know about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AnalysisRequest {
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
pub(super) struct AnalysisJob {
    pub(super) question: AnalysisRequest,
    pub(super) progress: ProgressSender<Analysis>,
}

impl Job for AnalysisJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let AnalysisRequest { position, lines, time, depth } = self.question;
        let limits = Limits { depth, time: Some(time), lines, ..Limits::default() };
        let progress = self.progress.clone();
        let analysis = cancel.search(&worker.engine, position, limits, move |analysis| {
            progress.tell(Stage::Found(analysis.clone()));
        });
        if !cancel.is_cancelled() {
            self.progress.tell(Stage::Done(analysis));
        }
        Progress::Done
    }

    fn failed(&mut self) {
        self.progress.tell(Stage::Broken(Broken::Failed));
    }

    fn waits(&self, others: usize) {
        self.progress.waits(others);
    }
}
