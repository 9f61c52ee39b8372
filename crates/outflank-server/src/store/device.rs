use crate::{GameId, SecretHash};

/// A device that takes over the seats of another one gets those in this many games, the most recently changed ones.
pub const MAX_LINKED_GAMES: usize = 1_000;

/// A one-time link that gives the seats of `holder` to another device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceLink {
    pub token: SecretHash,
    pub holder: SecretHash,
    /// All games in which `holder` plays, if none is given.
    pub game: Option<GameId>,
}

pub(super) fn scope(game: Option<&GameId>) -> &str {
    game.map_or("", GameId::as_str)
}
