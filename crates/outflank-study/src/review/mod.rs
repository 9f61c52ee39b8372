//! What each move of a game cost, and where the lead changed.
//!
//! A [`Review`] takes in analyses of its positions in any order. A [`Plan`] says which searches to make. Neither searches nor reads
//! a clock.
//!
//! # What a move cost
//!
//! A move is compared with the best one *at the same depth*: a search of `d` plies from the position before the move looks `d - 1`
//! plies ahead from the position after it, so that one is searched `d - 1` plies deep. Equal depths would not do: values depend on
//! the side that moves last, and every second move would look bad.
//!
//! - A move that the engine would have played costs nothing and needs no second search.
//! - Selective searches may contradict each other a little. A played move that comes out better than the best one is the best one.
//! - Once the positions before and after are solved, the cost is exact, and the costs add up to the end of the game.
//!
//! Forced passes are not judged.

mod plan;

use outflank_engine::{Analysis, Score};
use outflank_rules::{Color, Game, Move, Position, Square, Status};

pub use plan::{Plan, Search};

#[derive(Clone, Debug)]
pub struct Review {
    placements: Vec<Placement>,
    end: Position,
    end_assessment: Option<Assessment>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    pub ply: usize,
    pub by: Color,
    pub played: Square,
    pub best: Square,
    pub best_score: Score,
    pub score: Score,
    pub depth: u8,
    pub is_exact: bool,
}

impl Judgement {
    pub fn loss(&self) -> f32 {
        match self.by {
            Color::Black => self.best_score.discs() - self.score.discs(),
            Color::White => self.score.discs() - self.best_score.discs(),
        }
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

#[derive(Clone, Copy, Debug)]
struct Placement {
    ply: usize,
    before: Position,
    played: Square,
    before_move: Option<Assessment>,
    after: Option<Assessment>,
    judgement: Option<Judgement>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Assessment {
    score: Score,
    best: Option<Square>,
    depth: u8,
    is_exact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    Before(usize),
    After(usize),
}

impl Review {
    /// Nothing is known yet, except the result of a finished game.
    pub fn of(game: &Game) -> Review {
        let placements = game.plies().iter().zip(1..).filter_map(|(ply, number)| {
            let played = ply.mv.square()?;
            Some(Placement { ply: number, before: ply.before, played, before_move: None, after: None, judgement: None })
        });
        let end_assessment = game.outcome().map(|outcome| Assessment {
            score: Score::from_discs(outcome.margin(Color::Black)),
            best: None,
            depth: 0,
            is_exact: true,
        });
        Review { placements: placements.collect(), end: *game.position(), end_assessment }
    }

    /// Takes in an analysis. Shallower ones change nothing.
    pub fn learn(&mut self, search: &Search, analysis: &Analysis) {
        let Some(found) = Assessment::of(&search.position, analysis) else { return };
        match search.about {
            About::Before(index) => {
                let place = match self.placements.get_mut(index) {
                    Some(placement) => &mut placement.before_move,
                    None => &mut self.end_assessment,
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

    pub fn judgements(&self) -> impl Iterator<Item = &Judgement> {
        self.placements.iter().filter_map(|placement| placement.judgement.as_ref())
    }

    pub fn worst(&self, most: usize) -> Vec<Judgement> {
        let mut costly: Vec<_> = self.judgements().filter(|judgement| judgement.loss() > 0.0).copied().collect();
        costly.sort_by(|a, b| b.loss().total_cmp(&a.loss()));
        costly.truncate(most);
        costly
    }

    pub fn turning_points(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements().filter(|judgement| judgement.turns_the_game())
    }

    fn settle(&mut self, index: usize) {
        let next = self.known_before(index + 1);
        let Some(placement) = self.placements.get_mut(index) else { return };
        let (Some(known), by) = (placement.before_move, placement.before.turn()) else { return };
        let Some(best) = known.best else { return };
        let after = match next {
            // A finished game needs no comparison of depths.
            Some(next) if next.best.is_none() || (known.is_exact && next.is_exact) => next,
            _ if best == placement.played => known,
            _ => match placement.after {
                // A shallower search that solved the position is good enough.
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

    fn known_before(&self, index: usize) -> Option<Assessment> {
        self.placements.get(index).map_or(self.end_assessment, |placement| placement.before_move)
    }

    fn position_before(&self, index: usize) -> Position {
        self.placements.get(index).map_or(self.end, |placement| placement.before)
    }

    /// The depth at which to search the position after a placement, if that would improve its judgement.
    fn wanted_after(&self, index: usize) -> Option<u8> {
        let placement = self.placements.get(index)?;
        let known = placement.before_move?;
        let depth = known.depth.checked_sub(1).filter(|&depth| depth > 0)?;
        let is_needed = known.best != Some(placement.played)
            && !matches!(self.position_before(index + 1).status(), Status::Over(_))
            && placement.after.is_none_or(|after| !after.is_exact && after.depth != depth)
            && !placement.judgement.is_some_and(|judgement| judgement.is_exact);
        is_needed.then_some(depth)
    }
}

impl Assessment {
    fn of(position: &Position, analysis: &Analysis) -> Option<Assessment> {
        let line = analysis.lines.first()?;
        let score = match position.turn() {
            Color::Black => line.score,
            Color::White => -line.score,
        };
        let best = line.pv.first().copied().and_then(Move::square)?;
        Some(Assessment { score, best: Some(best), depth: analysis.depth, is_exact: analysis.exact })
    }

    fn is_better_than(self, other: Assessment) -> bool {
        (self.is_exact, self.depth) > (other.is_exact, other.depth)
    }
}
