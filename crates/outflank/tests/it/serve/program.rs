use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::server::{METRICS_TOKEN, Server, fresh_postgres, request, wait_for};
use crate::support::{Room, outflank};

#[test]
fn a_game_against_the_engine_survives_a_restart() {
    survives_a_restart(&["--threads", "1"]);
}

#[test]
fn a_game_on_postgres_survives_a_restart() {
    if let Some(database) = fresh_postgres() {
        survives_a_restart(&["--threads", "1", "--log", "trace", "--database", &database]);
    }
}

fn survives_a_restart(arguments: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let server = Server::start_in(home.path(), arguments);
    let created = server.ask("POST", "/api/games", None, Some(&json!({"black": "me", "white": "engine:1"}))).json(201);
    let (id, secret) = (created["id"].as_str().unwrap(), created["tokens"]["black"].as_str().unwrap());
    let game = format!("/api/game/{id}");
    let play = |server: &Server, name: &str, square: &Value, seen: &Value| {
        let command = json!({"id": name, "seen": seen, "command": "play", "square": square});
        server.ask("POST", &format!("{game}/command"), Some(secret), Some(&command))
    };
    // After the engine's move; so early, Black cannot have to pass.
    let our_turn = |server: &Server, plies: usize| {
        wait_for(|| {
            let full = server.get(&game, secret);
            let ours = full["state"]["turn"] == "black" && full["plies"].as_array().unwrap().len() >= plies;
            ours.then(|| full["state"].clone())
        })
    };
    let state = our_turn(&server, 0);
    play(&server, "first", &state["legal"][0]["square"], &state["number"]).json(200);
    let state = our_turn(&server, 2);

    server.signal(Signal::TERM);
    let (status, log) = server.ended();
    assert_eq!(status.code(), Some(0), "{log}");
    assert!(log.contains("stopped") && !log.contains(secret) && !log.contains("never-to-be-seen"), "{log}");

    let server = Server::start_in(home.path(), arguments);
    let again = our_turn(&server, 2);
    assert_eq!(again["moves"], state["moves"]);
    assert_eq!(again["board"], state["board"]);
    // A repeated command is answered but not executed again.
    let square = state["moves"].as_str().unwrap().split(' ').next().unwrap();
    let repeated = play(&server, "first", &json!(square), &json!(state["number"].as_u64().unwrap() - 2));
    assert_eq!(repeated.status, 200, "{}", repeated.body);
    play(&server, "second", &again["legal"][0]["square"], &again["number"]).json(200);
    our_turn(&server, 4);
    server.signal(Signal::INT);
    assert_eq!(server.ended().0.code(), Some(0));
}

#[test]
fn every_file_the_page_refers_to_is_served() {
    let server = Server::start(&[]);
    let mut seen = vec!["/".to_owned(), "/study".to_owned(), "/api".to_owned(), "/game/0123456789".to_owned()];
    let mut next = 0;
    while let Some(path) = seen.get(next).cloned() {
        next += 1;
        let response = server.ask("GET", &path, None, None);
        assert_eq!(response.status, 200, "{path}");
        assert!(response.head.to_lowercase().contains("content-security-policy: default-src 'none';"), "{path}");
        for name in names(&response.body) {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
    }
    let script = seen.iter().find(|path| path.starts_with("/assets/game-") && path.ends_with(".js"));
    assert_eq!(server.ask("HEAD", script.unwrap_or_else(|| panic!("{seen:?}")), None, None).body, "");
    assert_eq!(server.ask("GET", "/healthz", None, None).body, "ok\n");
    let metrics = server.ask("GET", "/metrics", Some(METRICS_TOKEN), None).body;
    assert!(metrics.contains("outflank_requests_total{route=\"file\",status=\"2xx\"}"), "{metrics}");
}

fn names(text: &str) -> Vec<String> {
    let addresses = ["src=\"", "href=\""].into_iter().flat_map(|before| text.split(before).skip(1));
    let addresses = addresses.map(|rest| rest.split('"').next().unwrap());
    addresses.filter(|address| address.starts_with("/assets/")).map(str::to_owned).collect()
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let room = Room::new(&[("letter.txt", "Dear Ann, this is no database. ".repeat(100).as_bytes())]);
    let _server = Server::start_in(room.0.path(), &[]);
    let free = "127.0.0.1:0";
    let taken = TcpListener::bind(free).unwrap();
    let (address, port) = (taken.local_addr().unwrap(), taken.local_addr().unwrap().port());
    let used = format!("outflank: another program uses port {port} ({address})");
    for (listen, database, error) in [
        (free, "server.db", "in use by another server"),
        (&address.to_string(), "other.db", &used),
        (&address.to_string(), "other.db", &format!("choose another port: --listen {}\n", port + 1)),
        (free, "letter.txt", "is not a database of this program"),
        (free, "/dev/null/games.db", "/dev/null/games.db"),
    ] {
        let run = room.run(&["serve", "--listen", listen, "--database", database], b"");
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
        run.complains(error);
    }
}

#[test]
fn a_port_is_enough() {
    for port in ["0", ":0", "localhost:0", "127.0.0.1:0"] {
        let home = tempfile::tempdir().unwrap();
        let server = Server::start_at(port, home.path(), &[]);
        assert!(server.address.ip().is_loopback() && server.address.port() != 0, "{port}: {}", server.line);
        assert_eq!(server.ask("GET", "/healthz", None, None).status, 200);
    }
}

#[test]
fn refused_origins_are_logged_once() {
    let mut server = Server::start(&["--public-url", "https://othello.example"]);
    let log = server.read_log();
    let origin = "Origin: http://192.168.1.5:8220\r\n";
    let request = request(server.address, "POST", "/api/games", origin, None, Some(&json!({})));
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.starts_with("HTTP/1.1 403 "), "{response}");
        assert!(response.contains("open https://othello.example"), "{response}");
    }
    let warned =
        |line: &String| line.contains("WARN") && line.contains("the page was opened at http://192.168.1.5:8220");
    wait_for(|| log.lines().iter().any(warned).then_some(()));
    server.signal(Signal::TERM);
    wait_for(|| log.lines().iter().any(|line| line.contains("stopped")).then_some(()));
    assert_eq!(log.lines().iter().filter(|&line| warned(line)).count(), 1, "{:?}", log.lines());
}

