//! Analyzes the whole game search by search, and builds its report.

use std::time::Duration;

use outflank_engine::Analysis;
use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};

/// The first rough report takes a moment; this is for all of it.
const SEARCHED_FOR: Duration = Duration::from_secs(20);

#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    game: Game,
    review: Review,
    plan: Plan,
    spent: Duration,
    /// The current search. After an interruption it is requested again.
    asked: Option<Search>,
    is_over: bool,
    report: Report,
}

impl Sweep {
    pub(crate) fn of(game: &Game) -> Sweep {
        let review = Review::of(game);
        let report = Report::of(game, &review);
        let plan = Plan::within(SEARCHED_FOR);
        Sweep { game: game.clone(), review, plan, spent: Duration::ZERO, asked: None, is_over: false, report }
    }

    pub(crate) fn next(&mut self) -> Option<Search> {
        if self.asked.is_none() && !self.is_over {
            self.asked = self.plan.next(&self.review, self.spent);
            self.is_over = self.asked.is_none();
        }
        self.asked
    }

    pub(crate) fn learn(&mut self, analysis: &Analysis) {
        if let Some(search) = self.asked.take() {
            self.spent += analysis.time;
            self.review.learn(&search, analysis);
            self.report = Report::of(&self.game, &self.review);
        }
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn report(&self) -> &Report {
        &self.report
    }
}
