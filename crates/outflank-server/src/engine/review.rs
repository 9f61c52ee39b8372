use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review};

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};
use super::progress::{Broken, ProgressSender, Stage};

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
