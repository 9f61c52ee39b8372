use std::time::Duration;

use outflank_engine::{Analysis, Bound, Level, Limits, Score, Selectivity, Variation};
use outflank_players::{BookUse, Random};
use outflank_rules::{Move, Position, Status};

use super::strength::Strength;
use super::{Effect, Event, Machine};
use crate::cli::BoundsArguments;

pub(super) struct Stage<M> {
    pub(super) machine: M,
    pub(super) random: Random,
    said: String,
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
        Stage { machine, random: Random::new(seed), said: String::new(), search: None, has_left: false }
    }

    pub(super) fn line(&mut self, line: &str) {
        self.happens(Event::Line(format!("{line}\n")));
    }

    pub(super) fn progress(&mut self) {
        if let Some(search) = &self.search {
            let analysis = some_analysis(search, &mut self.random);
            self.happens(Event::Progress(analysis));
        }
    }

    pub(super) fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            let analysis = some_analysis(&search, &mut self.random);
            self.happens(Event::Finished(analysis));
        }
    }

    pub(super) fn finish_all(&mut self) {
        while self.search.is_some() {
            self.finish();
        }
    }

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

fn some_analysis(search: &Search, random: &mut Random) -> Analysis {
    let mut moves: Vec<Move> = match search.position.status() {
        Status::Place(squares) => squares.into_iter().map(Move::Place).collect(),
        Status::MustPass => vec![Move::Pass],
        Status::Over(_) => panic!("nothing to search in {:?}", search.position),
    };
    let first = random.next() as usize % moves.len();
    moves.rotate_left(first);
    moves.truncate(search.limits.lines);
    let line = |mv| Variation { pv: vec![mv], score: Score::from_discs(1), bound: Bound::Exact };
    Analysis {
        lines: moves.into_iter().map(line).collect(),
        depth: 1,
        selectivity: Selectivity::P73,
        exact: false,
        nodes: 1,
        time: Duration::from_millis(100),
    }
}

pub(super) fn strength(book: BookUse) -> Strength {
    Strength::new(Level::ALL[9], BoundsArguments::default(), book, Some(1))
}
