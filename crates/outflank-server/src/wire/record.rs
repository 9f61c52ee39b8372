use outflank_rules::{Bitboard, ByColor, Color, Rules, Square};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ClockSetting, GameResult, PlayerKind, Start};
use crate::GameId;

/// A game record. Every position follows from `start` and `plies`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameRecord {
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// The starting position.
    pub(crate) start: Start,
    /// Discs to place at the start, if the rules limit them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// Creation time, in milliseconds since 1970.
    pub(crate) created: u64,
    /// Start time.
    pub(crate) began: Option<u64>,
    /// End time.
    pub(crate) ended: Option<u64>,
    #[schema(value_type = super::Both<RecordPlayer>)]
    pub(crate) players: ByColor<RecordPlayer>,
    /// Clock settings, if the game is timed.
    pub(crate) clock: Option<ClockSetting>,
    /// All plies, including passes, without takebacks.
    pub(crate) plies: Vec<RecordPly>,
    pub(crate) result: Option<GameResult>,
    pub(crate) opening: Option<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RecordPlayer {
    pub(crate) kind: PlayerKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    pub(crate) name: Option<String>,
}

/// A move or a pass of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RecordPly {
    #[schema(value_type = String)]
    pub(crate) by: Color,
    /// `null` for a pass.
    #[schema(value_type = Option<String>)]
    pub(crate) square: Option<Square>,
    /// The flipped discs.
    #[schema(value_type = Vec<String>)]
    pub(crate) flips: Bitboard,
    /// Thinking time in milliseconds, without pauses. `null` for a pass.
    pub(crate) time: Option<u64>,
    /// Time left after the move in milliseconds. `null` for a pass or without clocks.
    pub(crate) left: Option<u64>,
}
