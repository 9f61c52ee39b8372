//! Plays the games of a match, several at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use outflank_formats::record::{self, Clock, Termination};
use outflank_formats::{Points, Record};
use outflank_rules::{ByColor, Color, Game};

use super::game::{self, End};
use super::{BySide, Ending, Played, Score, Side, Sprt, Verdict};
use crate::{Clocks, FaultKind, Player, PlayerError, Random, TimeControl};

/// Who can be started to play in a match, and started again when something went wrong.
pub trait Contestant: Sync {
    /// Starts a player. A match with several games at once starts several.
    fn start(&self) -> Result<Box<dyn Player>, PlayerError>;
}

/// A match that can be played.
pub struct Match<'a> {
    /// Who plays.
    pub contestants: BySide<&'a dyn Contestant>,
    /// Where the games begin, in this order, and again from the first when there are too few. At least one.
    pub openings: &'a [Game],
    /// How many openings are played, each twice.
    pub pairs: usize,
    /// How many games are played at once.
    pub concurrency: usize,
    /// The clocks, if there are any.
    pub time: Option<TimeControl>,
    /// How far a clock may run over before the game is lost: what the way of a move to the other side may cost.
    pub margin: Duration,
    /// When to end before all games are played.
    pub sprt: Option<Sprt>,
    /// From this, each player gets a seed for each game.
    pub seed: u64,
}

/// How a match went.
#[derive(Clone, Debug)]
pub struct Report {
    /// The games that were played, those from before included.
    pub score: Score,
    /// Why it ended.
    pub finish: Finish,
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The test has its verdict.
    Decided(Verdict),
    /// Somebody wanted it to stop.
    Stopped,
}

