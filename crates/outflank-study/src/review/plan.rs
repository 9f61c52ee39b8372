//! Which positions of a game to search, and in which order.

use std::time::Duration;

use outflank_engine::Limits;
use outflank_rules::{Choices, Position};

use super::{About, Review};

/// Which searches a review still wants, a rough picture of the whole game first.
///
/// The game is gone through several times, deeper each time. In between it is solved from the end backward, because a solved position helps to
/// solve the one before it. Each time through has its share of the time, and each search its share of that; what one leaves over, the
/// next have. The first time through has no limit but its depth: it takes moments, and leaves no move unjudged.
#[derive(Clone, Debug)]
pub struct Plan {
    time: Duration,
    stage: usize,
    /// How far this time through has come.
    step: Step,
}

/// A search that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// What to search.
    pub position: Position,
    /// How far, and for how long.
    pub limits: Limits,
    pub(super) about: About,
}

/// One time through the game.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// From the start on, so many plies deep.
    Plies(u8),
    /// From the end backward, to the end of the game, while no more squares than this are empty.
    ToTheEnd(u32),
}

/// The times through the game, each with the part of all time, in hundredths, that may be over when it ends.
const STAGES: [(Stage, u32); 9] = [
    (Stage::Plies(4), 100),
    (Stage::Plies(8), 20),
    (Stage::Plies(12), 45),
    (Stage::ToTheEnd(22), 65),
    (Stage::Plies(16), 80),
    (Stage::ToTheEnd(30), 100),
    (Stage::Plies(20), 100),
    (Stage::Plies(24), 100),
    (Stage::Plies(28), 100),
];

/// What was asked for last in this time through.
#[derive(Clone, Copy, Debug)]
enum Step {
    Begin,
    Asked(About),
}

impl Plan {
    /// A plan for so much time of searching.
    pub fn within(time: Duration) -> Plan {
        Plan { time, stage: 0, step: Step::Begin }
    }

    /// What to search next, when so much time is spent. Nothing once the time is spent or there is nothing more to find out.
    pub fn next(&mut self, review: &Review, spent: Duration) -> Option<Search> {
        loop {
            let &(stage, end) = STAGES.get(self.stage)?;
            let left = (self.time * end / 100).saturating_sub(spent);
            if self.stage > 0 && spent >= self.time {
                return None;
            }
            let search = match stage {
                _ if self.stage > 0 && left.is_zero() => None,
                Stage::Plies(depth) => self.forward(review, depth, left),
                Stage::ToTheEnd(empties) => self.backward(review, empties, left),
            };
            match search {
                Some(search) => {
                    self.step = Step::Asked(search.about);
                    return Some(search);
                }
                None => (self.stage, self.step) = (self.stage + 1, Step::Begin),
            }
        }
    }

    /// The next position that is not known to this depth, or is not compared to it.
    fn forward(&self, review: &Review, depth: u8, left: Duration) -> Option<Search> {
        let placements = review.placements.len();
        let (first, with_before) = match self.step {
            Step::Begin => (0, true),
            Step::Asked(About::Before(index)) => (index, false),
            Step::Asked(About::After(index)) => (index + 1, true),
        };
        (first..placements).find_map(|index| {
            let known = review.known_before(index);
            let is_unknown = known.is_none_or(|known| !known.is_exact && known.depth < depth);
            let wanted = match (with_before || index > first) && is_unknown {
                true => Some((About::Before(index), depth)),
                false => review.wanted_after(index).map(|depth| (About::After(index), depth)),
            };
            let (about, depth) = wanted?;
            // Two searches for each placement from here on.
            let share = left / (2 * (placements - index) as u32);
            let time = (self.stage > 0).then_some(share);
            Some(review.search(about, Limits { depth: Some(depth), time, ..Limits::default() }))
        })
    }

    /// The last position that is not solved, unless solving it has just failed or it is out of reach.
    fn backward(&self, review: &Review, empties: u32, left: Duration) -> Option<Search> {
        let is_open = |&index: &usize| review.known_before(index).is_none_or(|known| !known.is_exact);
        let index = (0..=review.placements.len()).rev().find(is_open)?;
        let position = review.position_before(index);
        let has_failed = matches!(self.step, Step::Asked(About::Before(asked)) if asked == index);
        let is_over = matches!(position.choices(), Choices::Over(_));
        let is_wanted = !has_failed && !is_over && position.empty().len() <= empties;
        is_wanted.then(|| review.search(About::Before(index), Limits { time: Some(left), ..Limits::default() }))
    }
}

impl Review {
    fn search(&self, about: About, limits: Limits) -> Search {
        let position = match about {
            About::Before(index) => self.position_before(index),
            About::After(index) => self.position_before(index + 1),
        };
        Search { position, limits, about }
    }
}
