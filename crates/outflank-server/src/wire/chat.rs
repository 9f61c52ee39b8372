use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ChatLine;
use crate::store::{LoggedLine, Number};

/// A chat line to send.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatRequest {
    #[schema(value_type = String, max_length = 200)]
    pub(crate) text: ChatLine,
}

/// A chat line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename = "chat")]
pub(crate) struct ChatMessage {
    /// The number of the line, from 1.
    pub(crate) number: Number,
    #[schema(value_type = String)]
    pub(crate) by: Color,
    pub(crate) at: u64,
    #[schema(value_type = String)]
    pub(crate) text: ChatLine,
}

impl From<LoggedLine> for ChatMessage {
    fn from(line: LoggedLine) -> ChatMessage {
        ChatMessage { number: line.number, by: line.by, at: line.at.as_millis(), text: line.text }
    }
}

/// The chat of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Chat {
    pub(crate) lines: Vec<ChatMessage>,
}