impl Match<'_> {
    /// Plays all games that have not been played before, and says each as soon as it is over, one after another and on
    /// any thread. Once `stop` is set no further move is asked for, and games under way are dropped.
    ///
    /// Fails if a player cannot be started at all, or does not play such games.
    pub fn run(
        &self,
        before: &[Played],
        stop: &AtomicBool,
        on_game: impl FnMut(&Played, &Score) + Send,
    ) -> Result<Report, PlayerError> {
        let mut desk = Desk { sprt: self.sprt, score: Score::default(), end: None, on_game };
        before.iter().for_each(|played| desk.score.add(played));
        desk.look_for_a_verdict();
        if desk.end.is_none() {
            let done = before.iter().map(|played| played.number).collect();
            let over = AtomicBool::new(false);
            let floor = Floor { queue: AtomicUsize::new(0), done, stop, over, seen: BySide::default() };
            let shared = Mutex::new(&mut desk);
            thread::scope(|scope| {
                for _ in 0..self.concurrency.max(1) {
                    scope.spawn(|| self.work(&floor, &shared));
                }
            });
        }
        let Desk { score, end, .. } = desk;
        let unfinished = (score.games().total() as usize) < 2 * self.pairs;
        let finish = match end {
            Some(Err(error)) => return Err(error),
            Some(Ok(verdict)) => Finish::Decided(verdict),
            None if unfinished => Finish::Stopped,
            None => Finish::Complete,
        };
        Ok(Report { score, finish })
    }

    /// Where the game with this number begins.
    pub fn opening_of(&self, number: usize) -> &Game {
        &self.openings[number / 2 % self.openings.len()]
    }

    /// Who has Black in the game with this number.
    pub fn black_in(number: usize) -> Side {
        if number.is_multiple_of(2) { Side::A } else { Side::B }
    }

    /// What one thread does: it has players of its own, and plays the next game that nobody has.
    fn work<F: FnMut(&Played, &Score)>(&self, floor: &Floor<'_>, desk: &Mutex<&mut Desk<F>>) {
        let mut seats = BySide { a: None, b: None };
        while let Some(number) = floor.next(2 * self.pairs) {
            let Some(result) = self.play(number, floor, &mut seats) else { return };
            let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
            desk.take(result);
            // Before anybody begins another game.
            floor.over.store(desk.end.is_some(), Ordering::Relaxed);
        }
    }

    /// Plays the game with this number; `None` if the match ended meanwhile.
    fn play(
        &self,
        number: usize,
        floor: &Floor<'_>,
        seats: &mut BySide<Option<Box<dyn Player>>>,
    ) -> Option<Result<Played, PlayerError>> {
        let opening = self.opening_of(number);
        let black = Match::black_in(number);
        let sides = ByColor { black, white: !black };
        let over = |record, ending| Some(Ok(self.played(number, black, record, ending)));
        for side in Side::ALL {
            match self.ready(side, number, floor, seats) {
                Ok(()) => {}
                Err(Trouble::Unable(error)) => return Some(Err(error)),
                Err(Trouble::Fault(kind, message)) => {
                    seats[side] = None;
                    return over(Record::of(opening), Ending::Fault { by: side, kind, message });
                }
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
        let clocks = self.time.map(|time| Clocks {
            left: ByColor { black: time.main, white: time.main },
            increment: time.increment,
            margin: self.margin,
        });
        let (mut record, end) = game::play(opening, players, clocks, &|| floor.is_over());
        for color in Color::ALL {
            record.details.players[color].name = names[sides[color]].clone();
        }
        let ending = match end {
            End::Board => Ending::Board,
            End::Resignation(color) => Ending::Resignation { by: sides[color] },
            End::Fault(color, kind, message) => {
                // Whatever state it is in, it begins afresh.
                seats[sides[color]] = None;
                Ending::Fault { by: sides[color], kind, message }
            }
            End::Stopped => return None,
            End::Unable(error) => return Some(Err(error)),
        };
        over(record, ending)
    }

    /// Starts a player if it does not sit there, and tells it that a game begins.
    fn ready(
        &self,
        side: Side,
        number: usize,
        floor: &Floor<'_>,
        seats: &mut BySide<Option<Box<dyn Player>>>,
    ) -> Result<(), Trouble> {
        let player = match &mut seats[side] {
            Some(player) => player,
            empty => match self.contestants[side].start() {
                Ok(player) => {
                    floor.seen[side].store(true, Ordering::Relaxed);
                    empty.insert(player)
                }
                // Who has played before has lost its way; who never came cannot play a match.
                Err(error) if floor.seen[side].load(Ordering::Relaxed) => return Err(Trouble::from(error)),
                Err(error) => return Err(Trouble::Unable(error)),
            },
        };
        player.begin(self.seed_for(number, side)).map_err(Trouble::from)
    }

    /// The seed of a player for a game: the same in every run of the match.
    fn seed_for(&self, number: usize, side: Side) -> u64 {
        let mut random = Random::new(self.seed);
        let mixed = random.next() ^ (2 * number as u64 + side as u64);
        Random::new(mixed).next()
    }

    /// Completes the record of a game that is over.
    fn played(&self, number: usize, black: Side, mut record: Record, ending: Ending) -> Played {
        record.details.round = (number + 1).to_string();
        let clock = self.time.map(|time| Clock { main: time.main, increment: time.increment, ..Clock::default() });
        record.details.clocks = ByColor { black: clock, white: clock };
        let how = match &ending {
            Ending::Board => Termination::Board,
            Ending::Fault { kind: FaultKind::Time, .. } => Termination::Time,
            Ending::Resignation { .. } | Ending::Fault { .. } => Termination::Resignation,
        };
        if let Ending::Fault { message, .. } = &ending {
            record.details.comment = message.clone();
        }
        let mut played = Played { number, black, record, ending };
        let margin = Points::from_discs(played.margin(black));
        played.record.details.result = Some(record::GameResult { margin, termination: how });
        played
    }
}

/// Where results are handed in.
struct Desk<F> {
    sprt: Option<Sprt>,
    score: Score,
    /// What ended the match before all games were played: a verdict, or a player that cannot play it.
    end: Option<Result<Verdict, PlayerError>>,
    on_game: F,
}

impl<F: FnMut(&Played, &Score)> Desk<F> {
    fn take(&mut self, result: Result<Played, PlayerError>) {
        match result {
            // What ends at the same moment as the match is still a game that was played.
            Ok(played) => {
                self.score.add(&played);
                (self.on_game)(&played, &self.score);
                self.look_for_a_verdict();
            }
            Err(error) => _ = self.end.get_or_insert(Err(error)),
        }
    }

    fn look_for_a_verdict(&mut self) {
        let verdict = self.sprt.and_then(|sprt| sprt.verdict(self.score.pairs()));
        self.end = self.end.take().or(verdict.map(Ok));
    }
}

/// What the threads of a match share.
struct Floor<'a> {
    /// The number of the next game, unless it has been played before.
    queue: AtomicUsize,
    done: HashSet<usize>,
    /// Somebody wants it to stop.
    stop: &'a AtomicBool,
    /// The match is decided.
    over: AtomicBool,
    /// Whether a player could be started at all.
    seen: BySide<AtomicBool>,
}

impl Floor<'_> {
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

/// Why a player is not ready for a game.
enum Trouble {
    /// It loses the game.
    Fault(FaultKind, String),
    /// There is no match with it.
    Unable(PlayerError),
}

impl From<PlayerError> for Trouble {
    fn from(error: PlayerError) -> Trouble {
        match error.fault() {
            Some(kind) => Trouble::Fault(kind, error.to_string()),
            None => Trouble::Unable(error),
        }
    }
}
