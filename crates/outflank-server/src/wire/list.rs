use std::fmt;
use std::str::FromStr;

use outflank_rules::{ByColor, Color, Rules};
use outflank_table::Time;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, GameResult, Player};
use crate::GameId;
use crate::store::Cursor;

/// A page of a game list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    pub(crate) games: Vec<ListedGame>,
    /// The `before` parameter of the next page, if there is one.
    pub(crate) before: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedGame {
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Clock settings, if the game is timed.
    pub(crate) clock: Option<ClockSetting>,
    /// `waiting`, `running`, `paused`, `over` or `cancelled`.
    pub(crate) status: &'static str,
    /// Creation time, in milliseconds since 1970.
    pub(crate) created: u64,
    /// Time of the last change.
    pub(crate) updated: u64,
    #[schema(value_type = super::Both<Player>)]
    pub(crate) players: ByColor<Player>,
    /// `initial`, `xot`, `handicap` or `custom`.
    pub(crate) start: &'static str,
    /// The number of moves.
    pub(crate) placements: u8,
    /// 64 characters `-`, `X` or `O`, from a1, b1 to h8.
    pub(crate) board: String,
    /// The disc counts.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// The side to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    pub(crate) result: Option<GameResult>,
    /// The client's own seats, in the list of their games.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// The number of watchers on this server, in the list of running games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) watchers: Option<usize>,
}

/// A message of the game list stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ListMessage {
    /// The complete list, sent first.
    Games {
        /// Latest change first. Running games: the most watched first.
        games: Vec<ListedGame>,
    },
    /// A game that entered the list or changed.
    Game { game: Box<ListedGame> },
    /// A game that left the list.
    Gone {
        #[schema(value_type = String)]
        id: GameId,
    },
}

/// The opaque `before` of a list.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the `before` value of the previous page")]
pub struct ParseCursorError;
