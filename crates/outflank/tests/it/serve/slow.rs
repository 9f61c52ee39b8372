//! Clients that keep connections and hardly use them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::support::server::{METRICS_TOKEN, Server, ask, wait_for};

const GUESTS: usize = 50;

const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";

/// The server's own count, including the connection of this request.
fn connections(address: SocketAddr) -> usize {
    let response = ask(address, "GET", "/metrics", Some(METRICS_TOKEN), None).unwrap();
    let line = response.body.lines().find_map(|line| line.strip_prefix("outflank_connections "));
    line.and_then(|count| count.trim().parse().ok()).unwrap()
}

/// Takes as long as the server's longest limit: a silent socket is closed after a minute.
#[test]
fn idle_clients_are_closed_and_a_player_plays_on() {
    let server = Server::start(&["--log", "warn"]);
    let address = server.address;
    let proposal = json!({"black": "me", "white": "me", "public": true, "takebacks": "free"});
    let created = server.ask("POST", "/api/games", None, Some(&proposal)).json(201);
    let game = format!("/api/game/{}", created["id"].as_str().unwrap());
    let secret = created["tokens"]["black"].as_str().unwrap();

    let get = |path: &str, more: &str| format!("GET {game}{path} HTTP/1.1\r\nHost: slow\r\n{more}\r\n").into_bytes();
    let body =
        "POST /api/games HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n ";
    let frame = [get("/socket", UPGRADE), vec![0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0, b' ']].concat();
    let openings = [get("/socket", UPGRADE), b"GET / HTTP/1.1\r\nX: ".to_vec(), body.into(), frame];
    let mut guests = Vec::new();
    for opening in openings {
        for _ in 0..GUESTS {
            let mut guest = TcpStream::connect(address).unwrap();
            guest.write_all(&opening).unwrap();
            guests.push(guest);
        }
    }
    assert!(wait_for(|| Some(connections(address)).filter(|&open| open > GUESTS * 4)) > GUESTS * 4);

    let mut seen = server.get(&game, secret)["state"]["number"].as_u64().unwrap();
    let mut turns = 0;
    wait_for(|| {
        let (command, square) = if turns % 2 == 0 { ("play", "f5") } else { ("take_back", "f5") };
        let mut body = json!({"id": format!("c{turns}"), "seen": seen, "command": command, "as": "black"});
        if command == "play" {
            body["square"] = square.into();
        }
        let response = server.ask("POST", &format!("{game}/command"), Some(secret), Some(&body)).json(200);
        seen = response["number"].as_u64().unwrap();
        turns += 1;
        thread::sleep(Duration::from_secs(1));
        (connections(address) == 1).then_some(())
    });
    assert!(turns > 1);
    // All were accepted, and all are closed.
    for mut guest in guests {
        guest.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut received = Vec::new();
        let end = guest.read_to_end(&mut received);
        assert!(end.is_ok() || end.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset));
    }
}
