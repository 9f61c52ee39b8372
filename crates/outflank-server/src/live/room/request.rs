use tokio::sync::oneshot;

use crate::live::message::Subscription;
use crate::store::{GameVersion, LoggedLine, Number, Seats};
use crate::wire::{Ack, CommandRequest, FullGame, JoinRequest, Problem};
use crate::{ChatLine, SecretHash};

/// Dropped without an answer if the room closes; the sender tries again.
pub(in crate::live) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

#[derive(Clone, Copy, Debug)]
pub(in crate::live) struct Visitor {
    pub(in crate::live) secret: Option<SecretHash>,
    pub(in crate::live) seats: Seats,
}

pub(in crate::live) enum Request {
    Wake,
    Follow(GameVersion),
    Full { visitor: Visitor, reply: Reply<FullGame> },
    Join { visitor: Visitor, request: JoinRequest, reply: Reply<FullGame> },
    Command { visitor: Visitor, request: CommandRequest, reply: Reply<Ack> },
    Subscribe { visitor: Visitor, after: Option<Number>, reply: Reply<Subscription> },
    Say { visitor: Visitor, text: ChatLine, reply: Reply<LoggedLine> },
}

impl Request {
    pub(super) fn refuse(self, problem: Problem) {
        // The receiver may be gone.
        match self {
            Request::Wake | Request::Follow(_) => {}
            Request::Full { reply, .. } | Request::Join { reply, .. } => drop(reply.send(Err(problem))),
            Request::Command { reply, .. } => drop(reply.send(Err(problem))),
            Request::Subscribe { reply, .. } => drop(reply.send(Err(problem))),
            Request::Say { reply, .. } => drop(reply.send(Err(problem))),
        }
    }
}
