use std::time::Duration;

use outflank_engine::{Level, Limits};
use outflank_rules::{Position, Status};

use super::{About, Review};

/// The searches that a review still needs, in several passes over the game. Positions near the end are solved backwards, each
/// helping to solve the one before.
///
/// - [`Plan::within`] has a time limit. A quick first pass judges every move, then passes go deeper. Each pass has a share of the
///   time, and each search a share of that; unused time goes to later ones. The first pass is limited by depth only.
/// - [`Plan::at_level`] searches as deep as a level ([`Level::depth`], [`Level::solves_from`]). With one thread the result is
///   reproducible, unless a search exceeds the level's time limit.
/// - [`Plan::solving`] also solves the end of the game, without a time limit.
#[derive(Clone, Debug)]
pub struct Plan {
    passes: Vec<Pass>,
    pass: usize,
    state: PassState,
    time: Duration,
    before: Option<Duration>,
}

#[derive(Clone, Copy, Debug)]
struct Pass {
    stage: Stage,
    pace: Pace,
}

#[derive(Clone, Copy, Debug)]
enum Pace {
    Open,
    Each(Duration),
    /// May last until this percentage of the time is spent.
    Share(u32),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    pub position: Position,
    pub limits: Limits,
    pub(super) about: About,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Plies(u8),
    /// Backwards from the end, while at most this many squares are empty.
    ToTheEnd(u32),
}

const WITHIN: [(Stage, Pace); 9] = [
    (Stage::Plies(4), Pace::Open),
    (Stage::Plies(8), Pace::Share(20)),
    (Stage::Plies(12), Pace::Share(45)),
    (Stage::ToTheEnd(22), Pace::Share(65)),
    (Stage::Plies(16), Pace::Share(80)),
    (Stage::ToTheEnd(30), Pace::Share(100)),
    (Stage::Plies(20), Pace::Share(100)),
    (Stage::Plies(24), Pace::Share(100)),
    (Stage::Plies(28), Pace::Share(100)),
];

#[derive(Clone, Copy, Debug)]
enum PassState {
    Begin,
    Asked(About),
}

impl Plan {
    pub fn within(time: Duration) -> Plan {
        Plan::of(WITHIN.map(|(stage, pace)| Pass { stage, pace }).to_vec(), time)
    }

    /// At most [`Level::MAX_TIME`] per position. Comparing moves takes at least two plies.
    pub fn at_level(level: Level) -> Plan {
        let (depth, pace) = (level.depth().max(2), Pace::Each(Level::MAX_TIME));
        let passes = vec![
            // Ensures a judgement even if a later search is cut short.
            Pass { stage: Stage::Plies(depth.min(4)), pace: Pace::Open },
            Pass { stage: Stage::ToTheEnd(level.solves_from().into()), pace },
            Pass { stage: Stage::Plies(depth), pace },
        ];
        Plan::of(passes, Duration::ZERO)
    }

    /// Also solves the game from this many empty squares on. That time does not count.
    #[must_use]
    pub fn solving(mut self, empties: u8) -> Plan {
        let first = self.passes.iter().take_while(|pass| matches!(pass.pace, Pace::Open)).count();
        self.passes.insert(first, Pass { stage: Stage::ToTheEnd(empties.into()), pace: Pace::Open });
        self
    }

    fn of(passes: Vec<Pass>, time: Duration) -> Plan {
        Plan { passes, pass: 0, state: PassState::Begin, time, before: None }
    }

    /// The next search, or `None` when the time is spent or nothing is left to find out.
    pub fn next(&mut self, review: &Review, spent: Duration) -> Option<Search> {
        loop {
            let &Pass { stage, pace } = self.passes.get(self.pass)?;
            let left = match pace {
                Pace::Open => Left::Enough,
                Pace::Each(time) => Left::Each(time),
                Pace::Share(end) => {
                    let counted = spent.saturating_sub(*self.before.get_or_insert(spent));
                    Left::All((self.time * end / 100).saturating_sub(counted))
                }
            };
            let search = match stage {
                _ if left.is_none() => None,
                Stage::Plies(depth) => self.forward(review, depth, left),
                Stage::ToTheEnd(empties) => self.backward(review, empties, left),
            };
            match search {
                Some(search) => {
                    self.state = PassState::Asked(search.about);
                    return Some(search);
                }
                None => (self.pass, self.state) = (self.pass + 1, PassState::Begin),
            }
        }
    }

    /// Percent of the passes done. Later passes take longer.
    pub fn percent_done(&self, review: &Review) -> u8 {
        let placements = review.placements.len().max(1);
        let through = match (self.state, self.passes.get(self.pass).map(|pass| pass.stage)) {
            (PassState::Asked(About::Before(index) | About::After(index)), Some(Stage::Plies(_))) => index,
            (PassState::Asked(About::Before(index) | About::After(index)), Some(Stage::ToTheEnd(_))) => {
                placements.saturating_sub(index)
            }
            (PassState::Begin, _) | (_, None) => 0,
        };
        let (done, all) = (self.pass * placements + through.min(placements), self.passes.len() * placements);
        (100 * done / all.max(1)).min(100) as u8
    }

    fn forward(&self, review: &Review, depth: u8, left: Left) -> Option<Search> {
        let placements = review.placements.len();
        let (first, with_before) = match self.state {
            PassState::Begin => (0, true),
            PassState::Asked(About::Before(index)) => (index, false),
            PassState::Asked(About::After(index)) => (index + 1, true),
        };
        (first..placements).find_map(|index| {
            let known = review.known_before(index);
            let is_unknown = known.is_none_or(|known| !known.is_exact && known.depth < depth);
            let wanted = match (with_before || index > first) && is_unknown {
                true => Some((About::Before(index), depth)),
                false => review.wanted_after(index).map(|depth| (About::After(index), depth)),
            };
            let (about, depth) = wanted?;
            let time = left.for_one_of(2 * (placements - index) as u32);
            Some(review.search(about, Limits { depth: Some(depth), time, ..Limits::default() }))
        })
    }

    /// The last unsolved position, unless it was just tried or is out of reach.
    fn backward(&self, review: &Review, empties: u32, left: Left) -> Option<Search> {
        let is_open = |&index: &usize| review.known_before(index).is_none_or(|known| !known.is_exact);
        let index = (0..=review.placements.len()).rev().find(is_open)?;
        let position = review.position_before(index);
        let has_failed = matches!(self.state, PassState::Asked(About::Before(asked)) if asked == index);
        let is_over = matches!(position.status(), Status::Over(_));
        let is_wanted = !has_failed && !is_over && position.empty().len() <= empties;
        is_wanted.then(|| review.search(About::Before(index), Limits { time: left.for_one_of(1), ..Limits::default() }))
    }
}

#[derive(Clone, Copy, Debug)]
enum Left {
    Enough,
    Each(Duration),
    All(Duration),
}

impl Left {
    fn is_none(self) -> bool {
        matches!(self, Left::All(time) if time.is_zero())
    }

    fn for_one_of(self, searches: u32) -> Option<Duration> {
        match self {
            Left::Enough => None,
            Left::Each(time) => Some(time),
            Left::All(time) => Some(time / searches),
        }
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
