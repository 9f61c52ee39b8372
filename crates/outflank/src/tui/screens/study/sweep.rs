//! A whole game looked at: the searches that a plan asks for, one after another, and the report of what they find out.

use std::time::Duration;

use outflank_engine::Analysis;
use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Plan, Review, Search};

/// How long the engine may search for a report: the rough picture comes at once, and this is what a whole game deserves.
const SEARCHED_FOR: Duration = Duration::from_secs(20);

/// A game that is looked at as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    game: Game,
    review: Review,
    plan: Plan,
    /// How long was searched so far.
    spent: Duration,
    /// What is searched, or was when the engine was stopped: it is asked for again.
    asked: Option<Search>,
    is_over: bool,
    report: Report,
}

impl Sweep {
    /// A game about which nothing is known yet.
    pub(crate) fn of(game: &Game) -> Sweep {
        let review = Review::of(game);
        let report = Report::of(game, &review);
        let plan = Plan::within(SEARCHED_FOR);
        Sweep { game: game.clone(), review, plan, spent: Duration::ZERO, asked: None, is_over: false, report }
    }

    /// What to search next; nothing once all is found out.
    pub(crate) fn next(&mut self) -> Option<Search> {
        if self.asked.is_none() && !self.is_over {
            self.asked = self.plan.next(&self.review, self.spent);
            self.is_over = self.asked.is_none();
        }
        self.asked
    }

    /// Takes in what the search that was asked for has found out.
    pub(crate) fn learn(&mut self, analysis: &Analysis) {
        if let Some(search) = self.asked.take() {
            self.spent += analysis.time;
            self.review.learn(&search, analysis);
            self.report = Report::of(&self.game, &self.review);
        }
    }

    /// Whether it waits for a search.
    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether there is nothing more to find out.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// What is known by now.
    pub(crate) fn report(&self) -> &Report {
        &self.report
    }
}
