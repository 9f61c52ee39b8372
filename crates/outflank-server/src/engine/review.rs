//! The engine looks at all positions of a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review};

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};
use super::progress::{Broken, ProgressSender, Stage};

/// For so long a review keeps its thread before others have a turn. One search is never cut short for that.
const TURN: Duration = Duration::from_secs(1);

/// A review under way.
pub(super) struct ReviewJob {
    game: Game,
    review: Review,
    plan: Plan,
    /// What was searched so far. Waiting costs nothing.
    spent: Duration,
    told: Arc<Report>,
    progress: ProgressSender<Arc<Report>>,
}

impl ReviewJob {
    pub(super) fn new(game: &Game, time: Duration, progress: ProgressSender<Arc<Report>>) -> ReviewJob {
        let (review, plan) = (Review::of(game), Plan::within(time));
        let told = Arc::new(Report::of(game, &review));
        ReviewJob { game: game.clone(), review, plan, spent: Duration::ZERO, told, progress }
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
            if !self.review.judgements().eq(self.told.moves.iter().map(|judged| &judged.judgement)) {
                self.told = Arc::new(Report::of(&self.game, &self.review));
                self.progress.tell(Stage::Found(Arc::clone(&self.told)));
            }
            if began.elapsed() >= TURN {
                return Progress::Again;
            }
        }
        self.progress.tell(Stage::Done(Arc::clone(&self.told)));
        Progress::Done
    }

    fn failed(&mut self) {
        self.progress.tell(Stage::Broken(Broken::Failed));
    }

    fn waits(&self, others: usize) {
        self.progress.waits(others);
    }
}
