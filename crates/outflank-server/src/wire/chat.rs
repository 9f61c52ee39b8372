//! What players say to each other.

use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ChatLine;
use crate::store::{LoggedLine, Number};

/// Something to say.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatRequest {
    /// One line.
    #[schema(value_type = String, max_length = 200)]
    pub(crate) text: ChatLine,
}

/// Something that was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "chat")]
pub(crate) struct ChatMessage {
    /// Its number in the game, from 1.
    pub(crate) number: Number,
    /// Who said it.
    #[schema(value_type = String)]
    pub(crate) by: Color,
    /// When.
    pub(crate) at: u64,
    /// What.
    #[schema(value_type = String)]
    pub(crate) text: ChatLine,
}

impl From<LoggedLine> for ChatMessage {
    fn from(line: LoggedLine) -> ChatMessage {
        ChatMessage { number: line.number, by: line.by, at: line.at.as_millis(), text: line.text }
    }
}

/// What was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Chat {
    /// In order.
    pub(crate) lines: Vec<ChatMessage>,
}
