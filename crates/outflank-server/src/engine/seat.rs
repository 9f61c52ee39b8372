//! The engine's move in a game.
//!
//! Searches run in slices, so that short ones never wait behind long ones. The engine's table keeps most of the work between slices.

use std::time::{Duration, Instant};

use outflank_engine::{Analysis, GameClock, Level, Limits};
use outflank_players::{Allowance, ClockState, EngineSeat};
use outflank_rules::{Game, Move, Position, Square};
use tokio::sync::watch;

use super::cancel::Cancellation;
use super::pool::{Job, Progress, Worker};
use super::queue::Turn;
use crate::Owner;

/// Enough for a move at levels 7 and 8.
const FIRST_SLICE: Duration = Duration::from_millis(30);

const LATER_SLICE: Duration = Duration::from_millis(150);

#[derive(Clone, Debug)]
pub(crate) struct EngineTurn {
    pub(crate) level: Level,
    pub(crate) game: Game,
    pub(crate) clocks: Option<ClockState>,
    /// Owners share the engine. Games of unknown owners have the same one.
    pub(crate) owner: Owner,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) square: Option<Square>,
    pub(super) is_final: bool,
}

pub(super) struct SeatJob {
    seat: EngineSeat,
    position: Position,
    clocks: Option<ClockState>,
    asked: Instant,
    /// What earlier slices have left of the limits.
    left: Option<Limits>,
    best: Option<Analysis>,
    found: watch::Sender<Found>,
}

impl SeatJob {
    pub(super) fn new(seat: EngineSeat, turn: &EngineTurn, found: watch::Sender<Found>) -> SeatJob {
        let (position, clocks, asked) = (*turn.game.position(), turn.clocks, Instant::now());
        SeatJob { seat, position, clocks, asked, left: None, best: None, found }
    }

    pub(super) fn turn(&self) -> Turn {
        match self.seat.level().makes_mistakes() {
            true => Turn::Quick,
            false => Turn::New,
        }
    }

    pub(super) fn time(&self) -> Duration {
        let clock = self.clocks.map(|clocks| clocks.of(self.position.turn()));
        // The clock ran while the job was queued.
        let left = |clock: GameClock| clock.left.saturating_sub(self.asked.elapsed());
        let allowance = clock.map(|clock| Allowance::Share(GameClock { left: left(clock), ..clock }));
        let limits = self.seat.limits(&self.position, allowance);
        limits.move_time(self.position.empty().len()).unwrap_or(Level::MAX_TIME)
    }

    fn limits(&self) -> Limits {
        let allowance = self.clocks.map(|clocks| Allowance::Share(clocks.of(self.position.turn())));
        Limits { time: Some(self.time()), clock: None, ..self.seat.limits(&self.position, allowance) }
    }
}

impl Job for SeatJob {
    fn work(&mut self, worker: &mut Worker, cancel: &Cancellation) -> Progress {
        // 1. Take a slice of what is left.
        let left = self.left.take().unwrap_or_else(|| self.limits());
        let time_left = left.time.unwrap_or(Level::MAX_TIME);
        let (engine, slice) = match (self.turn(), &self.best) {
            // Results of other searches would make it stronger.
            (Turn::Quick, _) => {
                worker.analyst.small().forget();
                (worker.analyst.small(), time_left)
            }
            (_, None) => (worker.analyst.large(), time_left.min(FIRST_SLICE)),
            (_, Some(_)) => (worker.analyst.large(), time_left.min(LATER_SLICE)),
        };

        let analysis = cancel.search(engine, self.position, Limits { time: Some(slice), ..left }, |_| {});
        let was_interrupted = cancel.was_interrupted();
        if cancel.is_cancelled() {
            return Progress::Done;
        }

        // 3. Keep the deepest result: the table may have forgotten earlier slices.
        let time_left = time_left.saturating_sub(analysis.time);
        let nodes_left = left.nodes.map(|nodes| nodes.saturating_sub(analysis.nodes));
        let is_over = analysis.time < slice && !was_interrupted;
        let is_final = is_over || time_left.is_zero() || nodes_left == Some(0);
        let depth = |analysis: &Analysis| (analysis.depth, analysis.selectivity);
        let best = self.best.take().filter(|best| depth(best) > depth(&analysis)).unwrap_or(analysis);

        // 4. Play the move, or continue later.
        let square = self.seat.pick(&self.position, &best).and_then(Move::square);
        self.found.send_replace(Found { square, is_final });
        if is_final {
            return Progress::Done;
        }
        self.best = Some(best);
        self.left = Some(Limits { time: Some(time_left), nodes: nodes_left, ..left });
        Progress::Unfinished
    }

    /// The game must go on: any legal move.
    fn failed(&mut self) {
        self.found.send_replace(Found { square: self.position.legal_moves().first(), is_final: true });
    }
}
