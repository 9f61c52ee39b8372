//! Lists of games.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use outflank_rules::{ByColor, Color, Rules};
use outflank_table::Time;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, GameResult, Player};
use crate::GameId;
use crate::store::Cursor;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    /// The games.
    pub(crate) games: Vec<ListedGame>,
    /// What to ask for as `before` to get the next page, if there may be one.
    pub(crate) before: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedGame {
    /// Its name.
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// What it is played by.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// The time on each clock.
    pub(crate) clock: Option<ClockSetting>,
    /// `waiting`, `running`, `paused`, `over` or `cancelled`.
    pub(crate) status: &'static str,
    /// When it was made.
    pub(crate) created: u64,
    /// When it last changed.
    pub(crate) updated: u64,
    /// Who plays.
    #[schema(value_type = super::Both<Player>)]
    pub(crate) players: ByColor<Player>,
    /// `initial`, `xot`, `handicap` or `custom`.
    pub(crate) start: &'static str,
    /// How many discs were placed.
    pub(crate) placements: u8,
    /// 64 characters of `-`, `X` and `O`: a1, b1, to h8.
    pub(crate) board: String,
    /// How many discs each has.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// Who is to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    /// How it ended.
    pub(crate) result: Option<GameResult>,
    /// The seats of who asks, in the list of one's own games.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
}

/// A message of a stream of games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ListMessage {
    /// The whole list, sent first.
    Games {
        /// The games, the latest changed first.
        games: Vec<ListedGame>,
    },
    /// A game that entered the list or changed in it.
    Game {
        /// The game.
        game: Box<ListedGame>,
    },
    /// A game that left the list.
    Gone {
        /// Its name.
        #[schema(value_type = String)]
        id: GameId,
    },
}

/// As the list tells it in `before`. Clients are not to read it.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.updated.as_millis(), self.game)
    }
}

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Cursor, ParseCursorError> {
        let (updated, game) = text.split_once('-').ok_or(ParseCursorError)?;
        let updated = updated.parse().map_err(|_| ParseCursorError)?;
        Ok(Cursor { updated: Time::from_millis(updated), game: game.parse().map_err(|_| ParseCursorError)? })
    }
}

/// A text that is no place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCursorError;

impl fmt::Display for ParseCursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected what the page before said as before")
    }
}

impl Error for ParseCursorError {}
