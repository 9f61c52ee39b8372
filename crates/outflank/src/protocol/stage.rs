//! A machine without a world around it, for tests: no streams, no time, and a search that picks legal moves by lot.

use std::time::Duration;

use outflank_engine::{Analysis, Bound, Level, Limits, Line, Score, Selectivity};
use outflank_players::BookUse;
use outflank_rules::{Move, Position, Status};

use super::machine::{Effect, Event, Machine};
use super::strength::Strength;
use crate::cli::BoundsArguments;
use crate::random::Random;

pub(super) struct Stage<M> {
    pub(super) machine: M,
    pub(super) random: Random,
    /// What was said, and not asked for yet.
    said: String,
    /// The search under way.
    pub(super) search: Option<Search>,
    pub(super) has_left: bool,
}

#[derive(Debug)]
pub(super) struct Search {
    pub(super) position: Position,
    pub(super) limits: Limits,
    pub(super) is_stopped: bool,
    pub(super) stops_after: Option<Duration>,
}

impl<M: Machine> Stage<M> {
    pub(super) fn new(machine: M, seed: u64) -> Stage<M> {
        Stage { machine, random: Random::new(Some(seed)), said: String::new(), search: None, has_left: false }
    }

    /// Sends a line.
    pub(super) fn line(&mut self, line: &str) {
        self.happens(Event::Line(format!("{line}\n")));
    }

    /// Lets the search come a step further.
    pub(super) fn progress(&mut self) {
        if let Some(search) = &self.search {
            let analysis = some_analysis(search, &mut self.random);
            self.happens(Event::Progress(analysis));
        }
    }

    /// Lets the search come to its end.
    pub(super) fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            let analysis = some_analysis(&search, &mut self.random);
            self.happens(Event::Finished(analysis));
        }
    }

    /// Lets all searches come to their end.
    pub(super) fn finish_all(&mut self) {
        while self.search.is_some() {
            self.finish();
        }
    }

    /// What was said since this was asked last.
    pub(super) fn said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    pub(super) fn happens(&mut self, event: Event) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            assert!(!self.has_left, "{event:?} after the end");
            for effect in self.machine.handle(event) {
                match effect {
                    Effect::Say(text) => self.said.push_str(&text),
                    Effect::Think(position, limits) => {
                        assert!(self.search.is_none(), "two searches at once");
                        self.search = Some(Search { position, limits, is_stopped: false, stops_after: None });
                    }
                    Effect::Stop => self.search.as_mut().expect("a search to stop").is_stopped = true,
                    Effect::StopAfter(time) => {
                        self.search.as_mut().expect("a search to stop").stops_after = Some(time);
                    }
                    Effect::Read(path) => events.push(Event::Read(std::fs::read_to_string(path).ok())),
                    Effect::Leave => self.has_left = true,
                }
            }
        }
    }
}

/// A legal move of the position, as if it were the best.
fn some_analysis(search: &Search, random: &mut Random) -> Analysis {
    let mut moves: Vec<Move> = match search.position.status() {
        Status::Place(squares) => squares.into_iter().map(Move::Place).collect(),
        Status::MustPass => vec![Move::Pass],
        Status::Over(_) => panic!("nothing to search in {:?}", search.position),
    };
    let first = random.next() as usize % moves.len();
    moves.rotate_left(first);
    moves.truncate(search.limits.lines);
    let line = |mv| Line { pv: vec![mv], score: Score::from_discs(1), bound: Bound::Exact };
    Analysis {
        lines: moves.into_iter().map(line).collect(),
        depth: 1,
        selectivity: Selectivity::P73,
        exact: false,
        nodes: 1,
        time: Duration::from_millis(100),
    }
}

/// Full strength, and always the same choices.
pub(super) fn strength(book: BookUse) -> Strength {
    Strength::new(Level::ALL[9], BoundsArguments::default(), book, Some(1))
}
