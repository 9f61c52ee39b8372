use outflank_rules::{Color, Square};
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::State;
use crate::CommandId;
use crate::store::Number;

/// A command.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct CommandRequest {
    /// Chosen by the client. A repeated id is not executed twice.
    #[schema(value_type = String, max_length = 40)]
    pub(crate) id: CommandId,
    /// The last event that the client has seen.
    pub(crate) seen: Number,
    /// The seat to act for, if the client holds both. Default: the side to move.
    #[serde(rename = "as")]
    #[schema(value_type = Option<String>)]
    pub(crate) speaker: Option<Color>,
    #[serde(flatten)]
    pub(crate) order: Order,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub(crate) enum Order {
    /// Place a disc.
    Play {
        /// `d3` or `3d`.
        #[serde(deserialize_with = "square")]
        #[schema(value_type = String, example = "d3")]
        square: Square,
    },
    Resign,
    /// Offer a draw, or accept one.
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    /// Take back your last move, or ask to.
    TakeBack,
    AcceptTakeback,
    DeclineTakeback,
    /// Offer a rematch, or accept one.
    OfferRematch,
    AcceptRematch,
    DeclineRematch,
    /// Claim a win against an opponent who has been away for a minute.
    Claim,
    /// Cancel a game that has not started.
    Cancel,
}

fn square<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
    let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
    let mv = outflank_formats::notation::parse_move(&text).map_err(D::Error::custom)?;
    mv.square().ok_or_else(|| D::Error::custom("expected a square; passes are automatic"))
}

/// The command was executed and stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ack {
    #[schema(value_type = String)]
    pub(crate) id: CommandId,
    /// The number of the last event it caused.
    pub(crate) number: Number,
    /// The state of the game.
    pub(crate) state: State,
}
