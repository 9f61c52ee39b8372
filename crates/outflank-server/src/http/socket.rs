//! A game over a WebSocket: what happens in one direction, commands and chat in the other.
//!
//! A server has many sockets on which nothing happens for a long time, so that what each of them keeps is small.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::AppState;
use super::auth::Identity;
use super::errors::{Asked, GameRefusals, InPath, Refusals, object};
use super::games::After;
use crate::limits::{Bucket, Rate};
use crate::live::Subscription;
use crate::wire::{ClientMessage, ErrorKind, Problem, Refusal, Reply, Told};
use crate::{CommandId, GameId, SecretHash};

/// The most bytes of a message from a client.
const MOST_BYTES: usize = 4 * 1024;

/// What is kept to read into. It grows for a longer message.
const READ_BUFFER: usize = 1024;

/// How often a client is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(20);

/// After so long without a word from a client it is taken as lost.
const MOST_SILENCE: Duration = Duration::from_secs(60);

/// How long a client may take to receive one message.
const SEND_TIME: Duration = Duration::from_secs(10);

/// How long a client has to take notice that the server closes.
const CLOSE_TIME: Duration = Duration::from_secs(2);

/// What a client may send.
const MESSAGES: Rate = Rate { burst: 100, every: Duration::from_millis(20) };

/// How many messages beyond that are answered, with a refusal. Then the socket is closed.
const REFUSED: Rate = Rate { burst: 100, every: Duration::from_secs(1) };

/// The stream of a game over a WebSocket, on which commands (`ClientMessage`) are answered (`Reply`).
#[utoipa::path(
    get,
    path = "/api/game/{id}/socket",
    tag = "streams",
    params(("id" = String, Path, description = "The game."), After),
    responses(
        (status = 101, description = "The protocol changes to WebSocket; what follows are messages of these types.", body = Told),
        Refusals, GameRefusals
    )
)]
pub(super) async fn socket(
    State(app): State<AppState>,
    InPath(game): InPath,
    identity: Identity,
    Asked(asked): Asked<After>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| Problem::new(ErrorKind::BadRequest, rejection.body_text()))?;
    let client = Client { app, game, identity: identity.hash() };
    let subscription = client.app.hall.subscribe(game, client.identity, asked.after).await?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_frame_size(MOST_BYTES)
        .max_message_size(MOST_BYTES);
    Ok(upgrade.on_upgrade(move |socket| Talk::new(socket, subscription, client).run()))
}

/// A conversation over a socket.
struct Talk {
    socket: WebSocket,
    subscription: Subscription,
    client: Client,
    /// When the client was last heard.
    heard: Instant,
    messages: Bucket,
    refused: Bucket,
}

impl Talk {
    fn new(socket: WebSocket, subscription: Subscription, client: Client) -> Talk {
        let heard = Instant::now();
        let (messages, refused) = (Bucket::full(heard), Bucket::full(heard));
        Talk { socket, subscription, client, heard, messages, refused }
    }

    async fn run(mut self) {
        let Err(end) = self.talk().await;
        let Talk { mut socket, subscription, .. } = self;
        drop(subscription);
        let told = match end.frame() {
            Some(frame) => matches!(timeout(SEND_TIME, socket.send(Frame::Close(Some(frame)))).await, Ok(Ok(()))),
            None => end == End::Left,
        };
        // What the client has sent already is read and left: to close a connection with something unread would tear it down before
        // the client has read why. It also lets an answer to the client's own goodbye out.
        let deadline = Instant::now() + CLOSE_TIME;
        while told && matches!(timeout_at(deadline, socket.recv()).await, Ok(Some(Ok(_)))) {}
    }

    /// Talks until there is a reason to end.
    async fn talk(&mut self) -> Result<Infallible, End> {
        for message in std::mem::take(&mut self.subscription.first) {
            self.send(Frame::Text(message.text)).await?;
        }
        let mut ping_at = Instant::now() + PING_EVERY;
        loop {
            tokio::select! {
                message = self.subscription.messages.recv() => {
                    let message = message.ok_or(End::Unsubscribed)?;
                    self.send(Frame::Text(message.text)).await?;
                }
                frame = self.socket.recv() => {
                    let frame = frame.ok_or(End::Lost)?.map_err(End::unreadable)?;
                    self.hear(frame).await?;
                }
                () = sleep_until(ping_at) => {
                    if self.heard.elapsed() >= MOST_SILENCE {
                        return Err(End::Silent);
                    }
                    self.send(Frame::Ping(Default::default())).await?;
                    ping_at += PING_EVERY;
                }
            }
        }
    }

    /// Takes in what a client sent. The next is read only after this is answered.
    async fn hear(&mut self, frame: Frame) -> Result<(), End> {
        self.heard = Instant::now();
        let allowed = self.messages.take(MESSAGES, self.heard).is_ok();
        if !allowed && self.refused.take(REFUSED, self.heard).is_err() {
            return Err(End::TooMany);
        }
        match frame {
            Frame::Text(text) if allowed => {
                // Boxed, because a client that only listens does not need the room.
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

/// Who asks for what.
pub(crate) struct Client {
    pub(crate) app: AppState,
    pub(crate) game: GameId,
    pub(crate) identity: Option<SecretHash>,
}

impl Client {
    /// The answer to a message; none to what is said, which the other player hears and the speaker with them.
    pub(crate) async fn answer(&self, text: &str) -> Option<Reply> {
        let hall = &self.app.hall;
        let refused = |id, problem| Some(Reply::Refused(Refusal::new(id, problem)));
        match object(text.as_bytes()) {
            Ok(ClientMessage::Command(request)) => {
                let id = request.id.clone();
                match hall.command(self.game, self.identity, request).await {
                    Ok(ack) => Some(Reply::Ack { id: ack.id, number: ack.number }),
                    Err(problem) => refused(Some(id), problem),
                }
            }
            Ok(ClientMessage::Chat(request)) => match hall.say(self.game, self.identity, request.text).await {
                Ok(_) => None,
                Err(problem) => refused(None, problem),
            },
            Ok(ClientMessage::Ping) => Some(Reply::Pong { at: self.app.clock.now().as_millis() }),
            Err(problem) => refused(id_of(text), problem),
        }
    }
}

fn written(reply: &Reply) -> Frame {
    Frame::Text(serde_json::to_string(reply).expect("a reply is plain JSON").into())
}

/// What a message that is not carried out is called, if it says so.
fn id_of(text: &str) -> Option<CommandId> {
    #[derive(Deserialize)]
    struct Named {
        id: CommandId,
        #[serde(flatten)]
        _rest: IgnoredAny,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}

/// Why a talk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The connection is lost.
    Lost,
    /// The client has closed it.
    Left,
    /// The server stops, or the client has not read for too long.
    Unsubscribed,
    /// The client does not answer.
    Silent,
    /// The client sends too much.
    TooMany,
    /// The client sent too large a message.
    TooLarge,
    /// The client sent bytes.
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

    /// What the client is told, if it can still be told anything.
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Lost | End::Left => return None,
            End::Unsubscribed => (close_code::AGAIN, "come back with after"),
            End::Silent => (close_code::AWAY, "no sign of life"),
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
    fn a_message_that_is_not_understood_may_still_have_a_name() {
        assert_eq!(id_of(r#"{"type": "command", "id": "c-1", "seen": -4}"#), "c-1".parse().ok());
        for text in ["", "[]", "{}", r#"{"id": 4}"#, r#"{"id": "no id"}"#] {
            assert_eq!(id_of(text), None, "{text}");
        }
    }
}
