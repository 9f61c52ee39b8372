//! What a room is asked.

use tokio::sync::oneshot;

use crate::live::message::Subscription;
use crate::store::{GameVersion, LoggedLine, Number, Seats};
use crate::wire::{Ack, CommandRequest, FullGame, JoinRequest, Problem};
use crate::{ChatLine, SecretHash};

/// Where an answer goes. Dropped without one, the request was not looked at and can be put again.
pub(in crate::live) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// Somebody who asks.
#[derive(Clone, Copy, Debug)]
pub(in crate::live) struct Visitor {
    /// By which secret.
    pub(in crate::live) secret: Option<SecretHash>,
    /// The seats that it holds.
    pub(in crate::live) seats: Seats,
}

/// What a room is asked.
pub(in crate::live) enum Request {
    /// To look after the game: something is due.
    Look,
    /// To read what it does not know, if this much is in the store.
    Follow(GameVersion),
    /// For everything about the game.
    Full { visitor: Visitor, reply: Reply<FullGame> },
    /// To let somebody sit down.
    Join { visitor: Visitor, request: JoinRequest, reply: Reply<FullGame> },
    /// To carry out a command.
    Command { visitor: Visitor, request: CommandRequest, reply: Reply<Ack> },
    /// To tell everything from now on, or after a number.
    Subscribe { visitor: Visitor, after: Option<Number>, reply: Reply<Subscription> },
    /// To pass on what a player says.
    Say { visitor: Visitor, text: ChatLine, reply: Reply<LoggedLine> },
}

impl Request {
    /// Answers with a refusal.
    pub(super) fn refuse(self, problem: Problem) {
        // Who does not wait for the answer any more need not have it.
        match self {
            Request::Look | Request::Follow(_) => {}
            Request::Full { reply, .. } | Request::Join { reply, .. } => drop(reply.send(Err(problem))),
            Request::Command { reply, .. } => drop(reply.send(Err(problem))),
            Request::Subscribe { reply, .. } => drop(reply.send(Err(problem))),
            Request::Say { reply, .. } => drop(reply.send(Err(problem))),
        }
    }
}
