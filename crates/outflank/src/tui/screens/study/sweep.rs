//! Analyzes the whole game search by search, and builds its report: a quick one first, then the standard one, and on request
//! a deep one.

use outflank_engine::Analysis;
use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Effort, Review, Search};

#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    game: Game,
    review: Review,
    /// The current search. After an interruption it is requested again.
    asked: Option<Search>,
    report: Report,
}

impl Sweep {
    pub(crate) fn of(game: &Game) -> Sweep {
        let review = Review::of(game, Effort::Quick.into());
        let report = Report::of(game, &review);
        Sweep { game: game.clone(), review, asked: None, report }
    }

    pub(crate) fn next(&mut self) -> Option<&Search> {
        if self.asked.is_none() {
            let next = self.review.searches().next().cloned();
            self.asked = next;
        }
        self.asked.as_ref()
    }

    pub(crate) fn learn(&mut self, analysis: &Analysis) {
        let Some(finding) = self.asked.take().and_then(|search| search.finding(analysis)) else { return };
        self.review.learn(&finding);
        let (is_first, is_complete) = (self.effort() == Effort::Quick, self.review.is_complete());
        // Values of different efforts are never mixed.
        if is_first || is_complete {
            self.report = Report::of(&self.game, &self.review);
        }
        if is_first && is_complete {
            self.deepen();
        }
    }

    pub(crate) fn deepen(&mut self) -> Option<Effort> {
        let effort = self.next_effort()?;
        self.review = Review::of(&self.game, effort.into());
        Some(effort)
    }

    pub(crate) fn next_effort(&self) -> Option<Effort> {
        Effort::NAMED.into_iter().skip_while(|&effort| effort != self.effort()).nth(1)
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.review.is_complete()
    }

    pub(crate) fn is_partial(&self) -> bool {
        self.effort() == Effort::Quick && !self.is_over()
    }

    pub(crate) fn percent_done(&self) -> u8 {
        self.review.percent_done()
    }

    pub(crate) fn effort(&self) -> Effort {
        self.review.plan().effort()
    }

    pub(crate) fn report(&self) -> &Report {
        &self.report
    }
}
