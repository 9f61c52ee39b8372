use std::time::Instant;

use outflank_engine::{GameClock, Level, Limits};
use outflank_players::{BookUse, ClockState};
use outflank_rules::{Game, Move, Square};
use tokio::sync::oneshot;

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};

#[derive(Clone, Debug)]
pub(crate) struct EngineTurn {
    pub(crate) level: Level,
    pub(crate) game: Game,
    pub(crate) clocks: Option<ClockState>,
}

const FULL_STRENGTH: Level = Level::ALL[Level::ALL.len() - 1];

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

    /// The clock ran while the job was queued.
    fn limits(&self) -> Limits {
        let EngineTurn { level, game, clocks } = &self.turn;
        let limits = level.limits(game.position());
        let Some(clocks) = clocks else { return limits };
        let left = clocks.left[game.position().turn()].saturating_sub(self.asked.elapsed());
        let clock = Some(GameClock { left, increment: clocks.increment });
        match *level == FULL_STRENGTH {
            true => Limits { clock, depth: None, time: None, ..limits },
            false => Limits { clock, ..limits },
        }
    }

    fn send(&mut self, square: Option<Square>) {
        if let (Some(answer), Some(square)) = (self.answer.take(), square) {
            let _ = answer.send(square);
        }
    }
}

impl Job for SeatJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        if let Some(mv) = self.book.choose(self.turn.level, &self.turn.game, || worker.random.next()) {
            self.send(Some(mv.square));
            return Progress::Done;
        }
        let position = *self.turn.game.position();
        let engine = match self.turn.level.makes_mistakes() {
            // Results of other searches would make it stronger.
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
        self.send(mv.and_then(Move::square));
        Progress::Done
    }

    /// The game must go on: any legal move.
    fn failed(&mut self) {
        let squares = self.turn.game.position().legal_moves();
        self.send(squares.first());
    }
}
