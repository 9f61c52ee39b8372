//! A player on its own thread, so that the game's stream is read while it thinks.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use outflank_players::matches::Contestant;
use outflank_players::{Action, ClockConfig, ClockState, EnginePlayer, Machine, Player, PlayerError, PlayerSetup};
use outflank_rules::{ByColor, Color, Game};
use tokio::sync::oneshot;

use crate::random::any_number;
use crate::{player, stderr};

/// Kept back from every move for network delays; at most a quarter of the time left.
const RESERVE: Duration = Duration::from_millis(300);

/// Table memory in MiB: for all engines together, and the range for one.
const TABLES: usize = 512;
const TABLE: (usize, usize) = (8, 64);

#[derive(Clone, Debug)]
pub(super) struct Roster {
    pub(super) setup: PlayerSetup,
    pub(super) games: usize,
}

impl Roster {
    pub(super) fn start(&self, time: Option<ClockConfig>) -> Result<Box<dyn Player>, PlayerError> {
        let setup = PlayerSetup { time, ..self.setup.clone() };
        match setup.machine {
            Machine::Engine { level, bounds } => {
                let table_mebibytes = (TABLES / self.games).clamp(TABLE.0, TABLE.1);
                let options = outflank_engine::Options { threads: setup.threads, table_mebibytes };
                let level = level.unwrap_or(setup.level);
                Ok(Box::new(EnginePlayer::new(level, bounds.or(setup.bounds), setup.book, options)))
            }
            Machine::Gtp(_) | Machine::NBoard(_) => setup.start(),
        }
    }
}

#[derive(Debug)]
pub(super) struct SeatedPlayer {
    requests: mpsc::Sender<MoveRequest>,
}

#[derive(Debug)]
pub(super) enum NoMove {
    Failed(String),
    Unsuited(String),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ClockReading {
    pub(super) at: Instant,
    pub(super) left: ByColor<Duration>,
    pub(super) increment: Duration,
}

#[derive(Debug)]
struct MoveRequest {
    game: Game,
    clocks: Option<ClockReading>,
    reply: oneshot::Sender<Result<Action, NoMove>>,
}

impl SeatedPlayer {
    pub(super) fn start(roster: Roster, time: Option<ClockConfig>, game: String) -> SeatedPlayer {
        let (requests, received) = mpsc::channel::<MoveRequest>();
        thread::spawn(move || {
            let mut seat = Seat { roster, time, game, player: None, has_failed: false };
            for MoveRequest { game, clocks, reply } in received {
                let _ = reply.send(seat.choose(&game, clocks));
            }
        });
        SeatedPlayer { requests }
    }

    /// Requests a move. The receiver fails if the player's thread has panicked.
    pub(super) fn ask(&self, game: Game, clocks: Option<ClockReading>) -> oneshot::Receiver<Result<Action, NoMove>> {
        let (reply, receiver) = oneshot::channel();
        let _ = self.requests.send(MoveRequest { game, clocks, reply });
        receiver
    }
}

impl ClockReading {
    fn clocks(&self, turn: Color) -> ClockState {
        let mut left = self.left;
        let now = left[turn].saturating_sub(self.at.elapsed());
        left[turn] = now.saturating_sub(RESERVE.min(now / 4));
        ClockState { left, increment: self.increment, margin: Duration::ZERO }
    }
}

struct Seat {
    roster: Roster,
    time: Option<ClockConfig>,
    game: String,
    player: Option<Box<dyn Player>>,
    has_failed: bool,
}

impl Seat {
    fn choose(&mut self, game: &Game, clocks: Option<ClockReading>) -> Result<Action, NoMove> {
        loop {
            let error = match self.try_choose(game, clocks) {
                Ok(action) => return Ok(action),
                Err(error) => error,
            };
            self.player = None;
            match error.fault() {
                None => return Err(NoMove::Unsuited(error.to_string())),
                Some(_) if self.has_failed => return Err(NoMove::Failed(error.to_string())),
                Some(_) => {
                    self.has_failed = true;
                    stderr::print(format_args!("{}: {error}. Restarting it.", self.game));
                }
            }
        }
    }

    fn try_choose(&mut self, game: &Game, clocks: Option<ClockReading>) -> Result<Action, PlayerError> {
        let player = match &mut self.player {
            Some(player) => player,
            none => {
                let mut player = self.roster.start(self.time)?;
                player.begin(any_number())?;
                none.insert(player)
            }
        };
        let clocks = clocks.map(|reading| reading.clocks(game.position().turn()));
        player::choose(player.as_mut(), game, clocks.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_never_sees_its_whole_clock() {
        let reading = |millis| ClockReading {
            at: Instant::now(),
            left: ByColor::both(Duration::from_millis(millis)),
            increment: Duration::ZERO,
        };
        let seen = reading(60_000).clocks(Color::Black);
        assert!(seen.left.black <= Duration::from_millis(59_700) && seen.left.black > Duration::from_secs(50));
        assert_eq!(seen.left.white, Duration::from_secs(60));
        assert!(reading(400).clocks(Color::White).left.white <= Duration::from_millis(300));
        assert_eq!(reading(0).clocks(Color::White).left.white, Duration::ZERO);
    }
}
