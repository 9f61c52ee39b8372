//! A game over a WebSocket. A server has many idle sockets, so each keeps little memory.

use std::convert::Infallible;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseCode, CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::auth::AtGame;
use super::errors::{Asked, GameRefusals, Refusals, object};
use super::games::After;
use super::guard::InProgress;
use super::{AddressGroup, AppState};
use crate::limits::{Bucket, Rate};
use crate::live::{MessageKind, Subscription};
use crate::wire::{ClientMessage, ErrorKind, Problem, Refusal, Removed, Reply, Told};
use crate::{CommandId, GameId, SecretHash};

const MAX_BYTES: usize = 4 * 1024;

const READ_BUFFER: usize = 1024;

const PING_EVERY: Duration = Duration::from_secs(20);

/// A client that sends nothing for this long, not even a pong, is lost.
const MAX_SILENCE: Duration = Duration::from_secs(60);

const SEND_TIME: Duration = Duration::from_secs(10);

const CLOSE_TIME: Duration = Duration::from_secs(2);

/// Like the HTTP status, in the range that is free for applications: don't reconnect.
const GONE: CloseCode = 4410;

const MESSAGES: Rate = Rate { burst: 100, every: Duration::from_millis(20) };

/// Excess messages that get an error. After that the socket is closed.
const REFUSED: Rate = Rate { burst: 100, every: Duration::from_secs(1) };

/// Streams a game over a WebSocket. Commands (`ClientMessage`) are answered (`Reply`).
#[utoipa::path(
    get,
    path = "/api/game/{id}/socket",
    tag = "streams",
    params(("id" = String, Path, description = "The game."), After),
    responses(
        (status = 101, description = "Switches to WebSocket; the server sends messages of these types.", body = Told),
        Refusals, GameRefusals
    )
)]
pub(super) async fn socket(
    AtGame { app, game, identity, client }: AtGame,
    Asked(asked): Asked<After>,
    in_progress: Option<Extension<InProgress>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| Problem::new(ErrorKind::BadRequest, rejection.body_text()))?;
    let client = Client { app, game, secret: identity.hash(), address: client };
    let subscription = client.app.hall.subscribe(game, client.secret, asked.after).await?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_frame_size(MAX_BYTES)
        .max_message_size(MAX_BYTES);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _in_progress = in_progress;
        Session::new(socket, subscription, client).run().await;
    }))
}

struct Session {
    socket: WebSocket,
    subscription: Subscription,
    client: Client,
    heard: Instant,
    messages: Bucket,
    refused: Bucket,
}

impl Session {
    fn new(socket: WebSocket, subscription: Subscription, client: Client) -> Session {
        let heard = Instant::now();
        let (messages, refused) = (Bucket::full(heard), Bucket::full(heard));
        Session { socket, subscription, client, heard, messages, refused }
    }

    async fn run(mut self) {
        let Err(end) = self.serve().await;
        let Session { mut socket, subscription, .. } = self;
        drop(subscription);
        let is_open = match end.frame() {
            Some(frame) => matches!(timeout(SEND_TIME, socket.send(Frame::Close(Some(frame)))).await, Ok(Ok(()))),
            None => end == End::Left,
        };
        // Discard what the client has sent: closing a connection with unread data would reset it before the client has read the reason.
        let deadline = Instant::now() + CLOSE_TIME;
        while is_open && matches!(timeout_at(deadline, socket.recv()).await, Ok(Some(Ok(_)))) {}
    }

    async fn serve(&mut self) -> Result<Infallible, End> {
        for message in std::mem::take(&mut self.subscription.first) {
            self.send(Frame::Text(message.text)).await?;
        }
        let mut ping_at = Instant::now() + PING_EVERY;
        loop {
            tokio::select! {
                message = self.subscription.messages.recv() => {
                    let message = message.ok_or(End::Unsubscribed)?;
                    self.send(Frame::Text(message.text)).await?;
                    if message.kind == MessageKind::Removed {
                        return Err(End::Removed);
                    }
                }
                frame = self.socket.recv() => {
                    let frame = frame.ok_or(End::Lost)?.map_err(End::unreadable)?;
                    self.hear(frame).await?;
                }
                () = sleep_until(ping_at) => {
                    if self.heard.elapsed() >= MAX_SILENCE {
                        return Err(End::Silent);
                    }
                    self.send(Frame::Ping(Default::default())).await?;
                    ping_at += PING_EVERY;
                }
            }
        }
    }

