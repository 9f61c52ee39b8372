use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use outflank_formats::record::{self, Clock, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{ByColor, Color, Game};
use outflank_table::{Takebacks, Terms, TimeControl};

use super::game::{self, End, Failure};
use super::{BySide, MatchEnding, MatchGame, Score, Side, Sprt, SprtDecision};
use crate::{ClockConfig, FaultKind, Player, PlayerError, Random};

pub trait Contestant: Sync {
    fn start(&self) -> Result<Box<dyn Player>, PlayerError>;
}

pub struct Match<'a> {
    pub contestants: BySide<&'a dyn Contestant>,
    /// At least one. Used in this order, and again from the first if there are too few.
    pub openings: &'a [Game],
    pub pairs: usize,
    pub concurrency: usize,
    pub time: Option<ClockConfig>,
    /// How far a clock may run over before the game is lost, to allow for delays between the programs.
    pub margin: Duration,
    pub sprt: Option<Sprt>,
    pub seed: u64,
}

#[derive(Clone, Debug)]
pub struct MatchSummary {
    pub score: Score,
    pub finish: Finish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Complete,
    Decided(SprtDecision),
    Stopped,
}

impl Match<'_> {
    /// Plays the games that are not among the `earlier` ones, and calls `on_game` after each, on any thread but never twice at once. When
    /// `stop` is set, unfinished games are dropped.
    ///
    /// Fails if a player cannot be started at all, or does not support such games.
    pub fn run(
        &self,
        earlier: &[MatchGame],
        stop: &AtomicBool,
        on_game: impl FnMut(&MatchGame, &Score) + Send,
    ) -> Result<MatchSummary, PlayerError> {
        let mut results = Results { sprt: self.sprt, score: Score::default(), end: None, on_game };
        earlier.iter().for_each(|played| results.score.add(played));
        results.decide_early();
        if results.end.is_none() {
            let done = earlier.iter().map(|played| played.number).collect();
            let over = AtomicBool::new(false);
            let state = SharedState { queue: AtomicUsize::new(0), done, stop, over, started: BySide::default() };
            let results = Mutex::new(&mut results);
            thread::scope(|scope| {
                for _ in 0..self.concurrency.max(1) {
                    scope.spawn(|| self.work(&state, &results));
                }
            });
        }
        let Results { score, end, .. } = results;
        let unfinished = (score.games().total() as usize) < 2 * self.pairs;
        let finish = match end {
            Some(Err(error)) => return Err(error),
            Some(Ok(decision)) => Finish::Decided(decision),
            None if unfinished => Finish::Stopped,
            None => Finish::Complete,
        };
        Ok(MatchSummary { score, finish })
    }

    pub fn opening_of(&self, number: usize) -> &Game {
        &self.openings[number / 2 % self.openings.len()]
    }

    pub fn black_in(number: usize) -> Side {
        if number.is_multiple_of(2) { Side::A } else { Side::B }
    }

    fn work<F: FnMut(&MatchGame, &Score)>(&self, state: &SharedState<'_>, results: &Mutex<&mut Results<F>>) {
        let mut seats = BySide { a: None, b: None };
        while let Some(number) = state.next(2 * self.pairs) {
            let Some(result) = self.play(number, state, &mut seats) else { return };
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.add(result);
            // While the lock is held, so that no thread starts another game.
            state.over.store(results.end.is_some(), Ordering::Relaxed);
        }
    }

    fn play(
        &self,
        number: usize,
        state: &SharedState<'_>,
        seats: &mut BySide<Option<Box<dyn Player>>>,
    ) -> Option<Result<MatchGame, PlayerError>> {
        let opening = self.opening_of(number);
        let black = Match::black_in(number);
        let sides = ByColor { black, white: !black };
        let over = |record, ending| Some(Ok(self.played(number, black, record, ending)));
        let failed = |record, by, failure, seat: &mut Option<_>| match failure {
            Failure::Unable(error) => Some(Err(error)),
            Failure::Fault(kind, message) => {
                *seat = None;
                over(record, MatchEnding::Fault { by, kind, message })
            }
        };
        for side in Side::ALL {
            if let Err(failure) = self.ready(side, number, state, seats) {
                return failed(Record::of(opening), side, failure, &mut seats[side]);
            }
        }
        let BySide { a: Some(a), b: Some(b) } = seats else { unreachable!("both players are ready") };
        let names = BySide { a: a.name().to_owned(), b: b.name().to_owned() };
        let a: &mut dyn Player = a.as_mut();
        let b: &mut dyn Player = b.as_mut();
        let players: ByColor<&mut dyn Player> = match black {
            Side::A => ByColor { black: a, white: b },
            Side::B => ByColor { black: b, white: a },
        };
        let terms = Terms {
            time: self.time.map_or(TimeControl::Unlimited, TimeControl::from),
            takebacks: Takebacks::Never,
            clock_margin: self.margin,
            ..Terms::new(*opening.position())
        };
        let (mut record, end) = game::play(opening, terms, players, &|| state.is_over());
        for color in Color::ALL {
            record.details.players[color].name = names[sides[color]].clone();
        }
        match end {
            End::Board => over(record, MatchEnding::Board),
            End::Resignation(color) => over(record, MatchEnding::Resignation { by: sides[color] }),
            End::Failure(color, failure) => failed(record, sides[color], failure, &mut seats[sides[color]]),
            End::Stopped => None,
        }
    }

    fn ready(
        &self,
        side: Side,
        number: usize,
        state: &SharedState<'_>,
        seats: &mut BySide<Option<Box<dyn Player>>>,
    ) -> Result<(), Failure> {
        let player = match &mut seats[side] {
            Some(player) => player,
            empty => match self.contestants[side].start() {
                Ok(player) => {
                    state.started[side].store(true, Ordering::Relaxed);
                    empty.insert(player)
                }
                // A player that started before forfeits this game; one that never did ends the match.
                Err(error) if state.started[side].load(Ordering::Relaxed) => return Err(error.into()),
                Err(error) => return Err(Failure::Unable(error)),
            },
        };
        player.begin(self.seed_for(number, side)).map_err(Failure::from)
    }

    fn seed_for(&self, number: usize, side: Side) -> u64 {
        let mut random = Random::new(self.seed);
        let mixed = random.next() ^ (2 * number as u64 + side as u64);
        Random::new(mixed).next()
    }

    fn played(&self, number: usize, black: Side, mut record: Record, ending: MatchEnding) -> MatchGame {
        record.details.round = (number + 1).to_string();
        let clock = self.time.map(|time| Clock { main: time.main, increment: time.increment, ..Clock::default() });
        record.details.clocks = ByColor { black: clock, white: clock };
        let how = match &ending {
            MatchEnding::Board => Termination::Board,
            MatchEnding::Fault { kind: FaultKind::Time, .. } => Termination::Time,
            MatchEnding::Resignation { .. } | MatchEnding::Fault { .. } => Termination::Resignation,
        };
        if let MatchEnding::Fault { message, .. } = &ending {
            record.details.comment = message.clone();
        }
        let mut played = MatchGame { number, black, record, ending };
        let margin = Points::from_discs(played.margin(black));
        played.record.details.result = Some(record::GameResult { margin, termination: how });
        played
    }
}

