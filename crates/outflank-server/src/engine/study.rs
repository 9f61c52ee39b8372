//! Searches for people who study: one position, or every move of a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_engine::{Analysis, Limits};
use outflank_rules::{Game, Position};
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review};

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
        let analysis = cancel.search(&worker.engine, position, limits, move |analysis| {
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

/// A review yields its thread to other jobs after this time, between searches.
const TURN: Duration = Duration::from_secs(1);

pub(super) struct ReviewJob {
    game: Game,
    review: Review,
    plan: Plan,
    /// Search time only.
    spent: Duration,
    latest: Arc<Report>,
    progress: ProgressSender<Arc<Report>>,
}

impl ReviewJob {
    pub(super) fn new(game: &Game, time: Duration, progress: ProgressSender<Arc<Report>>) -> ReviewJob {
        let (review, plan) = (Review::of(game), Plan::within(time));
        let latest = Arc::new(Report::of(game, &review));
        ReviewJob { game: game.clone(), review, plan, spent: Duration::ZERO, latest, progress }
    }
}

impl Job for ReviewJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        let began = Instant::now();
        while let Some(search) = self.plan.next(&self.review, self.spent) {
            let analysis = cancel.search(&worker.engine, search.position, search.limits, |_| {});
            if cancel.is_cancelled() {
                return Progress::Done;
            }
            self.spent += analysis.time;
            self.review.learn(&search, &analysis);
            if !self.review.judgements().eq(self.latest.moves.iter().map(|judged| &judged.judgement)) {
                self.latest = Arc::new(Report::of(&self.game, &self.review));
                self.progress.send(Stage::Found(Arc::clone(&self.latest)));
            }
            if began.elapsed() >= TURN {
                return Progress::Unfinished;
            }
        }
        self.progress.send(Stage::Done(Arc::clone(&self.latest)));
        Progress::Done
    }

    fn failed(&mut self) {
        self.progress.send(Stage::Broken(Broken::Failed));
    }

    fn queued(&self, ahead: usize) {
        self.progress.queued(ahead);
    }
}
