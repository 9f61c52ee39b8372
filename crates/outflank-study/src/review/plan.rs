//! Which positions of a game to search, and in which order.

use std::time::Duration;

use outflank_engine::{Level, Limits};
use outflank_rules::{Choices, Position};

use super::{About, Review};

/// Which searches a review still wants.
///
/// The game is gone through several times. Positions near its end are solved from the end backward, because a solved position helps to
/// solve the one before it.
///
/// - [`Plan::within`] has so much time. A rough picture of the whole game comes first, then the game is gone through deeper each time. Each
///   time through has its share of the time, and each search its share of that; what one leaves over, the next have. The first time through
///   has no limit but its depth: it takes moments, and leaves no move unjudged.
/// - [`Plan::at_level`] looks as far ahead as the level says ([`Level::depth`], [`Level::solves_from`]). With an engine of one thread, the same is found out every
///   time, unless a search takes so long that the level breaks it off.
/// - [`Plan::solving`] adds to either that the end of the game is solved, however long that takes.
#[derive(Clone, Debug)]
pub struct Plan {
    passes: Vec<Pass>,
    /// Which of them it is in.
    pass: usize,
    /// How far this time through has come.
    step: Step,
    /// What there is for all that are paced by shares.
    time: Duration,
    /// What was spent when the first of those began.
    before: Option<Duration>,
}

/// One time through the game.
#[derive(Clone, Copy, Debug)]
struct Pass {
    stage: Stage,
    pace: Pace,
}

/// How long a time through the game may take.
#[derive(Clone, Copy, Debug)]
enum Pace {
    /// As long as it takes.
    Open,
    /// Each search may take so long.
    Each(Duration),
    /// When it ends, so many hundredths of all time may be over.
    Share(u32),
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

/// What is searched.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// From the start on, so many plies deep.
    Plies(u8),
    /// From the end backward, to the end of the game, while no more squares than this are empty.
    ToTheEnd(u32),
}

/// The times through the game for which there is a certain time.
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

/// What was asked for last in this time through.
#[derive(Clone, Copy, Debug)]
enum Step {
    Begin,
    Asked(About),
}

impl Plan {
    /// A plan for so much time of searching. The first time through is not counted.
    pub fn within(time: Duration) -> Plan {
        Plan::of(WITHIN.map(|(stage, pace)| Pass { stage, pace }).to_vec(), time)
    }

    /// A plan that looks as far ahead as a level says, for at most [`Level::MAX_TIME`] at a position. A move needs a second ply to be compared with
    /// others.
    pub fn at_level(level: Level) -> Plan {
        let (depth, pace) = (level.depth().max(2), Pace::Each(Level::MAX_TIME));
        let passes = vec![
            // A search that is broken off later leaves a judgement all the same.
            Pass { stage: Stage::Plies(depth.min(4)), pace: Pace::Open },
            Pass { stage: Stage::ToTheEnd(level.solves_from().into()), pace },
            Pass { stage: Stage::Plies(depth), pace },
        ];
        Plan::of(passes, Duration::ZERO)
    }

    /// The same plan, except that the game is solved while no more squares than this are empty, however long it takes. That time is not
    /// counted.
    #[must_use]
    pub fn solving(mut self, empties: u8) -> Plan {
        // The rough picture comes first all the same.
        let first = self.passes.iter().take_while(|pass| matches!(pass.pace, Pace::Open)).count();
        self.passes.insert(first, Pass { stage: Stage::ToTheEnd(empties.into()), pace: Pace::Open });
        self
    }

    fn of(passes: Vec<Pass>, time: Duration) -> Plan {
        Plan { passes, pass: 0, step: Step::Begin, time, before: None }
    }

    /// What to search next, when so much time is spent. Nothing once the time is spent or there is nothing more to find out.
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
                    self.step = Step::Asked(search.about);
                    return Some(search);
                }
                None => (self.pass, self.step) = (self.pass + 1, Step::Begin),
            }
        }
    }

    /// How much of the way is behind it, in hundredths: the times through the game that are over, and how far this one has come. The later ones
    /// take longer.
    pub fn percent_done(&self, review: &Review) -> u8 {
        let placements = review.placements.len().max(1);
        let through = match (self.step, self.passes.get(self.pass).map(|pass| pass.stage)) {
            (Step::Asked(About::Before(index) | About::After(index)), Some(Stage::Plies(_))) => index,
            (Step::Asked(About::Before(index) | About::After(index)), Some(Stage::ToTheEnd(_))) => {
                placements.saturating_sub(index)
            }
            (Step::Begin, _) | (_, None) => 0,
        };
        let (done, all) = (self.pass * placements + through.min(placements), self.passes.len() * placements);
        (100 * done / all.max(1)).min(100) as u8
    }

    /// The next position that is not known to this depth, or is not compared to it.
    fn forward(&self, review: &Review, depth: u8, left: Left) -> Option<Search> {
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
            let time = left.for_one_of(2 * (placements - index) as u32);
            Some(review.search(about, Limits { depth: Some(depth), time, ..Limits::default() }))
        })
    }

    /// The last position that is not solved, unless solving it has just failed or it is out of reach.
    fn backward(&self, review: &Review, empties: u32, left: Left) -> Option<Search> {
        let is_open = |&index: &usize| review.known_before(index).is_none_or(|known| !known.is_exact);
        let index = (0..=review.placements.len()).rev().find(is_open)?;
        let position = review.position_before(index);
        let has_failed = matches!(self.step, Step::Asked(About::Before(asked)) if asked == index);
        let is_over = matches!(position.choices(), Choices::Over(_));
        let is_wanted = !has_failed && !is_over && position.empty().len() <= empties;
        is_wanted.then(|| review.search(About::Before(index), Limits { time: left.for_one_of(1), ..Limits::default() }))
    }
}

/// The time that is left for the searches of a time through the game.
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

    /// What one of so many searches may take.
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
