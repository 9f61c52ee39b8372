use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::*;
use crate::live::tests::faulty_store::{Fault, FaultyStore};

struct Running {
    address: SocketAddr,
    phase: watch::Sender<Phase>,
    connections: ConnectionLimit,
    let_go: Arc<Semaphore>,
    begun: Arc<Semaphore>,
}

impl Running {
    async fn start(change: impl FnOnce(&mut Config)) -> Running {
        let mut config = Config::local(Database::Memory);
        change(&mut config);
        let (let_go, begun) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let slow = {
            let (let_go, begun) = (Arc::clone(&let_go), Arc::clone(&begun));
            async move || {
                begun.add_permits(1);
                let_go.acquire().await.unwrap().forget();
                "slow"
            }
        };
        let app = Router::new().route("/", get(async || "here")).route("/slow", get(slow));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let phase = watch::Sender::new(Phase::Open);
        let connections = ConnectionLimit::new(&config, Metrics::new());
        let acceptor = Acceptor::new(app, &config.limits, connections.clone(), phase.subscribe());
        tokio::spawn(acceptor.accept(listener));
        Running { address, phase, connections, let_go, begun }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    async fn answer(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect().await;
        stream.write_all(bytes).await.unwrap();
        rest(&mut stream).await
    }
}

/// Everything until the connection is closed. If it never is, the test fails.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    // A connection that is closed with unread data is reset.
    _ = time::timeout(Duration::from_secs(60), stream.read_to_end(&mut text)).await.expect("the server closes it");
    String::from_utf8(text).unwrap()
}

async fn ask(stream: &mut TcpStream, path: &str, last: &str) -> bool {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
    if stream.write_all(request.as_bytes()).await.is_err() {
        return false;
    }
    let mut text = Vec::new();
    while !text.ends_with(last.as_bytes()) {
        match stream.read_buf(&mut text).await {
            Ok(0) | Err(_) => return false,
            Ok(_) => {}
        }
    }
    true
}

#[tokio::test]
async fn the_head_of_a_request_is_limited() {
    let server = Running::start(|_| {}).await;
    let request = |headers: &str| format!("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n");
    let usual = server.answer(request("").as_bytes()).await;
    assert!(usual.starts_with("HTTP/1.1 200 "), "{usual}");
    let long = server.answer(request(&format!("X: {}\r\n", "x".repeat(17 * 1024))).as_bytes()).await;
    assert!(long.starts_with("HTTP/1.1 431 "), "{long}");
    let many = server.answer(request(&"X: y\r\n".repeat(63)).as_bytes()).await;
    assert!(many.starts_with("HTTP/1.1 431 "), "{many}");
    let enough = server.answer(request(&"X: y\r\n".repeat(60)).as_bytes()).await;
    assert!(enough.starts_with("HTTP/1.1 200 "), "{enough}");
}

#[tokio::test]
async fn a_request_must_have_one_host() {
    let server = Running::start(|_| {}).await;
    for (version, hosts, status) in [
        ("1.1", "Host: x\r\n", "200"),
        ("1.1", "", "400"),
        ("1.1", "Host: x\r\nHost: y\r\n", "400"),
        ("1.1", "Host: x\r\nhost: x\r\n", "400"),
        ("1.0", "", "200"),
        ("1.0", "Host: x\r\nHost: y\r\n", "400"),
    ] {
        let request = format!("GET / HTTP/{version}\r\nConnection: close\r\n{hosts}\r\n");
        let answer = server.answer(request.as_bytes()).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{request}{answer}");
    }
}

#[tokio::test]
async fn slow_and_idle_connections_are_closed() {
    let server = Running::start(|config| config.limits.head_time = Duration::from_millis(100)).await;
    assert_eq!(server.answer(b"GET / HTTP/1.1\r\nHos").await, "");
    assert_eq!(server.answer(b"").await, "");
    let mut idle = server.connect().await;
    assert!(ask(&mut idle, "/", "here").await);
    assert_eq!(rest(&mut idle).await, "");
}

