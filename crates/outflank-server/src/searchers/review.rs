//! The engine looks at all positions of a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::review::{Judgement, Plan, Review};

use super::answer::{Broken, Stage, Teller};
use super::brake::Brake;
use super::crew::{Bench, Job, Progress};

/// For so long a review keeps its thread before others have a turn. One search is never cut short for that.
const TURN: Duration = Duration::from_secs(1);

/// The moves of a game that were judged, in their order.
pub(crate) type Judgements = Arc<[Judgement]>;

/// A review under way.
pub(super) struct Reading {
    review: Review,
    plan: Plan,
    /// What was searched so far. Waiting costs nothing.
    spent: Duration,
    told: Judgements,
    teller: Teller<Judgements>,
}

impl Reading {
    pub(super) fn new(game: &Game, time: Duration, teller: Teller<Judgements>) -> Reading {
        let (review, plan) = (Review::of(game), Plan::within(time));
        Reading { review, plan, spent: Duration::ZERO, told: Arc::new([]), teller }
    }
}

impl Job for Reading {
    fn work(&mut self, bench: &mut Bench, brake: &Brake) -> Progress {
        let began = Instant::now();
        while let Some(search) = self.plan.next(&self.review, self.spent) {
            let analysis = brake.search(&bench.engine, search.position, search.limits, |_| {});
            if brake.is_pulled() {
                return Progress::Done;
            }
            self.spent += analysis.time;
            self.review.learn(&search, &analysis);
            if !self.review.judgements().eq(self.told.iter()) {
                self.told = self.review.judgements().copied().collect();
                self.teller.tell(Stage::Found(Arc::clone(&self.told)));
            }
            if began.elapsed() >= TURN {
                return Progress::Again;
            }
        }
        self.teller.tell(Stage::Done(Arc::clone(&self.told)));
        Progress::Done
    }

    fn failed(&mut self) {
        self.teller.tell(Stage::Broken(Broken::Failed));
    }

    fn waits(&self, others: usize) {
        self.teller.waits(others);
    }
}
