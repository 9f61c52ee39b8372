//! From a name to a player.

use std::time::Duration;

use outflank_engine::{Level, Options};

use crate::matches::Contestant;
use crate::{BookUse, Bounds, EnginePlayer, GtpPlayer, Machine, NBoardPlayer, Player, PlayerError, TimeControl};

/// A machine, and all that it is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Who plays.
    pub machine: Machine,
    /// The level of an engine that is named without one.
    pub level: Level,
    /// How far to look, unless the name says it.
    pub bounds: Bounds,
    /// Whether an engine opens by the book.
    pub book: BookUse,
    /// How many threads an engine searches with.
    pub threads: usize,
    /// The clocks of its games.
    pub time: Option<TimeControl>,
    /// How long another program may take for an answer where no clock says it.
    pub patience: Duration,
}

impl Contestant for Setup {
    fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.machine {
            Machine::Engine { level, bounds } => {
                let options = Options { threads: self.threads, ..Options::default() };
                Box::new(EnginePlayer::new(level.unwrap_or(self.level), bounds.or(self.bounds), self.book, options))
            }
            Machine::Gtp(command) => Box::new(GtpPlayer::start(command, self.bounds, self.time, self.patience)?),
            Machine::NBoard(command) => Box::new(NBoardPlayer::start(command, self.bounds, self.patience)?),
        })
    }
}
