//! Every move of a game judged: what it cost its player, which cost most, and where the game turned.
//!
//! A [`Review`] knows a game and takes in what an engine finds out about its positions, in any order. Which searches to make, so
//! that a rough picture comes first, is a [`Plan`]. Neither of them searches or reads a clock: who has an engine asks the plan,
//! searches, and tells the review.
//!
//! # What a move cost
//!
//! A move is compared with the best one *at the same depth*. A search that looks `d` plies ahead from the position before the move has
//! looked `d - 1` plies ahead from the position after any of its moves; so the position after the move that was played is searched
//! `d - 1` plies deep, and the difference is what the move cost. Two searches of the same depth would not do: their values differ by whose
//! turn it is in the end, and every second move would look bad. A search of several lines would do as well, but it pays for lines that nobody
//! asked about.
//!
//! - A move that the engine would have played costs nothing, and needs no second search.
//! - Searches that cut off what looks hopeless may contradict each other by a little. If the played move comes out better than
//!   the best one, it is the best one.
//! - Once the positions before and after a move are solved, their difference is what it cost against perfect play. Then the costs of
//!   the moves from there to the end add up to the difference between the best result and the one on the board.
//!
//! Forced passes are nobody's choice and are not judged.

mod plan;

use outflank_engine::{Analysis, Score};
use outflank_rules::{Color, Game, Move, Position, Square, Status};

pub use plan::{Plan, Search};

/// A game with what is known about its moves.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Engine;
/// use outflank_formats::plain;
/// use outflank_rules::Square;
/// use outflank_study::review::{Plan, Review};
///
/// // Black can take everything, and does not.
/// let record = plain::parse("board -XO-----XO------X----------------------------------------------- X\nc2")?.check()?;
/// let mut review = Review::of(record.game());
/// let mut plan = Plan::within(Duration::from_secs(1));
/// let (engine, mut spent) = (Engine::default(), Duration::ZERO);
/// while let Some(search) = plan.next(&review, spent) {
///     let analysis = engine.analyze(search.position, search.limits);
///     spent += analysis.time;
///     review.learn(&search, &analysis);
/// }
/// let judged = review.judgements().next().expect("there is a move");
/// assert_eq!((judged.ply, judged.best), (1, Square::D1));
/// assert!(judged.loss() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Review {
    /// The placements in their order.
    placements: Vec<Placement>,
    /// The position at the end.
    end: Position,
    /// What is known about the position at the end.
    end_known: Option<Known>,
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// The number of the ply in the game, counted from 1 with the passes.
    pub ply: usize,
    /// Who moved.
    pub by: Color,
    /// What was played.
    pub played: Square,
    /// What would have been best. It is what was played, if that was as good.
    pub best: Square,
    /// What the game was worth for Black after the best move.
    pub best_score: Score,
    /// What it was worth for Black after the move that was played.
    pub score: Score,
    /// How many plies the search looked ahead.
    pub depth: u8,
    /// Whether the scores are those of perfect play.
    pub is_exact: bool,
}

impl Judgement {
    /// What the move cost its player, in discs. Never negative.
    pub fn loss(&self) -> f32 {
        match self.by {
            Color::Black => self.best_score.discs() - self.score.discs(),
            Color::White => self.score.discs() - self.best_score.discs(),
        }
    }

    /// Who is ahead after the move. What was not searched to the end is not known to a disc, and then less than that is even.
    pub fn ahead(&self) -> Option<Color> {
        self.leader(self.score)
    }

    /// Whether another side is ahead after the move than would have been after the best one.
    pub fn turns_the_game(&self) -> bool {
        self.leader(self.best_score) != self.leader(self.score)
    }

    /// Who is ahead. What was not searched to the end is not known to a disc.
    fn leader(&self, score: Score) -> Option<Color> {
        let even = if self.is_exact { 0.0 } else { 1.0 };
        match score.discs() {
            discs if discs > even => Some(Color::Black),
            discs if discs < -even => Some(Color::White),
            _ => None,
        }
    }
}

/// A placement and what is known about it.
#[derive(Clone, Copy, Debug)]
struct Placement {
    /// Its number among the plies, counted from 1.
    ply: usize,
    before: Position,
    played: Square,
    /// What the position before it is worth.
    known: Option<Known>,
    /// What the position after it is worth, to be compared with that.
    after: Option<Known>,
    judgement: Option<Judgement>,
}

/// What a search found out about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Known {
    /// What it is worth for Black.
    score: Score,
    /// What to play; nothing if the game is over.
    best: Option<Square>,
    depth: u8,
    is_exact: bool,
}

/// A position of a game that can be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The position before a placement, or at the end of the game. Placements are counted from 0.
    Before(usize),
    /// The position after a placement, to be compared with the best move of the position before it.
    After(usize),
}

