use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CommandRequest, FullGame, Problem, State};
use crate::store::{LoggedLine, Number};
use crate::{ChatLine, CommandId, name};

/// A chat line to send.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatRequest {
    #[serde(deserialize_with = "name::from_client")]
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

/// A message from a client over a WebSocket.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ClientMessage {
    Command(CommandRequest),
    Chat(ChatRequest),
    Ping,
}

/// A response to a client message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Reply {
    /// The command was executed.
    Ack {
        #[schema(value_type = String)]
        id: CommandId,
        /// The number of the last event it caused.
        number: Number,
    },
    /// The request failed.
    Refused(Refusal),
    Pong {
        /// Server time, in milliseconds since 1970.
        at: u64,
    },
}

/// An error response over a WebSocket.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// The command's id.
    #[schema(value_type = Option<String>)]
    pub(crate) id: Option<CommandId>,
    /// The corresponding HTTP status.
    pub(crate) status: u16,
    #[serde(flatten)]
    pub(crate) problem: Problem,
}

impl Refusal {
    pub(crate) fn new(id: Option<CommandId>, problem: Problem) -> Refusal {
        Refusal { id, status: problem.error.status().as_u16(), problem }
    }
}

/// The messages of streams and WebSockets. Only describes the API; the hall writes the texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Told {
    /// The complete game, sent first.
    Full(Box<FullGame>),
    /// Sent after every change.
    State(Box<State>),
    /// Sent to players only.
    Chat(ChatMessage),
    /// Sent when the number changes.
    Watchers(Watchers),
    /// Sent last, when the host removes the game.
    Removed(Removed),
}

/// The game does not exist any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename = "removed")]
pub(crate) struct Removed {
    pub(crate) message: &'static str,
}

impl Removed {
    pub(crate) const MESSAGE: &'static str = "this game was removed";
}

impl Default for Removed {
    fn default() -> Removed {
        Removed { message: Removed::MESSAGE }
    }
}

/// The number of watchers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename = "watchers")]
pub(crate) struct Watchers {
    pub(crate) count: usize,
}