#[test]
fn a_database_error_does_not_reveal_the_password() {
    // No server at the first, and the second is not a URL.
    for (url, message) in [
        ("postgres://ann:secret@127.0.0.1:1/games", "postgres://ann@127.0.0.1:1/games: "),
        ("postgres://ann:secret@host:port/games", "expected a database URL"),
    ] {
        let run = outflank(&["serve", "--log", "trace", "--listen", "127.0.0.1:0", "--database", url], b"");
        run.refused(1, message);
        assert!(!run.err.contains("secret"), "{}", run.err);
    }
}

#[test]
fn bad_arguments_are_wrong_usage() {
    for arguments in [
        ["--listen", "somewhere"],
        ["--listen", "192.168.1.5"],
        ["--public-url", "othello.example"],
        ["--trust-proxy", "10.0.0.0/99"],
        ["--threads", "0"],
        ["--log", "outflank=loud"],
        ["--database", "mysql://club/games"],
    ] {
        let run = outflank(&["serve", arguments[0], arguments[1]], b"");
        assert_eq!(run.code, 2, "{arguments:?} {}", run.err);
    }
}

#[test]
fn a_json_log_has_an_object_per_line() {
    let server = Server::start(&["--log", "outflank_server=debug,info", "--log-format", "json"]);
    assert_eq!(server.ask("GET", "/healthz", None, None).status, 200);
    server.signal(Signal::TERM);
    let (_, log) = server.ended();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        assert!(line["timestamp"].is_string() && line["level"].is_string(), "{line}");
        assert!(line["fields"]["message"].is_string(), "{line}");
    }
    let logged = |message: &str| lines.iter().find(|line| line["fields"]["message"] == message).unwrap();
    assert!(logged("starting")["fields"]["node"].is_string());
    let answered = &logged("answered")["fields"];
    assert_eq!((&answered["path"], &answered["status"]), (&json!("/healthz"), &json!(200)));
    assert!(answered["ms"].is_number());
    assert_eq!(logged("stopped")["level"], "INFO");
}

#[test]
fn a_second_signal_ends_a_waiting_server() {
    let server = Server::start(&[]);
    // An unfinished request keeps the server waiting.
    let mut slow = TcpStream::connect(server.address).unwrap();
    slow.write_all(
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    )
    .unwrap();
    wait_for(|| {
        server.ask("GET", "/metrics", Some(METRICS_TOKEN), None).body.contains("outflank_connections 2").then_some(())
    });
    server.signal(Signal::TERM);
    wait_for(|| TcpStream::connect(server.address).is_err().then_some(()));
    server.signal(Signal::TERM);
    assert_eq!(server.ended().0.code(), Some(130));
}

#[test]
fn the_number_of_connections_is_limited() {
    let server = Server::start(&["--connections", "2"]);
    let inside = [(); 2].map(|()| TcpStream::connect(server.address).unwrap());
    // One too many is closed at once.
    let mut outside = TcpStream::connect(server.address).unwrap();
    assert!(matches!(outside.read(&mut [0]), Ok(0) | Err(_)));
    drop(inside);
    wait_for(|| {
        let mut next = TcpStream::connect(server.address).unwrap();
        let answered = next.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").and_then(|()| next.read(&mut [0]));
        (answered.ok() == Some(1)).then_some(())
    });

    let script = "ulimit -n 500; exec \"$0\" serve --connections 1000";
    let run = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_outflank")]).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(err.contains("--connections 1000: the limit on open files allows 436"), "{err}");
}
