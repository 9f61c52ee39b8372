use std::time::Duration;

use axum::body::BodyDataStream;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::*;

pub(super) struct Listener {
    body: BodyDataStream,
    unread: String,
}

impl Listener {
    pub(super) async fn open(site: &Site, ask: Ask) -> Listener {
        let response = site.begin(ask).await;
        assert_eq!(response.status(), 200);
        Listener { body: response.into_body().into_data_stream(), unread: String::new() }
    }

    pub(super) async fn until(&mut self, end: &str) -> String {
        loop {
            if let Some(found) = self.unread.find(end) {
                let rest = self.unread.split_off(found + end.len());
                return std::mem::replace(&mut self.unread, rest);
            }
            let piece = timeout(Duration::from_secs(100), self.body.next()).await.unwrap().unwrap().unwrap();
            self.unread.push_str(str::from_utf8(&piece).unwrap());
        }
    }

    pub(super) async fn is_over(&mut self) -> bool {
        self.unread.is_empty() && self.body.next().await.is_none()
    }

    pub(super) async fn line(&mut self) -> Value {
        serde_json::from_str(&self.until("\n").await).unwrap()
    }

    pub(super) async fn next(&mut self, kind: &str) -> Value {
        loop {
            let message = self.line().await;
            if message["type"] == kind {
                return message;
            }
        }
    }
}

fn numbers(state: &Value) -> Vec<u64> {
    state["events"].as_array().unwrap().iter().map(|event| event["number"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_stream_starts_with_the_game_and_sends_every_change() {
    let (site, game) = Site::with_game(true).await;
    let mut watcher = Listener::open(&site, get(&game.at("stream"))).await;
    let full = watcher.line().await;
    assert_eq!(full["type"], "full");
    assert_eq!(full["state"]["moves"], "f5");
    assert_eq!(full["you"], json!([]));
    let ack = site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    let state = watcher.next("state").await;
    assert_eq!(state["moves"], "f5 f6");
    assert_eq!(state["number"], ack["number"]);
    assert_eq!(numbers(&state), [game.number + 1]);
}

#[tokio::test]
async fn a_resumed_stream_sends_exactly_the_missed_events() {
    let (site, game) = Site::with_game(true).await;
    site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    let last = game.number + 1;
    for after in 0..=last {
        let ask = get(&game.at(&format!("stream?after={after}"))).bearer(&game.black);
        let state = Listener::open(&site, ask).await.line().await;
        assert_eq!(state["type"], "state");
        let expected: Vec<u64> = (after + 1..=state["number"].as_u64().unwrap()).collect();
        assert_eq!(numbers(&state), expected);
        assert_eq!(state["moves"], "f5 f6");
    }
    // Played before the store was restored from a backup.
    let restored = get(&game.at("stream?after=1000")).bearer(&game.black);
    let full = Listener::open(&site, restored).await.line().await;
    assert_eq!(
        (&full["type"], &full["state"]["moves"], &full["you"]),
        (&json!("full"), &json!("f5 f6"), &json!(["black"]))
    );
}

#[tokio::test]
async fn server_sent_events_can_be_resumed_by_id() {
    let (site, game) = Site::with_game(true).await;
    let events = || get(&game.at("stream?after=0")).with(header::ACCEPT, "text/event-stream").bearer(&game.black);
    let response = site.begin(events()).await;
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");

    let seen = game.number - 1;
    let mut listener = Listener::open(&site, events().with("last-event-id", &seen.to_string())).await;
    let event = listener.until("\n\n").await;
    let (head, data) = event.split_once("\ndata: ").unwrap();
    let state: Value = serde_json::from_str(data).unwrap();
    assert_eq!(head, format!("id: {}", state["number"]));
    assert_eq!(numbers(&state)[0], game.number);
    for value in ["x", "-1", ""] {
        site.ask(events().with("last-event-id", value)).await.refused(400, "bad_request");
    }
}

#[tokio::test]
async fn watchers_do_not_get_the_chat() {
    let (site, game) = Site::with_game(true).await;
    let mut watcher = Listener::open(&site, get(&game.at("stream"))).await;
    let mut player = Listener::open(&site, get(&game.at("stream")).bearer(&game.black)).await;
    let say = json!({"text": "between us"});
    site.ask(post(&game.at("chat"), say).bearer(&game.white)).await.expect(200);
    site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    assert_eq!(player.next("chat").await["text"], "between us");
    loop {
        let message = watcher.line().await;
        assert_ne!(message["type"], "chat");
        if message["moves"] == "f5 f6" {
            break;
        }
    }
    let mut late = Listener::open(&site, get(&game.at("stream?after=0"))).await;
    assert_eq!(late.line().await["type"], "state");
    let mut late_player = Listener::open(&site, get(&game.at("stream?after=0")).bearer(&game.black)).await;
    assert_eq!(late_player.next("chat").await["text"], "between us");
}

#[tokio::test(start_paused = true)]
async fn a_quiet_stream_is_kept_alive() {
    let site = Site::open().await;
    let created = site.ask(post("/api/games", json!({"white": "anyone"}))).await.expect(201);
    let path = format!("/api/game/{}/stream", created["id"].as_str().unwrap());
    let mut lines = Listener::open(&site, get(&path)).await;
    assert_eq!(lines.line().await["type"], "full");
    while lines.until("\n").await != "\n" {}
    let mut events = Listener::open(&site, get(&path).with(header::ACCEPT, "text/event-stream")).await;
    while events.until("\n\n").await != ":\n\n" {}
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let (site, game) = Site::with_game(true).await;
    let response = site.begin(get(&game.at("stream"))).await;
    site.app.hall.close().await;
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    assert!(body.starts_with(b"{"));
    site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.refused(503, "unavailable");
}
