//! The engine on a seat.

use std::time::Instant;

use outflank_engine::{GameClock, Level, Limits};
use outflank_players::{BookUse, ClockState};
use outflank_rules::{Game, Move, Square};
use tokio::sync::oneshot;

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};

/// What the engine is asked.
#[derive(Clone, Debug)]
pub(crate) struct EngineTurn {
    /// How strong it plays.
    pub(crate) level: Level,
    /// What was played. It is not over.
    pub(crate) game: Game,
    /// The clocks, if there are any.
    pub(crate) clocks: Option<ClockState>,
}

/// The level at which only a clock limits the search, if there is one.
const FULL_STRENGTH: Level = Level::ALL[Level::ALL.len() - 1];

/// A move that is to be chosen.
pub(super) struct SeatJob {
    turn: EngineTurn,
    book: BookUse,
    asked: Instant,
    answer: Option<oneshot::Sender<Square>>,
}

impl SeatJob {
    pub(super) fn new(turn: EngineTurn, book: BookUse, answer: oneshot::Sender<Square>) -> SeatJob {
        SeatJob { turn, book, asked: Instant::now(), answer: Some(answer) }
    }

    /// How far to look. The clock has run while the turn waited for a thread.
    fn limits(&self) -> Limits {
        let EngineTurn { level, game, clocks } = &self.turn;
        let limits = level.limits(game.position());
        let Some(clocks) = clocks else { return limits };
        let left = clocks.left[game.position().turn()].saturating_sub(self.asked.elapsed());
        let clock = Some(GameClock { left, increment: clocks.increment });
        match *level == FULL_STRENGTH {
            // The clock says how long, and nothing else needs to.
            true => Limits { clock, depth: None, time: None, ..limits },
            false => Limits { clock, ..limits },
        }
    }

    fn say(&mut self, square: Option<Square>) {
        // Nobody listens any more if the game has gone on without the engine.
        if let (Some(answer), Some(square)) = (self.answer.take(), square) {
            let _ = answer.send(square);
        }
    }
}

impl Job for SeatJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        if let Some(mv) = self.book.choose(self.turn.level, &self.turn.game, || worker.random.next()) {
            self.say(Some(mv.square));
            return Progress::Done;
        }
        let position = *self.turn.game.position();
        let engine = match self.turn.level.makes_mistakes() {
            // What others searched would make it stronger.
            true => {
                worker.shallow.forget();
                &worker.shallow
            }
            false => &worker.engine,
        };
        let analysis = cancel.search(engine, position, self.limits(), |_| {});
        if cancel.is_cancelled() {
            return Progress::Done;
        }
        let mv = self.turn.level.pick(&position, &analysis, worker.random.next());
        self.say(mv.and_then(Move::square));
        Progress::Done
    }

    /// A game must not stand still for it: any move is better than none.
    fn failed(&mut self) {
        let squares = self.turn.game.position().legal_moves();
        self.say(squares.first());
    }

    fn waits(&self, _others: usize) {}
}
