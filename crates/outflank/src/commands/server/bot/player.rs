//! A player on a thread of its own, so that the game's stream is read while it thinks.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use outflank_players::matches::Contestant;
use outflank_players::{Action, ClockConfig, ClockState, EnginePlayer, Machine, Player, PlayerError, PlayerSetup};
use outflank_rules::{ByColor, Color, Game};
use tokio::sync::oneshot;

use crate::random::any_number;
use crate::stderr;

/// Kept back from every move for the network and a busy machine, and at most a quarter of what is left.
const RESERVE: Duration = Duration::from_millis(300);

/// The memory for the tables of all engines together, and the least and the most for one, in MiB.
const TABLES: usize = 512;
const TABLE: (usize, usize) = (8, 64);

/// How players are started.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    pub(super) setup: PlayerSetup,
    /// The most games at once.
    pub(super) games: usize,
}

impl Roster {
    /// Starts a player for a game with this clock.
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

/// A player in one game. Dropping this ends the player as soon as it has finished its thought.
#[derive(Debug)]
pub(super) struct SeatedPlayer {
    questions: mpsc::Sender<Question>,
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum NoMove {
    /// The player failed twice.
    Failed(String),
    /// The player cannot play such a game at all.
    Unsuited(String),
}

/// What the clocks showed at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockReading {
    pub(super) at: Instant,
    pub(super) left: ByColor<Duration>,
    pub(super) increment: Duration,
}

#[derive(Debug)]
struct Question {
    game: Game,
    clocks: Option<ClockReading>,
    answer: oneshot::Sender<Result<Action, NoMove>>,
}

impl SeatedPlayer {
    /// Starts a player for the game of this name.
    pub(super) fn start(roster: Roster, time: Option<ClockConfig>, game: String) -> SeatedPlayer {
        let (questions, asked) = mpsc::channel::<Question>();
        thread::spawn(move || {
            let mut seat = Seat { roster, time, game, player: None, has_failed: false };
            for Question { game, clocks, answer } in asked {
                let _ = answer.send(seat.choose(&game, clocks));
            }
        });
        SeatedPlayer { questions }
    }

    /// Asks for a move. The receiver fails if the player's thread has panicked.
    pub(super) fn ask(&self, game: Game, clocks: Option<ClockReading>) -> oneshot::Receiver<Result<Action, NoMove>> {
        let (answer, receiver) = oneshot::channel();
        let _ = self.questions.send(Question { game, clocks, answer });
        receiver
    }
}

impl ClockReading {
    /// The clocks now, for a player that must not use all of its time.
    fn clocks(&self, turn: Color) -> ClockState {
        let mut left = self.left;
        let now = left[turn].saturating_sub(self.at.elapsed());
        left[turn] = now.saturating_sub(RESERVE.min(now / 4));
        ClockState { left, increment: self.increment, margin: Duration::ZERO }
    }
}

/// What the thread knows.
struct Seat {
    roster: Roster,
    time: Option<ClockConfig>,
    game: String,
    player: Option<Box<dyn Player>>,
    /// Whether the player was restarted in this game.
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
        let action = player.choose(game, clocks.as_ref())?.action;
        if let Action::Place(square) = action
            && let Err(why) = game.position().play(outflank_rules::Move::Place(square))
        {
            return Err(PlayerError::Illegal { name: player.name().to_owned(), why });
        }
        Ok(action)
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
