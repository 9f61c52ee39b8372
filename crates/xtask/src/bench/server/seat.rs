//! A scripted player's connection, and what comes over it.

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use outflank_rules::{Color, Square};
use serde::Deserialize;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::Socket;

pub(super) struct Seat {
    socket: Socket,
    latest: Option<Stand>,
    commands: u32,
}

#[derive(Debug)]
pub(super) enum Answer {
    Acknowledged { number: u32 },
    Refused { why: String },
    Alive,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Stand {
    pub(super) number: u32,
    pub(super) status: Status,
    pub(super) turn: Color,
    pub(super) legal: Vec<Legal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Running,
    Over,
    #[serde(other)]
    Other,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Legal {
    pub(super) square: Square,
}

impl Seat {
    pub(super) fn new(socket: Socket) -> Seat {
        Seat { socket, latest: None, commands: 0 }
    }

    /// Waits for the event with this number.
    pub(super) async fn stand(&mut self, number: u32) -> Result<&Stand> {
        while self.latest.as_ref().is_none_or(|stand| stand.number < number || stand.status == Status::Other) {
            if let Some(Answer::Refused { why }) = self.read().await? {
                bail!("refused without a question: {why}");
            }
        }
        self.latest.as_ref().context("it was just there")
    }

    pub(super) async fn place(&mut self, square: Square, seen: u32) -> Result<Answer> {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let command = json!({ "type": "command", "id": id, "seen": seen, "command": "play", "square": square });
        self.socket.send(Message::text(command.to_string())).await?;
        loop {
            if let Some(answer) = self.read().await? {
                return Ok(answer);
            }
        }
    }

    pub(super) async fn ping(&mut self) -> Result<()> {
        self.socket.send(Message::text(r#"{"type":"ping"}"#)).await?;
        loop {
            match self.read().await? {
                Some(Answer::Alive) => return Ok(()),
                Some(Answer::Refused { why }) => bail!("a ping was refused: {why}"),
                Some(Answer::Acknowledged { .. }) | None => {}
            }
        }
    }

    pub(super) async fn listen(self) {
        listen(self.socket).await;
    }

    /// Applies the next message, and returns it if it answers a command.
    async fn read(&mut self) -> Result<Option<Answer>> {
        let message = self.socket.next().await.context("the server closed a connection")??;
        let Message::Text(text) = message else { return Ok(None) };
        let (told, answer) = match serde_json::from_str(&text).with_context(|| text.to_string())? {
            Incoming::Full { state } | Incoming::State(state) => (Some(state), None),
            Incoming::Ack { number } => (None, Some(Answer::Acknowledged { number })),
            Incoming::Refused { message, state } => (state, Some(Answer::Refused { why: message })),
            Incoming::Pong => (None, Some(Answer::Alive)),
            Incoming::Other => (None, None),
        };
        self.latest = told.or(self.latest.take());
        Ok(answer)
    }
}

pub(super) async fn listen(mut socket: Socket) {
    while let Some(Ok(_)) = socket.next().await {}
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Incoming {
    Full {
        state: Stand,
    },
    State(Stand),
    Ack {
        number: u32,
    },
    Refused {
        message: String,
        state: Option<Stand>,
    },
    Pong,
    #[serde(other)]
    Other,
}
