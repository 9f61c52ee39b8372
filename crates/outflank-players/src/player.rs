//! What can be asked of a player.

use std::time::Duration;

use outflank_formats::Points;
use outflank_rules::{Game, Square};

use crate::{Clocks, PlayerError};

/// Somebody who can be asked for a move. It lives as long as a match; it may have a process of its own.
pub trait Player: Send {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// A new game begins: what was learnt in others is forgotten, so that every game can be played again alone. The
    /// seed is for random choices, if there are any.
    fn begin(&mut self, seed: u64) -> Result<(), PlayerError>;

    /// What to do in this game, which is not over. The moves so far need not be those of the last call.
    ///
    /// A square that comes back need not be playable: who asks has to find out.
    fn choose(&mut self, game: &Game, clocks: Option<&Clocks>) -> Result<Choice, PlayerError>;
}

/// What a player does, and what it says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it does.
    pub action: Action,
    /// What it thinks the position worth, in discs for itself.
    pub eval: Option<Points>,
    /// How long it says that it thought.
    pub time: Option<Duration>,
}

/// What a player can do in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a disc here.
    Place(Square),
    /// Give the game up.
    Resign,
}

impl From<Action> for Choice {
    /// A choice about which nothing is said.
    fn from(action: Action) -> Choice {
        Choice { action, eval: None, time: None }
    }
}
