//! A game to keep.

use outflank_rules::{Bitboard, ByColor, Color, Rules, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, GameResult, PlayerKind, Start};
use crate::GameId;

/// A game as a record: who played, where it started, what was played and how it ended. From `start` and `plies` every board of the
/// game follows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameRecord {
    /// The game's name.
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// What it was played by.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Where it started.
    pub(crate) start: Start,
    /// How many discs each had to place at the start, in games that count them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// When it was made.
    pub(crate) created: u64,
    /// When it began, if it has.
    pub(crate) began: Option<u64>,
    /// When it ended, if it has.
    pub(crate) ended: Option<u64>,
    /// Who played.
    #[schema(value_type = super::Both<RecordPlayer>)]
    pub(crate) players: ByColor<RecordPlayer>,
    /// The time on each clock.
    pub(crate) clock: Option<ClockSetting>,
    /// What was played and not taken back, passes included.
    pub(crate) plies: Vec<RecordPly>,
    /// How it ended, if it has.
    pub(crate) result: Option<GameResult>,
    /// The name of the opening.
    pub(crate) opening: Option<&'static str>,
}

/// A player of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RecordPlayer {
    /// A person, or a program that came over the network; or the engine of the server.
    pub(crate) kind: PlayerKind,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// What the player was called.
    pub(crate) name: Option<String>,
}

/// A placement or a pass of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RecordPly {
    /// Whose.
    #[schema(value_type = String)]
    pub(crate) by: Color,
    /// Where; nowhere if it is a pass.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
    /// What it flipped.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
    /// How many milliseconds it took, pauses not counted; none for a pass.
    pub(crate) time: Option<u64>,
    /// How many milliseconds its player had left afterwards, if there are clocks; none for a pass.
    pub(crate) left: Option<u64>,
}