    /// The next frame is read only after this one is answered.
    async fn hear(&mut self, frame: Frame) -> Result<(), End> {
        self.heard = Instant::now();
        let allowed = self.messages.take(MESSAGES, self.heard).is_ok();
        if !allowed && self.refused.take(REFUSED, self.heard).is_err() {
            return Err(End::TooMany);
        }
        match frame {
            Frame::Text(text) if allowed => {
                // Boxed to save memory in clients that only listen.
                match Box::pin(self.client.answer(&text)).await {
                    Some(reply) => self.send(written(&reply)).await,
                    None => Ok(()),
                }
            }
            Frame::Text(text) => {
                let problem = Problem::new(ErrorKind::TooMany, "too many messages at once");
                self.send(written(&Reply::Refused(Refusal::new(id_of(&text), problem)))).await
            }
            Frame::Binary(_) => Err(End::NotText),
            Frame::Close(_) => Err(End::Left),
            Frame::Ping(_) | Frame::Pong(_) => Ok(()),
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), End> {
        match timeout(SEND_TIME, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Lost),
        }
    }
}

pub(crate) struct Client {
    pub(crate) app: AppState,
    pub(crate) game: GameId,
    pub(crate) secret: Option<SecretHash>,
    pub(crate) address: AddressGroup,
}

impl Client {
    /// No answer to a chat message: both players get it with the stream.
    pub(crate) async fn answer(&self, text: &str) -> Option<Reply> {
        let hall = &self.app.hall;
        let refused = |id, problem| Some(Reply::Refused(Refusal::new(id, problem)));
        match object(text.as_bytes()) {
            Ok(ClientMessage::Command(request)) => {
                let id = request.id.clone();
                if let Err(spent) = self.app.budgets.take_command(self.address, &request.order) {
                    return refused(Some(id), spent.into());
                }
                match hall.command(self.game, self.secret, request).await {
                    Ok(ack) => Some(Reply::Ack { id: ack.id, number: ack.number }),
                    Err(problem) => refused(Some(id), problem),
                }
            }
            Ok(ClientMessage::Chat(request)) => {
                if let Err(spent) = self.app.budgets.chat.take(self.address) {
                    return refused(None, spent.into());
                }
                match hall.say(self.game, self.secret, request.text).await {
                    Ok(_) => None,
                    Err(problem) => refused(None, problem),
                }
            }
            Ok(ClientMessage::Ping) => Some(Reply::Pong { at: self.app.clock.now().as_millis() }),
            Err(problem) => refused(id_of(text), problem),
        }
    }
}

fn written(reply: &Reply) -> Frame {
    Frame::Text(serde_json::to_string(reply).expect("a reply is plain JSON").into())
}

fn id_of(text: &str) -> Option<CommandId> {
    #[derive(Deserialize)]
    struct Named {
        id: CommandId,
        #[serde(flatten)]
        _rest: IgnoredAny,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Lost,
    Left,
    /// The server stops, or the client reads too slowly.
    Unsubscribed,
    Removed,
    Silent,
    TooMany,
    TooLarge,
    NotText,
}

impl End {
    fn unreadable(error: axum::Error) -> End {
        use tokio_tungstenite::tungstenite::Error;
        match error.into_inner().downcast_ref() {
            Some(Error::Capacity(_)) => End::TooLarge,
            _ => End::Lost,
        }
    }

    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Lost | End::Left => return None,
            End::Unsubscribed => (close_code::AGAIN, "reconnect with after"),
            End::Removed => (GONE, Removed::MESSAGE),
            End::Silent => (close_code::AWAY, "no response"),
            End::TooMany => (close_code::POLICY, "too many messages"),
            End::TooLarge => (close_code::SIZE, "the message is too large"),
            End::NotText => (close_code::UNSUPPORTED, "expected text"),
        };
        Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_malformed_message_is_found() {
        assert_eq!(id_of(r#"{"type": "command", "id": "c-1", "seen": -4}"#), "c-1".parse().ok());
        for text in ["", "[]", "{}", r#"{"id": 4}"#, r#"{"id": "no id"}"#] {
            assert_eq!(id_of(text), None, "{text}");
        }
    }
}
