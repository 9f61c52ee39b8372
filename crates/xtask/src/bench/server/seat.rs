use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use outflank_rules::{Color, Square};
use serde::Deserialize;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::client::Socket;

pub(super) struct Seat {
    socket: Socket,
    latest: Option<GameState>,
    commands: u32,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct GameState {
    pub(super) number: u32,
    pub(super) status: GameStatus,
    pub(super) turn: Color,
    pub(super) legal: Vec<Legal>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GameStatus {
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

    /// The state of the game, as soon as it includes the event with this number.
    pub(super) async fn state(&mut self, number: u32) -> Result<&GameState> {
        while self.latest.as_ref().is_none_or(|state| state.number < number || state.status == GameStatus::Other) {
            if let Some(ServerMessage::Refused { message, .. }) = self.read().await? {
                bail!("unexpected refusal: {message}");
            }
        }
        self.latest.as_ref().context("no state")
    }

    pub(super) async fn place(&mut self, square: Square, seen: u32) -> Result<ServerMessage> {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let command = json!({ "type": "command", "id": id, "seen": seen, "command": "play", "square": square });
        self.socket.send(Message::text(command.to_string())).await?;
        loop {
            if let Some(reply) = self.read().await? {
                return Ok(reply);
            }
        }
    }

    pub(super) async fn ping(&mut self) -> Result<()> {
        self.socket.send(Message::text(r#"{"type":"ping"}"#)).await?;
        loop {
            match self.read().await? {
                Some(ServerMessage::Pong) => return Ok(()),
                Some(ServerMessage::Refused { message, .. }) => bail!("a ping was refused: {message}"),
                _ => {}
            }
        }
    }

    pub(super) async fn listen(self) {
        listen(self.socket).await;
    }

    /// The next message, unless it is a state, which is kept.
    async fn read(&mut self) -> Result<Option<ServerMessage>> {
        let message = self.socket.next().await.context("the server closed a connection")??;
        let Message::Text(text) = message else { return Ok(None) };
        match serde_json::from_str(&text).with_context(|| text.to_string())? {
            ServerMessage::Full { state } | ServerMessage::State(state) => self.latest = Some(state),
            ServerMessage::Other => {}
            ServerMessage::Refused { message, state } => {
                self.latest = state.or(self.latest.take());
                return Ok(Some(ServerMessage::Refused { message, state: None }));
            }
            reply => return Ok(Some(reply)),
        }
        Ok(None)
    }
}

pub(super) async fn listen(mut socket: Socket) {
    while let Some(Ok(_)) = socket.next().await {}
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerMessage {
    Full {
        state: GameState,
    },
    State(GameState),
    Ack {
        number: u32,
    },
    Refused {
        message: String,
        state: Option<GameState>,
    },
    Pong,
    #[serde(other)]
    Other,
}
