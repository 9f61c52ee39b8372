//! What players can do.

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
    /// What the sender calls it, so that it can be sent again.
    #[schema(value_type = String, max_length = 40)]
    pub(crate) id: CommandId,
    /// The number of the last event that the sender has seen.
    pub(crate) seen: Number,
    /// For whom, if the sender holds both seats. Left out, it is the side to move.
    #[serde(rename = "as")]
    #[schema(value_type = Option<String>)]
    pub(crate) speaker: Option<Color>,
    /// What to do.
    #[serde(flatten)]
    pub(crate) order: Order,
}

/// What can be done.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub(crate) enum Order {
    /// Place a disc.
    Play {
        /// Where, as `d3` or `3d`.
        #[serde(deserialize_with = "square")]
        #[schema(value_type = String, example = "d3")]
        square: Square,
    },
    /// Give the game up.
    Resign,
    /// Offer a draw, or agree to one.
    OfferDraw,
    /// Agree to a draw.
    AcceptDraw,
    /// Play on.
    DeclineDraw,
    /// Take back one's last placement, or ask for it.
    TakeBack,
    /// Let the opponent take back.
    AcceptTakeback,
    /// Do not let the opponent take back.
    DeclineTakeback,
    /// Offer another game, or agree to one.
    OfferRematch,
    /// Agree to another game.
    AcceptRematch,
    /// Refuse another game.
    DeclineRematch,
    /// Claim the game of an opponent who has been gone for a minute.
    Claim,
    /// Withdraw a game that still waits.
    Cancel,
}

/// A square as people write it, `d3` or `3d`.
fn square<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
    let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
    let mv = outflank_formats::notation::parse_move(&text).map_err(D::Error::custom)?;
    mv.square().ok_or_else(|| D::Error::custom("expected a square: passes are made by the table"))
}

/// A command was carried out, and is on the disk.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ack {
    /// What its sender called it.
    #[schema(value_type = String)]
    pub(crate) id: CommandId,
    /// The number of the last event that followed from it.
    pub(crate) number: Number,
    /// Where the game stands now.
    pub(crate) state: State,
}
