//! What each move of a game cost, and where the lead changed.
//!
//! A [`Review`] names the [searches](Review::searches) that it needs, one per position, and takes in what they find, in any order.
//! A [`Plan`] sets their depths. Each search runs on one thread, from a clean state, in the canonical orientation of the position
//! ([`Analyst`]), so that a review depends on the game and the plan alone, and symmetric games have symmetric reviews.
//!
//! # What a move cost
//!
//! A position has one value. After a move it is the value of the position that the move leads to, backed up from the end of the
//! game: a position is worth what its search found or what the game shows, whichever is more for the side to move. So no move
//! gains, and the losses add up to the difference between the first value and the result.
//!
//! Judgements appear from the end of the game, as far as all later positions are known, and never change.
//!
//! Forced passes are not judged.

mod canonical;
mod error;
mod finding;
mod plan;

use outflank_engine::Score;
use outflank_rules::{Color, Game, Move, Position, Square, Status};

use error::LossError;

pub use canonical::{Canonical, Key};
pub use finding::{Analyst, Finding, Search};
pub use plan::{Effort, ParseEffortError, Plan};

/// How many discs a loss may be off after a search this deep, in 95 % of the cases.
pub fn error_bound(position: &Position, plies: u8) -> f32 {
    let empties = position.empty().len() as u8;
    if plies >= empties { 0.0 } else { LossError::of(position.rules(), plies, empties).bound }
}

/// The 95 % quantile of the normal distribution.
pub const QUANTILE: f32 = 1.645;

#[derive(Clone, Debug)]
pub struct Review {
    plan: Plan,
    /// The positions in which a move was played, and the last one unless the game is over.
    places: Vec<Place>,
    result: Option<Score>,
    judgements: Vec<Judgement>,
}

#[derive(Clone, Debug)]
struct Place {
    ply: usize,
    by: Color,
    empties: u8,
    played: Option<Square>,
    search: Search,
    evaluation: Option<Evaluation>,
}

#[derive(Clone, Debug)]
struct Evaluation {
    /// For Black, like all scores of a review.
    score: Score,
    line: Vec<Move>,
    is_exact: bool,
}

/// What a move was worth. Scores are for Black.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    pub ply: usize,
    pub by: Color,
    pub played: Square,
    pub best: Square,
    pub best_score: Score,
    pub score: Score,
    pub depth: u8,
    pub is_exact: bool,
    /// The loss is off by at most this many discs, in 95 % of the cases.
    pub error: f32,
    /// The standard deviation of the loss.
    pub deviation: f32,
    /// From the move played on, the best play for both sides.
    pub refutation: Vec<Move>,
    pub best_line: Vec<Move>,
}

impl Judgement {
    pub fn loss(&self) -> f32 {
        match self.by {
            Color::Black => self.best_score.discs() - self.score.discs(),
            Color::White => self.score.discs() - self.best_score.discs(),
        }
    }

    /// Whether the move lost at least this many discs with a probability of 95 %.
    pub fn surely_lost(&self, discs: f32) -> bool {
        self.loss() - QUANTILE * self.deviation >= discs
    }

    /// The leader after the move. Estimates below one disc count as even.
    pub fn ahead(&self) -> Option<Color> {
        self.leader(self.score)
    }

    pub fn turns_the_game(&self) -> bool {
        self.leader(self.best_score) != self.leader(self.score)
    }

    fn leader(&self, score: Score) -> Option<Color> {
        let even = if self.is_exact { 0.0 } else { 1.0 };
        match score.discs() {
            discs if discs > even => Some(Color::Black),
            discs if discs < -even => Some(Color::White),
            _ => None,
        }
    }
}

impl Review {
    pub fn of(game: &Game, plan: Plan) -> Review {
        let squares: Vec<Square> = game.placements().collect();
        let mut following = squares.as_slice();
        let mut places = Vec::new();
        for (ply, number) in game.plies().iter().zip(1..) {
            let Some(played) = ply.mv.square() else { continue };
            places.push(Place::new(&ply.before, number, Some(played), following, plan));
            following = &following[1..];
        }
        let result = game.outcome().map(|outcome| Score::from_discs(outcome.margin(Color::Black)));
        if matches!(game.position().status(), Status::Place(_)) && !places.is_empty() {
            places.push(Place::new(game.position(), game.plies().len() + 1, None, &[], plan));
        }
        let mut review = Review { plan, places, result, judgements: Vec::new() };
        review.judge();
        review
    }

