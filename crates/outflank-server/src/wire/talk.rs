//! What is said over a socket, beside what streams tell.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ChatMessage, ChatRequest, CommandRequest, FullGame, Problem, State};
use crate::CommandId;
use crate::store::Number;

/// What a client says over a socket.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ClientMessage {
    /// To carry out.
    Command(CommandRequest),
    /// To say to the other player.
    Chat(ChatRequest),
    /// Whether somebody is there.
    Ping,
}

/// What the server answers to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Reply {
    /// A command was carried out.
    Ack {
        /// What its sender called it.
        #[schema(value_type = String)]
        id: CommandId,
        /// The number of the last event that followed from it.
        number: Number,
    },
    /// Something was not done.
    Refused(Refusal),
    /// Somebody is there.
    Pong {
        /// What time it is.
        at: u64,
    },
}

/// Why something was not done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// What its sender called it, if it was a command.
    #[schema(value_type = Option<String>)]
    pub(crate) id: Option<CommandId>,
    /// The status that HTTP would have answered with.
    pub(crate) status: u16,
    /// The reason.
    #[serde(flatten)]
    pub(crate) problem: Problem,
}

impl Refusal {
    /// A refusal of a command, or of something else.
    pub(crate) fn new(id: Option<CommandId>, problem: Problem) -> Refusal {
        Refusal { id, status: problem.error.status().as_u16(), problem }
    }
}

/// What streams and sockets tell. The hall writes the texts; the type stands for them where the API is described.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only describes")]
pub(crate) enum Told {
    /// The whole game, first.
    Full(Box<FullGame>),
    /// Where it stands, after every change.
    State(Box<State>),
    /// What a player said, to players.
    Chat(ChatMessage),
    /// How many watch, when that changes.
    Watchers(Watchers),
}

/// How many watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename = "watchers")]
pub(crate) struct Watchers {
    /// So many.
    pub(crate) count: usize,
}
