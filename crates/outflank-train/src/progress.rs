//! What a long run says while it lasts.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

pub(crate) struct Progress {
    begun: Instant,
    /// When something was last said.
    said: Instant,
    is_terminal: bool,
    /// What is counted.
    things: &'static str,
    /// How many were there before.
    before: u64,
    done: u64,
    /// How many there will be, if that is known.
    all: Option<u64>,
}

impl Progress {
    /// `before` of the things are done already.
    pub(crate) fn new(things: &'static str, before: u64, all: Option<u64>) -> Progress {
        let now = Instant::now();
        Progress { begun: now, said: now, is_terminal: io::stderr().is_terminal(), things, before, done: before, all }
    }

    /// Counts one more. Updates a terminal line twice a second, a log twice a minute.
    pub(crate) fn add(&mut self, details: impl Display) {
        self.done += 1;
        let pause = if self.is_terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        if self.said.elapsed() >= pause {
            self.said = Instant::now();
            match self.is_terminal {
                // The blanks wipe out what is left of a line that was longer.
                true => eprint!("\r{}{details}   ", self.line()),
                false => eprintln!("{}{details}", self.line()),
            }
        }
    }

    /// The last one is done.
    pub(crate) fn end(&self, details: impl Display) {
        let start = if self.is_terminal { "\r" } else { "" };
        eprintln!("{start}{}{details}, {:.0} s", self.line(), self.begun.elapsed().as_secs_f64());
    }

    fn line(&self) -> String {
        let rate = (self.done - self.before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let of = self.all.map(|all| format!(" of {all}")).unwrap_or_default();
        format!("{}{of} {}, {rate:.1}/s", self.done, self.things)
    }
}