    pub fn plan(&self) -> Plan {
        self.plan
    }

    pub fn searches(&self) -> impl DoubleEndedIterator<Item = &Search> {
        self.places.iter().rev().filter(|place| place.evaluation.is_none()).map(|place| &place.search)
    }

    /// The positions of the game. All of them have different keys.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.places.iter().map(|place| place.search.key())
    }

    /// Takes in the result of a search. Others change nothing.
    pub fn learn(&mut self, finding: &Finding) {
        let is_unanswered = |place: &&mut Place| place.evaluation.is_none() && place.search.is_answered_by(finding);
        let Some(place) = self.places.iter_mut().find(is_unanswered) else { return };
        let score = match place.by {
            Color::Black => finding.score,
            Color::White => -finding.score,
        };
        place.evaluation = Some(Evaluation { score, line: place.search.line(finding), is_exact: finding.is_exact });
        self.judge();
    }

    pub fn search_all(&mut self, analyst: &Analyst) {
        let searches: Vec<Search> = self.searches().cloned().collect();
        searches.iter().for_each(|search| self.learn(&analyst.find(search)));
    }

    pub fn is_complete(&self) -> bool {
        self.places.iter().all(|place| place.evaluation.is_some())
    }

    /// How much of the work is done, by a rough estimate.
    pub fn percent_done(&self) -> u8 {
        let work = |place: &Place| 1.7_f64.powi(i32::from(place.search.plies()));
        let all: f64 = self.places.iter().map(work).sum();
        let done: f64 = self.places.iter().filter(|place| place.evaluation.is_some()).map(work).sum();
        if self.is_complete() { 100 } else { (100.0 * done / all).min(99.0) as u8 }
    }

    pub fn judgements(&self) -> impl DoubleEndedIterator<Item = &Judgement> {
        self.judgements.iter()
    }

    pub fn worst(&self, most: usize) -> Vec<Judgement> {
        let mut costly: Vec<_> = self.judgements().filter(|judgement| judgement.loss() > 0.0).cloned().collect();
        costly.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        costly.truncate(most);
        costly
    }

    pub fn turning_points(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements().filter(|judgement| judgement.turns_the_game())
    }

    /// Backs up values from the end of the game as far as all positions are known.
    fn judge(&mut self) {
        let mut judgements = Vec::new();
        let mut next_ply = 0;
        let mut next = self.result.map(|score| Evaluation { score, line: Vec::new(), is_exact: true });
        for place in self.places.iter().rev() {
            let Some(found) = place.evaluation.clone() else { break };
            next = match place.played.zip(next) {
                None => Some(found),
                Some((played, mut after)) => {
                    if next_ply > place.ply + 1 {
                        after.line.insert(0, Move::Pass);
                    }
                    let judgement = place.judge(played, &found, &after);
                    let backed_up = Evaluation {
                        score: judgement.best_score,
                        line: judgement.best_line.clone(),
                        is_exact: judgement.is_exact,
                    };
                    judgements.push(judgement);
                    Some(backed_up)
                }
            };
            next_ply = place.ply;
        }
        judgements.reverse();
        self.judgements = judgements;
    }
}

impl Place {
    fn new(before: &Position, ply: usize, played: Option<Square>, following: &[Square], plan: Plan) -> Place {
        Place {
            ply,
            by: before.turn(),
            empties: before.empty().len() as u8,
            played,
            search: Search::new(before, following, plan.plies(before)),
            evaluation: None,
        }
    }

    fn judge(&self, played: Square, found: &Evaluation, after: &Evaluation) -> Judgement {
        let best = found.line.first().and_then(|mv| mv.square()).unwrap_or(played);
        let is_as_good = match self.by {
            _ if best == played => true,
            Color::Black => after.score >= found.score,
            Color::White => after.score <= found.score,
        };
        let is_exact = found.is_exact && after.is_exact;
        let LossError { deviation, bound } = match is_exact {
            true => LossError::NONE,
            false => LossError::of(self.search.position().rules(), self.search.plies(), self.empties),
        };
        let refutation = [&[Move::Place(played)], after.line.as_slice()].concat();
        Judgement {
            ply: self.ply,
            by: self.by,
            played,
            best: if is_as_good { played } else { best },
            best_score: if is_as_good { after.score } else { found.score },
            score: after.score,
            depth: self.search.plies(),
            is_exact,
            error: bound,
            deviation,
            best_line: if is_as_good { refutation.clone() } else { found.line.clone() },
            refutation,
        }
    }
}