struct Results<F> {
    sprt: Option<Sprt>,
    score: Score,
    /// Why the match ends early: a decision of the test, or a player that cannot play it.
    end: Option<Result<SprtDecision, PlayerError>>,
    on_game: F,
}

impl<F: FnMut(&MatchGame, &Score)> Results<F> {
    fn add(&mut self, result: Result<MatchGame, PlayerError>) {
        match result {
            // A game that ends at the same time as the match still counts.
            Ok(played) => {
                self.score.add(&played);
                (self.on_game)(&played, &self.score);
                self.decide_early();
            }
            Err(error) => _ = self.end.get_or_insert(Err(error)),
        }
    }

    fn decide_early(&mut self) {
        let decision = self.sprt.and_then(|sprt| sprt.decision(self.score.pairs()));
        self.end = self.end.take().or(decision.map(Ok));
    }
}

struct SharedState<'a> {
    queue: AtomicUsize,
    done: HashSet<usize>,
    stop: &'a AtomicBool,
    over: AtomicBool,
    started: BySide<AtomicBool>,
}

impl SharedState<'_> {
    fn next(&self, games: usize) -> Option<usize> {
        loop {
            let number = self.queue.fetch_add(1, Ordering::Relaxed);
            if number >= games || self.is_over() {
                return None;
            }
            if !self.done.contains(&number) {
                return Some(number);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.over.load(Ordering::Relaxed)
    }
}
