use std::time::Duration;

use axum::http::HeaderName;
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::*;

struct Listening {
    site: Site,
    address: String,
}

impl Listening {
    async fn open() -> Listening {
        Listening::of(Site::open().await).await
    }

    async fn of(site: Site) -> Listening {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(axum::serve(listener, site.router.clone()).into_future());
        Listening { site, address }
    }

    async fn with_game(public: bool) -> (Listening, Sitting) {
        let server = Listening::open().await;
        let game = server.site.game(public).await;
        (server, game)
    }

    async fn connect(&self, path: &str, headers: &[(HeaderName, &str)]) -> Result<Talker, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        request.headers_mut().extend(headers.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())));
        connect_async(request).await.map(|(socket, _)| Talker(socket))
    }

    async fn talk(&self, path: &str, secret: &str) -> Talker {
        self.connect(path, &[(header::AUTHORIZATION, &format!("Bearer {secret}"))]).await.unwrap()
    }
}

struct Talker(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Talker {
    async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn frame(&mut self) -> Message {
        timeout(Duration::from_secs(100), self.0.next()).await.unwrap().unwrap().unwrap()
    }

    async fn next(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.frame().await else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn closed(&mut self) -> (CloseCode, Vec<Value>) {
        let mut said = Vec::new();
        loop {
            match self.frame().await {
                Message::Text(text) => said.push(serde_json::from_str(&text).unwrap()),
                Message::Close(Some(frame)) => return (frame.code, said),
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn a_game_is_played_over_sockets() {
    let (server, game) = Listening::with_game(false).await;
    let mut black = server.talk(&game.at("socket"), &game.black).await;
    let mut white = server.talk(&game.at("socket"), &game.white).await;
    assert_eq!(black.next("full").await["you"], json!(["black"]));
    assert_eq!(white.next("full").await["you"], json!(["white"]));

    let play = json!({"type": "command", "id": "w1", "seen": game.number, "command": "play", "square": "f6"});
    white.say(play.clone()).await;
    let ack = white.next("ack").await;
    assert_eq!(ack, json!({"type": "ack", "id": "w1", "number": game.number + 1}));
    assert_eq!(black.next("state").await["moves"], "f5 f6");
    white.say(play).await;
    assert_eq!(white.next("ack").await, ack);

    white.say(json!({"type": "command", "id": "w2", "seen": 0, "command": "resign"})).await;
    let refused = white.next("refused").await;
    assert_eq!((&refused["id"], &refused["status"], &refused["error"]), (&json!("w2"), &json!(409), &json!("stale")));
    assert_eq!(refused["state"]["moves"], "f5 f6");

    black.say(json!({"type": "chat", "text": "Well played"})).await;
    assert_eq!(white.next("chat").await["text"], "Well played");
    assert_eq!(black.next("chat").await["by"], "black");
    black.say(json!({"type": "ping"})).await;
    assert!(black.next("pong").await["at"].as_u64().unwrap() > 0);
}

#[tokio::test]
async fn malformed_messages_are_rejected_and_the_socket_stays_open() {
    let (server, game) = Listening::with_game(false).await;
    let mut white = server.talk(&game.at("socket"), &game.white).await;
    for (message, id) in [
        (json!({}), Value::Null),
        (json!([1]), Value::Null),
        (json!(["ping"]), Value::Null),
        (json!({"type": "dance", "id": "d"}), json!("d")),
        (json!({"type": "chat", "text": "a\nb"}), Value::Null),
        (json!({"type": "command", "id": "s", "seen": -1, "command": "resign"}), json!("s")),
        (json!({"type": "command", "id": "z", "seen": 1, "command": "play", "square": "z9"}), json!("z")),
    ] {
        white.say(message).await;
        let refused = white.next("refused").await;
        assert_eq!((&refused["id"], &refused["status"], &refused["error"]), (&id, &json!(400), &json!("bad_request")));
    }
    white.say(json!({"type": "ping"})).await;
    white.next("pong").await;
}

#[tokio::test]
async fn a_watcher_can_listen_but_not_send() {
    let (server, game) = Listening::with_game(true).await;
    let mut watcher = server.connect(&game.at("socket"), &[]).await.unwrap();
    watcher.next("full").await;
    for message in [
        json!({"type": "command", "id": "w", "seen": game.number, "command": "play", "square": "f6"}),
        json!({"type": "chat", "text": "Hello"}),
    ] {
        watcher.say(message).await;
        let refused = watcher.next("refused").await;
        assert_eq!((&refused["status"], &refused["error"]), (&json!(403), &json!("watching")));
    }
}

#[tokio::test]
async fn a_resumed_stream_sends_exactly_the_missed_events() {
    let (server, game) = Listening::with_game(true).await;
    let mut watcher = server.connect(&game.at(&format!("socket?after={}", game.number)), &[]).await.unwrap();
    assert_eq!(watcher.next("state").await["events"], json!([]));
    drop(watcher);
    server.site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    let mut watcher = server.connect(&game.at(&format!("socket?after={}", game.number)), &[]).await.unwrap();
    let state = watcher.next("state").await;
    let events = state["events"].as_array().unwrap();
    assert_eq!((&events[0]["number"], &events[0]["square"]), (&json!(game.number + 1), &json!("f6")));
    assert_eq!(events.last().unwrap()["number"], state["number"]);
    // Played before the store was restored from a backup.
    let mut restored = server.connect(&game.at("socket?after=1000"), &[]).await.unwrap();
    assert_eq!(restored.next("full").await["state"]["moves"], "f5 f6");
}

#[tokio::test]
async fn a_socket_is_refused_with_a_status() {
    let (server, game) = Listening::with_game(false).await;
    let cookie = format!("outflank={}", game.white);
    let own = format!("http://{}", server.address);
    let cookie = (header::COOKIE, cookie.as_str());
    let from = |origin| [cookie.clone(), (header::ORIGIN, origin)];
    let nowhere = format!("/api/game/{}/socket", crate::GameId::random());
    for (path, headers, expected) in [
        (&game.at("socket"), vec![], 403),
        (&game.at("socket"), vec![cookie.clone()], 403),
        (&game.at("socket"), from("https://elsewhere.example").to_vec(), 403),
        (&game.at("socket"), vec![(header::AUTHORIZATION, "Bearer x")], 401),
        (&nowhere, from(&own).to_vec(), 404),
    ] {
        match server.connect(path, &headers).await.err() {
            Some(tungstenite::Error::Http(response)) => assert_eq!(response.status(), expected, "{path} {headers:?}"),
            other => panic!("{path} {headers:?}: {other:?}"),
        }
    }
    server.connect(&game.at("socket"), &from(&own)).await.unwrap().next("full").await;
    server.site.ask(get(&game.at("socket")).bearer(&game.white)).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_flood_of_messages_closes_the_socket() {
    let (server, game) = Listening::with_game(true).await;
    let mut player = server.talk(&game.at("socket"), &game.white).await;
    for count in 0..1000 {
        let command = json!({"type": "command", "id": format!("c{count}"), "seen": 0, "command": "resign"});
        player.0.feed(Message::text(command.to_string())).await.unwrap();
    }
    player.0.flush().await.unwrap();
    let (code, said) = player.closed().await;
    assert_eq!(code, CloseCode::Policy);
    let refused: Vec<&Value> = said.iter().filter(|message| message["status"] == 429).collect();
    assert!((50..1000).contains(&refused.len()), "{}", refused.len());
    assert!(refused.iter().all(|message| message["error"] == "too_many" && message["id"].is_string()));
    server.talk(&game.at("socket"), &game.white).await.next("full").await;
}

#[tokio::test]
async fn oversized_and_binary_messages_close_the_socket() {
    let (server, game) = Listening::with_game(true).await;
    for (message, expected) in
        [(Message::text(" ".repeat(5000)), CloseCode::Size), (Message::binary(vec![1, 2, 3]), CloseCode::Unsupported)]
    {
        let mut player = server.talk(&game.at("socket"), &game.white).await;
        player.0.send(message).await.unwrap();
        assert_eq!(player.closed().await.0, expected);
    }
}

#[tokio::test]
async fn a_close_frame_is_answered() {
    let (server, game) = Listening::with_game(true).await;
    let mut player = server.talk(&game.at("socket"), &game.white).await;
    player.next("full").await;
    let goodbye = CloseFrame { code: CloseCode::Normal, reason: "done".into() };
    player.0.close(Some(goodbye)).await.unwrap();
    assert_eq!(player.closed().await.0, CloseCode::Normal);
    assert!(player.0.next().await.is_none());
}

#[tokio::test]
async fn sockets_are_closed_when_the_server_stops() {
    let (server, game) = Listening::with_game(true).await;
    let mut player = server.talk(&game.at("socket"), &game.white).await;
    player.next("full").await;
    server.site.app.hall.close().await;
    assert_eq!(player.closed().await.0, CloseCode::Again);
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_is_disconnected_after_a_minute() {
    let server = Listening::open().await;
    let created = server.site.ask(post("/api/games", json!({"white": "anyone"}))).await.expect(201);
    let path = format!("/api/game/{}/socket", created["id"].as_str().unwrap());
    let mut client = TcpStream::connect(&server.address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    let started = tokio::time::Instant::now();
    client.write_all(request.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    client.read_to_end(&mut heard).await.unwrap();
    assert!(started.elapsed() >= Duration::from_secs(60));
    let pings = heard.windows(2).filter(|pair| *pair == [0x89, 0]).count();
    assert_eq!(pings, 2);
    assert!(heard.windows(4).any(|frame| frame == [0x88, 13, 0x03, 0xe9]), "{}", String::from_utf8_lossy(&heard));
}

#[tokio::test]
async fn the_sockets_of_a_client_share_its_budget() {
    let rate = crate::Rate { burst: 2, every: Duration::from_secs(1000) };
    let (site, game) = Site::with_limits(|limits| limits.moves.client = rate).await;
    let server = Listening::of(site).await;
    for (id, secret, status) in [("a", &game.black, 409), ("b", &game.white, 429), ("c", &game.black, 429)] {
        let mut talker = server.talk(&game.at("socket"), secret).await;
        talker.say(json!({"type": "command", "id": id, "seen": 0, "command": "resign"})).await;
        let refused = talker.next("refused").await;
        assert_eq!((&refused["id"], &refused["status"]), (&json!(id), &json!(status)), "{refused}");
    }
}

#[tokio::test]
async fn the_socket_of_a_removed_game_is_closed_for_good() {
    let (server, game) = Listening::with_game(false).await;
    let mut black = server.talk(&game.at("socket"), &game.black).await;
    black.next("full").await;
    let stream = server.site.begin(get(&game.at("stream")).bearer(&game.white)).await;
    let id = game.created["id"].as_str().unwrap().parse().unwrap();
    server.site.app.hall.remove(id).await.unwrap();
    let (code, said) = black.closed().await;
    assert_eq!(code, CloseCode::Library(4410));
    let removed = json!({"type": "removed", "message": "this game was removed"});
    assert_eq!(said.last(), Some(&removed));
    let text = axum::body::to_bytes(stream.into_body(), MOST_BYTES).await.unwrap();
    let last = text.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty()).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(last).unwrap(), removed);
    server.site.ask(get(&game.api).bearer(&game.black)).await.expect(404);
}
