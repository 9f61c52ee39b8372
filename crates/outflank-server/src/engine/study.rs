use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_rules::Position;

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};
use super::progress::{Broken, ProgressSender, Stage};

#[derive(Clone, Copy, Debug)]
pub(crate) struct AnalysisRequest {
    pub(crate) position: Position,
    pub(crate) lines: usize,
    pub(crate) time: Duration,
    pub(crate) depth: Option<u8>,
}

pub(super) struct AnalysisJob {
    pub(super) request: AnalysisRequest,
    pub(super) progress: ProgressSender<Analysis>,
}

impl Job for AnalysisJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let AnalysisRequest { position, lines, time, depth } = self.request;
        let limits = Limits { depth, time: Some(time), lines, ..Limits::default() };
        let progress = self.progress.clone();
        let analysis = cancel.search(worker.analyst.large(), position, limits, move |analysis| {
            progress.send(Stage::Found(analysis.clone()));
        });
        if !cancel.is_cancelled() {
            self.progress.send(Stage::Done(analysis));
        }
        Progress::Done
    }

    fn failed(&mut self) {
        self.progress.send(Stage::Broken(Broken::Failed));
    }

    fn queued(&self, ahead: usize) {
        self.progress.queued(ahead);
    }
}
