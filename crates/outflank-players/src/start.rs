use std::time::Duration;

use outflank_engine::{Level, Options};

use crate::matches::Contestant;
use crate::{BookUse, Bounds, ClockConfig, EnginePlayer, GtpPlayer, Machine, NBoardPlayer, Player, PlayerError};

#[derive(Clone, Debug)]
pub struct PlayerSetup {
    pub machine: Machine,
    pub level: Level,
    pub bounds: Bounds,
    pub book: BookUse,
    pub threads: usize,
    pub time: Option<ClockConfig>,
    /// How long another program may take to answer in games without a clock.
    pub patience: Duration,
}

impl Contestant for PlayerSetup {
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
