use std::time::Duration;

use outflank_formats::Points;
use outflank_rules::{Game, Square};

use crate::{ClockState, PlayerError};

pub trait Player: Send {
    fn name(&self) -> &str;

    /// A new game begins. Nothing carries over from earlier games, so that any game can be replayed alone from its seed.
    fn begin(&mut self, seed: u64) -> Result<(), PlayerError>;

    /// Chooses in a game that is not over, and need not continue the last one. The square may turn out to be illegal: callers check.
    fn choose(&mut self, game: &Game, clocks: Option<&ClockState>) -> Result<Choice, PlayerError>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub action: Action,
    /// In discs, from the player's own point of view.
    pub eval: Option<Points>,
    pub time: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Place(Square),
    Resign,
}

impl From<Action> for Choice {
    fn from(action: Action) -> Choice {
        Choice { action, eval: None, time: None }
    }
}