#[tokio::test]
async fn a_client_that_sends_too_much_can_read_the_response() {
    let server = Running::start(|_| {}).await;
    let mut stream = server.connect().await;
    stream.write_all(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\nx").await.unwrap();
    let mut answer = String::new();
    // The server has closed its side, and still reads what a client sends that has not noticed.
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    for _ in 0..30 {
        stream.write_all(&[b'x'; 100_000]).await.unwrap();
    }
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let server = Running::start(|config| config.limits.connections_per_address = 2).await;
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    assert!(ask(&mut first, "/", "here").await && ask(&mut second, "/", "here").await);
    assert!(!ask(&mut server.connect().await, "/", "here").await);
    drop(first);
    // The server notices a closed connection a moment later.
    let served = async { while !ask(&mut server.connect().await, "/", "here").await {} };
    time::timeout(Duration::from_secs(60), served).await.unwrap();
    assert!(ask(&mut second, "/", "here").await);
}

#[tokio::test]
async fn all_connections_are_limited() {
    let server = Running::start(|config| config.limits.connections = 1).await;
    let mut first = server.connect().await;
    assert!(ask(&mut first, "/", "here").await);
    assert!(!ask(&mut server.connect().await, "/", "here").await);
    assert!(ask(&mut first, "/", "here").await);
}

#[tokio::test]
async fn pending_requests_are_answered_before_the_server_stops() {
    let server = Running::start(|_| {}).await;
    let (mut idle, mut busy) = (server.connect().await, server.connect().await);
    assert!(ask(&mut idle, "/", "here").await);
    let asked = tokio::spawn(async move { (ask(&mut busy, "/slow", "slow").await, rest(&mut busy).await) });
    server.begun.acquire().await.unwrap().forget();
    server.phase.send_replace(Phase::Closing);
    assert_eq!(rest(&mut idle).await, "");
    // The accept loop notices a moment later.
    let refused = async { while TcpStream::connect(server.address).await.is_ok() {} };
    time::timeout(Duration::from_secs(60), refused).await.unwrap();
    server.let_go.add_permits(1);
    assert_eq!(asked.await.unwrap(), (true, String::new()));
    time::timeout(Duration::from_secs(60), server.connections.all_closed()).await.unwrap();
}

#[tokio::test]
async fn the_last_connections_are_cut_off() {
    let server = Running::start(|_| {}).await;
    let mut busy = server.connect().await;
    let asked = tokio::spawn(async move { ask(&mut busy, "/slow", "slow").await });
    server.begun.acquire().await.unwrap().forget();
    server.phase.send_replace(Phase::Closed);
    assert!(!asked.await.unwrap());
    time::timeout(Duration::from_secs(60), server.connections.all_closed()).await.unwrap();
}

#[tokio::test]
async fn a_pending_commit_is_finished_and_acknowledged() {
    let store = Arc::new(FaultyStore::new(Arc::new(MemoryStore::new())));
    let listeners = listen(&[([127, 0, 0, 1], 0).into()]).unwrap();
    let server =
        Server::start(Config::local(Database::Memory), listeners, None, store.clone(), Arc::new(MemoryQueue::new()))
            .await
            .unwrap();
    let address: SocketAddr = server.reach().local_url()["http://".len()..].parse().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let running = tokio::spawn(server.run(async move { stopped.await.unwrap() }));

    let created = post(address, "/api/games", None, r#"{"black": "me", "white": "me"}"#).await;
    let value = |name: &str| {
        let (_, rest) = created.split_once(&format!("\"{name}\":\"")).unwrap();
        rest.split('"').next().unwrap().to_owned()
    };
    let (command, secret) = (format!("/api/game/{}/command", value("id")), value("black"));
    let play = |seen: u32| format!(r#"{{"id": "a", "seen": {seen}, "command": "play", "square": "f5"}}"#);
    // The number of events of a new game is not tested here: the error names it.
    let stale = post(address, &command, Some(&secret), &play(0)).await;
    let (_, rest) = stale.split_once("\"number\":").unwrap();
    let seen = rest.split(',').next().unwrap().parse().unwrap();

    store.set(Fault::Held);
    let played = tokio::spawn(async move { post(address, &command, Some(&secret), &play(seen)).await });
    store.an_append_is_held().await;
    stop.send(()).unwrap();
    while TcpStream::connect(address).await.is_ok() {}
    assert!(!running.is_finished());
    store.set(Fault::None);
    let answer = played.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    running.await.unwrap();
}

/// A proxy uses a connection for many clients, but a socket belongs to one.
#[tokio::test]
async fn a_socket_counts_for_the_client_that_a_proxy_names() {
    let mut config = Config::local(Database::Memory);
    config.limits.connections_per_address = 1;
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let listeners = listen(&["127.0.0.1:0".parse().unwrap()]).unwrap();
    let (store, queue) = (Arc::new(MemoryStore::new()), Arc::new(MemoryQueue::new()));
    let server = Server::start(config, listeners, None, store, queue).await.unwrap();
    let address: SocketAddr = server.reach().local_url()["http://".len()..].parse().unwrap();
    tokio::spawn(server.run(std::future::pending()));
    let created = post(address, "/api/games", None, r#"{"black": "me", "white": "me", "public": true}"#).await;
    let (_, id) = created.split_once("\"id\":\"").unwrap();
    let game = format!("/api/game/{}", id.split('"').next().unwrap());

    let get = async |path: &str, client: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {client}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        rest(&mut stream).await
    };
    let mut socket = TcpStream::connect(address).await.unwrap();
    let upgrade = format!(
        "GET {game}/socket HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    );
    socket.write_all(upgrade.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    socket.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    assert!(get(&game, "192.0.2.1").await.starts_with("HTTP/1.1 429 "));
    assert!(get(&game, "192.0.2.2").await.starts_with("HTTP/1.1 200 "));
    drop(socket);
    // The server notices soon; if it never does, the test hangs and fails.
    while !get(&game, "192.0.2.1").await.starts_with("HTTP/1.1 200 ") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn post(address: SocketAddr, path: &str, secret: Option<&str>, body: &str) -> String {
    let authorization = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n")).unwrap_or_default();
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{authorization}Content-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    rest(&mut stream).await
}
