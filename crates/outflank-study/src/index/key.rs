use std::fmt;
use std::str::FromStr;

use outflank_rules::Square;
use thiserror::Error;

use super::game::{GameId, GameView};
use super::stored::Index;

/// The name of a game in an index. It has a checksum of the game, so that a name from another index is almost never taken for a game of
/// this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    place: u32,
    checksum: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected the name of a game, such as 1234-9f0c")]
pub struct ParseGameKeyError;

impl<R> Index<R> {
    pub fn key(&self, id: GameId) -> Option<GameKey> {
        self.game(id).map(|game| GameKey { place: id.0, checksum: checksum(&game) })
    }

    pub fn named(&self, key: GameKey) -> Option<GameView<'_>> {
        self.game(GameId(key.place)).filter(|game| checksum(game) == key.checksum)
    }
}

/// FNV-1a, folded to 16 bits. Names in addresses depend on it.
fn checksum(game: &GameView<'_>) -> u16 {
    let players = game.players();
    let names = [players.black, players.white, game.event()].into_iter().flat_map(|name| name.bytes().chain([0]));
    let moves = game.moves().map(Square::index);
    let bytes = names.chain(game.year().unwrap_or(0).to_le_bytes()).chain(moves);
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 16) as u16 ^ hash as u16
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:04x}", self.place, self.checksum)
    }
}

impl FromStr for GameKey {
    type Err = ParseGameKeyError;

    fn from_str(text: &str) -> Result<GameKey, ParseGameKeyError> {
        let (place, checksum) = text.split_once('-').ok_or(ParseGameKeyError)?;
        let place = place.parse().map_err(|_| ParseGameKeyError)?;
        let key = GameKey { place, checksum: u16::from_str_radix(checksum, 16).map_err(|_| ParseGameKeyError)? };
        // One name per game: no signs, no leading zeros, no capitals.
        if key.to_string() == text { Ok(key) } else { Err(ParseGameKeyError) }
    }
}
