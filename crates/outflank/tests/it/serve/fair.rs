//! Guests who keep the engine as busy as they may do not delay the replies that others get.
//!
//! A trusted proxy on this machine names the addresses. `cargo xtask soak fair` runs the test with 200 guests from 50 addresses.

use std::io::{self, BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::server::{self, Response, Server, fresh_postgres};

/// p99 of a reply in the long run.
const TARGET: Duration = Duration::from_secs(1);

const WEEK: u64 = 7 * 24 * 60 * 60 * 1_000;

#[test]
fn greedy_guests_do_not_delay_replies_on_sqlite() {
    measure("games.db");
}

#[test]
fn greedy_guests_do_not_delay_replies_on_postgres() {
    if let Some(database) = fresh_postgres() {
        measure(&database);
    }
}

fn measure(database: &str) {
    let guests: Option<usize> = std::env::var("OUTFLANK_FAIR_GUESTS").ok().map(|guests| guests.parse().unwrap());
    let (addresses, replies) = if guests.is_some() { (50, 300) } else { (3, 10) };
    let home = tempfile::tempdir().unwrap();
    let server = Arc::new(start(home.path(), database));
    let quiet = replies_to(&server, replies);
    let games = create_all(&server, addresses, guests.unwrap_or(6));
    let before = beside(&server, &games, addresses, replies);
    let server = Arc::into_inner(server).expect("the guests have left");
    server.signal(Signal::TERM);
    assert!(server.ended().0.success());

    let server = Arc::new(start(home.path(), database));
    let after = beside(&server, &games, addresses, replies);
    for (when, times) in [("quiet", quiet), ("beside guests", before), ("after a restart", after)] {
        let (p50, p99) = (at(&times, 0.5), at(&times, 0.99));
        println!("{} level-10 games, {when}: p50 {p50:.0?}, p99 {p99:.0?} of {} replies", games.len(), times.len());
        let slow = times.iter().enumerate().filter(|(_, time)| **time > TARGET);
        let slow: Vec<String> = slow.map(|(number, time)| format!("reply {number}: {time:.1?}")).collect();
        assert!(guests.is_none() || p99 <= TARGET, "{when}: {}", slow.join(", "));
    }
}

fn start(home: &Path, database: &str) -> Server {
    let arguments = ["--trust-proxy", "127.0.0.1", "--log", "warn", "--database", database];
    let mut command = std::process::Command::new(crate::support::server::PROGRAM);
    command.current_dir(home).args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
    Server::spawn(&mut command, home)
}

fn create_all(server: &Server, addresses: usize, guests: usize) -> Vec<WatchedGame> {
    let proposal = json!({"black": "engine:10", "white": "engine:10", "public": true, "clock": {"main": WEEK}});
    thread::scope(|scope| {
        let guests: Vec<_> = (0..guests)
            .map(|guest| {
                let (from, proposal) = (format!("198.51.100.{}", guest % addresses), &proposal);
                scope.spawn(move || {
                    let mut games = Vec::new();
                    loop {
                        let response = ask(server, &from, "POST", "/api/games", None, Some(proposal)).unwrap();
                        match response.status {
                            201 => games.push(WatchedGame { from: from.clone(), path: path(&response.json(201)) }),
                            429 | 503 => return games,
                            _ => panic!("{}", response.body),
                        }
                        assert!(games.len() < 1_000, "a guest may create any number of games");
                    }
                })
            })
            .collect();
        guests.into_iter().flat_map(|guest| guest.join().unwrap()).collect()
    })
}

struct WatchedGame {
    from: String,
    path: String,
}

/// The times of level-1 replies while the guests watch all their games, and fill the queues of study and reports.
fn beside(server: &Arc<Server>, games: &[WatchedGame], addresses: usize, replies: usize) -> Vec<Duration> {
    assert!(!games.is_empty());
    let mut streams = Vec::new();
    for game in games {
        let stream = send(server, &game.from, "GET", &format!("{}/stream", game.path), None, None).unwrap();
        streams.push(stream.try_clone().unwrap());
        spawn(move || drop(io::copy(&mut &stream, &mut io::sink())));
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let students: Vec<_> = (0..addresses)
        .map(|address| {
            let (server, is_over, from) = (Arc::clone(server), Arc::clone(&is_over), format!("198.51.100.{address}"));
            spawn(move || {
                let report = json!({"record": "f5d6c3d3c4f4f6f3e6e7", "level": 10});
                drop(ask(&server, &from, "POST", "/api/reports", None, Some(&report)));
                let analysis = json!({"record": "f5d6c3d3c4", "seconds": 1});
                while !is_over.load(Ordering::Relaxed) {
                    drop(ask(&server, &from, "POST", "/api/analyze", None, Some(&analysis)));
                }
            })
        })
        .collect();
    let times = replies_to(server, replies);
    is_over.store(true, Ordering::Relaxed);
    students.into_iter().for_each(|student| student.join().unwrap());
    streams.iter().for_each(|stream| drop(stream.shutdown(std::net::Shutdown::Both)));
    times
}

fn replies_to(server: &Server, count: usize) -> Vec<Duration> {
    let from = "203.0.113.9";
    let mut times = Vec::new();
    while times.len() < count {
        let proposal = json!({"black": "friend", "white": "engine:1", "public": true});
        let created = ask(server, from, "POST", "/api/games", None, Some(&proposal)).unwrap().json(201);
        let (path, secret) = (path(&created), created["tokens"]["black"].as_str().unwrap());
        ask(server, from, "POST", &format!("{path}/join"), Some(secret), Some(&json!({}))).unwrap().json(200);
        let stream = send(server, from, "GET", &format!("{path}/stream"), Some(secret), None).unwrap();
        let mut states = BufReader::new(stream).lines().map(|line| line.expect("a reply within two minutes"));
        let mut next_state = || loop {
            let line = states.next().expect("the game goes on");
            let message: Value =
                if line.starts_with('{') { serde_json::from_str(&line).unwrap() } else { Default::default() };
            let state = if message["state"].is_object() { message["state"].clone() } else { message };
            if state["number"].is_u64() {
                return state;
            }
        };
        let mut state = next_state();
        while times.len() < count && state["status"] == "running" {
            let (number, square) = (state["number"].as_u64().unwrap(), &state["legal"][0]["square"]);
            let play = json!({"id": format!("m{number}"), "seen": number, "command": "play", "square": square});
            let sent = Instant::now();
            ask(server, from, "POST", &format!("{path}/command"), Some(secret), Some(&play)).unwrap().json(200);
            while state["number"].as_u64() <= Some(number) || (state["status"] == "running" && state["turn"] != "black")
            {
                state = next_state();
            }
            times.push(sent.elapsed());
        }
    }
    times
}

fn at(times: &[Duration], share: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[(share * (times.len() - 1) as f64).round() as usize]
}

fn path(created: &Value) -> String {
    format!("/api/game/{}", created["id"].as_str().unwrap())
}

/// Thousands of them wait at the same time.
fn spawn(run: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap()
}

fn ask(
    server: &Server,
    from: &str,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Response> {
    Response::read(send(server, from, method, path, secret, body)?, method)
}

fn send(
    server: &Server,
    from: &str,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<TcpStream> {
    server::send(server.address, method, path, &format!("X-Forwarded-For: {from}\r\n"), secret, body)
}
