//! What is sent to those who look on.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::{Notify, mpsc};

use crate::GameId;
use crate::store::{LoggedLine, Number};
use crate::wire::{ChatMessage, FullGame, ListMessage, State, Watchers};

/// What happens in a game, for somebody who looks on. Dropping it ends it.
pub(crate) struct Subscription {
    /// What to send first: the whole game, or a state with all events after a number; then what was said.
    pub(crate) first: Vec<Message>,
    /// What follows.
    pub(crate) messages: Messages,
    /// Counted as long as it is there.
    pub(super) _counted: Arc<()>,
}

/// What follows in a game, as it happens. It ends when the server stops, or when the reader is too slow.
pub(crate) struct Messages {
    receiver: mpsc::Receiver<Message>,
    /// Dropped after the receiver, so that the room finds it closed.
    _leaving: Leaving,
}

impl Messages {
    /// What a room sends through the other end. The room is told when the reader has gone.
    pub(super) fn new(receiver: mpsc::Receiver<Message>, room: Arc<Notify>) -> Messages {
        Messages { receiver, _leaving: Leaving(room) }
    }

    /// The next message; none once it has ended.
    pub(crate) async fn recv(&mut self) -> Option<Message> {
        self.receiver.recv().await
    }
}

struct Leaving(Arc<Notify>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// Something to send, as JSON that was written once for everybody.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// What it is.
    pub(crate) kind: MessageKind,
    /// Its text.
    pub(crate) text: Utf8Bytes,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// The game, up to the event with this number.
    State(Number),
    /// A line of chat, with its number. Only players get it.
    Chat(Number),
    /// How many watch.
    Watchers,
    /// A list of games, or a change of one.
    List,
}

impl Message {
    /// A whole game.
    pub(super) fn full(game: &FullGame) -> Message {
        Message { kind: MessageKind::State(game.state.number), text: written(game) }
    }

    /// Where a game stands.
    pub(super) fn state(state: &State) -> Message {
        Message { kind: MessageKind::State(state.number), text: written(state) }
    }

    /// What a player said.
    pub(super) fn chat(line: &LoggedLine) -> Message {
        Message { kind: MessageKind::Chat(line.number), text: written(&ChatMessage::from(line.clone())) }
    }

    /// How many watch.
    pub(super) fn watchers(count: usize) -> Message {
        Message { kind: MessageKind::Watchers, text: written(&Watchers { count }) }
    }

    /// A list of games, or a change of one.
    pub(super) fn list(message: &ListMessage) -> Message {
        Message { kind: MessageKind::List, text: written(message) }
    }

    /// A game is not in a list any more.
    pub(super) fn gone(id: GameId) -> Message {
        Message::list(&ListMessage::Gone { id })
    }
}

fn written(told: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(told).expect("what is told has no map with odd keys").into()
}
