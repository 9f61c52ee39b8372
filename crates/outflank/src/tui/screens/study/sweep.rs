//! Analyzes the whole game search by search, and builds its report: a quick one first.

use outflank_engine::Analysis;
use outflank_rules::Game;
use outflank_study::report::Report;
use outflank_study::review::{Effort, Review, Search};

const EFFORTS: [Effort; 2] = [Effort::Quick, Effort::Standard];

#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    game: Game,
    /// Of each effort, up to the current one.
    reviews: Vec<Review>,
    /// The current search. After an interruption it is requested again.
    asked: Option<Search>,
    report: Report,
}

impl Sweep {
    pub(crate) fn of(game: &Game) -> Sweep {
        let review = Review::of(game, EFFORTS[0].into());
        let report = Report::of(game, &review);
        Sweep { game: game.clone(), reviews: vec![review], asked: None, report }
    }

    pub(crate) fn next(&mut self) -> Option<&Search> {
        if self.asked.is_none() {
            let next = self.current().searches().next().cloned();
            self.asked = next;
        }
        self.asked.as_ref()
    }

    pub(crate) fn learn(&mut self, analysis: &Analysis) {
        let Some(finding) = self.asked.take().and_then(|search| search.finding(analysis)) else { return };
        let is_first = self.reviews.len() == 1;
        let review = self.reviews.last_mut().expect("there is always one");
        review.learn(&finding);
        // Values of different efforts are never mixed.
        if is_first || review.is_complete() {
            self.report = Report::of(&self.game, review);
        }
        if review.is_complete()
            && let Some(&effort) = EFFORTS.get(self.reviews.len())
        {
            self.reviews.push(Review::of(&self.game, effort.into()));
        }
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.asked.is_some()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.current().is_complete()
    }

    pub(crate) fn report(&self) -> &Report {
        &self.report
    }

    fn current(&self) -> &Review {
        self.reviews.last().expect("there is always one")
    }
}
