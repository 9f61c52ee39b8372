use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::{Notify, mpsc};

use crate::GameId;
use crate::store::{LoggedLine, Number};
use crate::wire::{ChatMessage, FullGame, ListMessage, Removed, State, Watchers};

/// A client's view of a game as it changes. Dropping it ends it.
pub(crate) struct Subscription {
    /// The whole game, or a state with all events after a number; then the chat.
    pub(crate) first: Vec<Message>,
    pub(crate) messages: Messages,
    pub(super) _counted: Arc<()>,
}

/// Ends when the server stops, or when the reader is too slow.
pub(crate) struct Messages {
    pub(super) receiver: mpsc::Receiver<Message>,
    pub(super) leaving: Arc<Notify>,
}

impl Messages {
    pub(crate) async fn recv(&mut self) -> Option<Message> {
        self.receiver.recv().await
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        // Close before notifying: the room then looks for closed receivers.
        self.receiver.close();
        self.leaving.notify_one();
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) kind: MessageKind,
    pub(crate) text: Utf8Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    State(Number),
    /// Sent to players only.
    Chat(Number),
    Watchers,
    List,
    Removed,
}

impl Message {
    pub(super) fn full(game: &FullGame) -> Message {
        Message { kind: MessageKind::State(game.state.number), text: written(game) }
    }

    pub(super) fn state(state: &State) -> Message {
        Message { kind: MessageKind::State(state.number), text: written(state) }
    }

    pub(super) fn chat(line: &LoggedLine) -> Message {
        Message { kind: MessageKind::Chat(line.number), text: written(&ChatMessage::from(line.clone())) }
    }

    pub(super) fn watchers(count: usize) -> Message {
        Message { kind: MessageKind::Watchers, text: written(&Watchers { count }) }
    }

    pub(super) fn removed() -> Message {
        Message { kind: MessageKind::Removed, text: written(&Removed::default()) }
    }

    pub(super) fn list(message: &ListMessage) -> Message {
        Message { kind: MessageKind::List, text: written(message) }
    }

    pub(super) fn gone(id: GameId) -> Message {
        Message::list(&ListMessage::Gone { id })
    }
}

fn written(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages have string keys").into()
}
