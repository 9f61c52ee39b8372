//! What self-play says while it runs.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use crate::games::Turn;

pub(super) struct Progress {
    begun: Instant,
    /// When something was last said.
    said: Instant,
    is_terminal: bool,
    games: u64,
    /// How many have a score.
    positions: u64,
}

impl Progress {
    pub(super) fn new() -> Progress {
        let now = Instant::now();
        Progress { begun: now, said: now, is_terminal: io::stderr().is_terminal(), games: 0, positions: 0 }
    }

    /// A game is written. A terminal is told twice a second, in one line; a log twice a minute.
    pub(super) fn add(&mut self, turns: &[Turn]) {
        self.games += 1;
        self.positions += turns.iter().filter(|turn| turn.score.is_some()).count() as u64;
        let pause = if self.is_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        if self.said.elapsed() >= pause {
            self.said = Instant::now();
            match self.is_terminal {
                true => eprint!("\r{}", self.line()),
                false => eprintln!("{}", self.line()),
            }
        }
    }

    /// The last game is written.
    pub(super) fn end(&self) {
        let start = if self.is_terminal { "\r" } else { "" };
        eprintln!("{start}{}, {:.0} s", self.line(), self.begun.elapsed().as_secs_f64());
    }

    fn line(&self) -> String {
        let rate = self.games as f64 / self.begun.elapsed().as_secs_f64();
        format!("{} games, {rate:.1} games/s, {} positions", self.games, self.positions)
    }
}
