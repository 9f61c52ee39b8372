//! The engine looks at all positions of a game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review};

use super::answer::{Broken, Stage, Teller};
use super::brake::Brake;
use super::crew::{Bench, Job, Progress};

/// For so long a review keeps its thread before others have a turn. One search is never cut short for that.
const TURN: Duration = Duration::from_secs(1);

/// A review under way.
pub(super) struct Reading {
    game: Game,
    review: Review,
    plan: Plan,
    /// What was searched so far. Waiting costs nothing.
    spent: Duration,
    told: Arc<Report>,
    teller: Teller<Arc<Report>>,
}

impl Reading {
    pub(super) fn new(game: &Game, time: Duration, teller: Teller<Arc<Report>>) -> Reading {
        let (review, plan) = (Review::of(game), Plan::within(time));
        let told = Arc::new(Report::of(game, &review));
        Reading { game: game.clone(), review, plan, spent: Duration::ZERO, told, teller }
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
            if !self.review.judgements().eq(self.told.moves.iter().map(|judged| &judged.judgement)) {
                self.told = Arc::new(Report::of(&self.game, &self.review));
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