impl Review {
    /// A game about which nothing is known yet, except how it ended if it was played out.
    pub fn of(game: &Game) -> Review {
        let placements = game.plies().iter().zip(1..).filter_map(|(ply, number)| {
            let played = ply.mv.square()?;
            Some(Placement { ply: number, before: ply.before, played, known: None, after: None, judgement: None })
        });
        let end_known = game.outcome().map(|outcome| Known {
            score: Score::from_discs(outcome.margin(Color::Black)),
            best: None,
            depth: 0,
            is_exact: true,
        });
        Review { placements: placements.collect(), end: *game.position(), end_known }
    }

    /// Takes in what a search found out. Less than what is known changes nothing.
    pub fn learn(&mut self, search: &Search, analysis: &Analysis) {
        let Some(found) = Known::of(&search.position, analysis) else { return };
        match search.about {
            About::Before(index) => {
                let place = match self.placements.get_mut(index) {
                    Some(placement) => &mut placement.known,
                    None => &mut self.end_known,
                };
                if place.is_none_or(|known| found.is_better_than(known)) {
                    *place = Some(found);
                    self.settle(index);
                    index.checked_sub(1).into_iter().for_each(|index| self.settle(index));
                }
            }
            About::After(index) => {
                if let Some(placement) = self.placements.get_mut(index) {
                    placement.after = Some(found);
                    self.settle(index);
                }
            }
        }
    }

    /// The moves that were judged so far, in their order.
    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.placements.iter().filter_map(|placement| placement.judgement.as_ref())
    }

    /// The moves that cost most, the worst first. Moves that cost nothing are not among them.
    pub fn worst(&self, most: usize) -> Vec<Judgement> {
        let mut costly: Vec<_> = self.judgements().filter(|judgement| judgement.loss() > 0.0).copied().collect();
        costly.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        costly.truncate(most);
        costly
    }

    /// The moves after which another side was ahead than before.
    pub fn turning_points(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements().filter(|judgement| judgement.turns_the_game())
    }

    /// Judges a placement, if what is known about it can be compared.
    fn settle(&mut self, index: usize) {
        let next = self.known_before(index + 1);
        let Some(placement) = self.placements.get_mut(index) else { return };
        let (Some(known), by) = (placement.known, placement.before.turn()) else { return };
        let Some(best) = known.best else { return };
        let after = match next {
            // However deep one searches a game that is over, this is what comes out.
            Some(next) if next.best.is_none() || (known.is_exact && next.is_exact) => next,
            _ if best == placement.played => known,
            _ => match placement.after {
                // A search that was to look less far and still solved the position has found what it asked for.
                Some(after) if after.is_exact || known.depth.checked_sub(1) == Some(after.depth) => after,
                _ => return,
            },
        };
        let is_as_good = match by {
            Color::Black => after.score >= known.score,
            Color::White => after.score <= known.score,
        };
        placement.judgement = Some(Judgement {
            ply: placement.ply,
            by,
            played: placement.played,
            best: if is_as_good { placement.played } else { best },
            best_score: if is_as_good { after.score } else { known.score },
            score: after.score,
            depth: known.depth,
            is_exact: known.is_exact && after.is_exact,
        });
    }

    /// What is known about the position before a placement, or at the end.
    fn known_before(&self, index: usize) -> Option<Known> {
        self.placements.get(index).map_or(self.end_known, |placement| placement.known)
    }

    /// The position before a placement, or at the end.
    fn position_before(&self, index: usize) -> Position {
        self.placements.get(index).map_or(self.end, |placement| placement.before)
    }

    /// How deep the position after a placement is to be searched before the placement can be judged better than it is.
    fn wanted_after(&self, index: usize) -> Option<u8> {
        let placement = self.placements.get(index)?;
        let known = placement.known?;
        let depth = known.depth.checked_sub(1).filter(|&depth| depth > 0)?;
        let is_needed = known.best != Some(placement.played)
            && !matches!(self.position_before(index + 1).status(), Status::Over(_))
            && placement.after.is_none_or(|after| !after.is_exact && after.depth != depth)
            && !placement.judgement.is_some_and(|judgement| judgement.is_exact);
        is_needed.then_some(depth)
    }
}

impl Known {
    /// What an analysis says about a position that is not over.
    fn of(position: &Position, analysis: &Analysis) -> Option<Known> {
        let line = analysis.lines.first()?;
        let score = match position.turn() {
            Color::Black => line.score,
            Color::White => -line.score,
        };
        let best = line.pv.first().copied().and_then(Move::square)?;
        Some(Known { score, best: Some(best), depth: analysis.depth, is_exact: analysis.exact })
    }

    fn is_better_than(self, other: Known) -> bool {
        (self.is_exact, self.depth) > (other.is_exact, other.depth)
    }
}
