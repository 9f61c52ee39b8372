//! What a bot reads of the server's messages; `docs/guide/api.md` describes them. Unknown fields are ignored, for newer servers.

use std::time::Duration;

use outflank_rules::{ByColor, Color, Rules};
use outflank_server::GameId;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum GameMessage {
    Full(Box<FullGame>),
    State(Box<State>),
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct FullGame {
    pub(super) rules: Rules,
    pub(super) clock: Option<Clock>,
    pub(super) start: Start,
    pub(super) players: ByColor<Player>,
    pub(super) you: Vec<Color>,
    pub(super) state: State,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Start {
    pub(super) board: String,
    pub(super) turn: Color,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Player {
    pub(super) name: Option<String>,
    pub(super) joined: bool,
    pub(super) open: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Clock {
    pub(super) main: u64,
    #[serde(default)]
    increment: Option<u64>,
    #[serde(default)]
    delay: Option<u64>,
}

impl Clock {
    /// A delay gives back what was used of it, which is as good for planning ahead.
    pub(super) fn increment(&self) -> Duration {
        Duration::from_millis(self.increment.or(self.delay).unwrap_or(0))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct State {
    pub(super) number: u64,
    pub(super) status: Status,
    #[serde(default)]
    pub(super) events: Vec<Value>,
    pub(super) moves: String,
    pub(super) board: String,
    pub(super) turn: Color,
    pub(super) supply: Option<ByColor<u8>>,
    pub(super) clocks: Option<ClockFace>,
    pub(super) offers: Offers,
    pub(super) gone: ByColor<Option<Gone>>,
    pub(super) result: Option<GameResult>,
    pub(super) rematch: Option<GameId>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Waiting,
    Running,
    Paused,
    Over,
    Cancelled,
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct ClockFace {
    pub(super) black: u64,
    pub(super) white: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Offers {
    pub(super) draw: Option<Color>,
    pub(super) takeback: Option<Color>,
    pub(super) rematch: Option<Color>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Gone {
    pub(super) claim_in: u64,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct GameResult {
    pub(super) winner: Option<Color>,
    pub(super) how: String,
    pub(super) discs: ByColor<u8>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Ack {
    pub(super) state: State,
}

#[derive(Debug, Deserialize)]
pub(super) struct Created {
    pub(super) id: GameId,
}

#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    /// Not read, but a response without it does not come from Outflank.
    #[serde(rename = "error")]
    _kind: String,
    pub(super) message: String,
    #[serde(default)]
    pub(super) state: Option<Box<State>>,
}

/// Games stay unparsed, so that one with rules of a newer server does not hide the others.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ListMessage {
    Games {
        games: Vec<Value>,
    },
    Game {
        game: Value,
    },
    Gone {
        id: GameId,
    },
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct ListedGame {
    pub(super) id: GameId,
    pub(super) rules: Rules,
    pub(super) clock: Option<Clock>,
    pub(super) status: Status,
    pub(super) created: u64,
    pub(super) players: ByColor<Player>,
    pub(super) start: String,
    #[serde(default)]
    pub(super) you: Vec<Color>,
}

impl ListedGame {
    pub(super) fn read(game: Value) -> Option<ListedGame> {
        serde_json::from_value(game).ok()
    }
}
