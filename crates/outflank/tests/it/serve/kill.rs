use std::net::{SocketAddr, TcpListener};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use outflank_players::Random;
use outflank_rules::{ByColor, Color};
use serde_json::{Value, json};

use crate::serve::ledger::Ledger;
use crate::support::server::{Response, Server, ask, fresh_postgres};

/// `OUTFLANK_KILLS` sets another number, for `cargo xtask soak`.
const KILLS: usize = 50;

const PAUSE: Duration = Duration::from_millis(10);

pub(crate) struct Arena {
    pub(crate) address: SocketAddr,
    seats: Mutex<Option<(String, ByColor<String>)>>,
    ledger: Ledger,
    commands: AtomicU32,
    pub(crate) over: AtomicBool,
}

#[test]
fn fifty_kills_lose_no_acknowledged_move() {
    kill_again_and_again(&["--log", "warn"]);
}

#[test]
fn fifty_kills_lose_no_acknowledged_move_on_postgres() {
    if let Some(database) = fresh_postgres() {
        kill_again_and_again(&["--log", "warn", "--database", &database]);
    }
}

fn kill_again_and_again(arguments: &[&str]) {
    let home = tempfile::tempdir().unwrap();
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let start = || Server::start_at(&address.to_string(), home.path(), arguments);
    let kills = std::env::var("OUTFLANK_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    let arena = Arena::at(address);
    let mut slowest = Duration::ZERO;
    thread::scope(|scope| {
        for color in Color::ALL {
            scope.spawn({
                let arena = &arena;
                move || arena.play(color)
            });
        }
        for round in 0..kills {
            let begun = Instant::now();
            let server = start();
            slowest = slowest.max(begun.elapsed());
            let enough = arena.count() + 3 + (round * 7) % 23;
            while arena.count() < enough {
                thread::sleep(Duration::from_millis(1));
            }
            drop(server);
        }
        arena.over.store(true, Ordering::Relaxed);
    });
    let _server = start();
    println!("{} moves, {kills} kills, slowest start {slowest:?}", arena.count());
    arena.check();
}

impl Arena {
    pub(crate) fn at(address: SocketAddr) -> Arena {
        Arena {
            address,
            seats: Mutex::new(None),
            ledger: Ledger::default(),
            commands: AtomicU32::new(0),
            over: AtomicBool::new(false),
        }
    }

    pub(crate) fn as_of_now(&self) -> Arena {
        // Games are created under this lock, so the ledger has the current game.
        let seats = self.seats.lock().unwrap();
        Arena {
            address: self.address,
            ledger: self.ledger.as_of_now(),
            seats: Mutex::new(seats.clone()),
            commands: AtomicU32::new(self.commands.load(Ordering::Relaxed) + 1_000_000),
            over: AtomicBool::new(false),
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.ledger.count()
    }

    pub(crate) fn check(&self) {
        self.ledger.check(self.address);
    }

    /// Commands without a response are sent again under the same id.
    pub(crate) fn play(&self, color: Color) {
        let mut random = Random::new(color as u64);
        while !self.over.load(Ordering::Relaxed) {
            let Some((game, secrets)) = self.game(color) else { continue };
            let secret = Some(secrets[color].as_str());
            let Ok(full) = ask(self.address, "GET", &format!("/api/game/{game}"), secret, None) else { continue };
            if full.status == 503 || full.status == 429 {
                thread::sleep(PAUSE);
                continue;
            }
            let full = full.json(200);
            let state = &full["state"];
            if state["status"] == "over" {
                let mut seats = self.seats.lock().unwrap();
                if color == Color::Black && seats.as_ref().is_some_and(|(current, _)| *current == game) {
                    *seats = None;
                }
                continue;
            }
            if state["turn"] != color.to_string() || state["status"] != "running" {
                continue;
            }
            let legal = state["legal"].as_array().unwrap();
            let square = &legal[random.next() as usize % legal.len()]["square"];
            let id = format!("c{}", self.commands.fetch_add(1, Ordering::Relaxed));
            let command = json!({"id": id, "seen": state["number"], "command": "play", "square": square});
            while !self.over.load(Ordering::Relaxed) {
                let path = format!("/api/game/{game}/command");
                let Ok(response) = ask(self.address, "POST", &path, secret, Some(&command)) else { continue };
                self.note(&game, color, square, response);
                break;
            }
        }
    }

    fn game(&self, color: Color) -> Option<(String, ByColor<String>)> {
        let mut seats = self.seats.lock().unwrap();
        if seats.is_none() && color == Color::Black {
            // With clocks, restarts also pause and resume them.
            let proposal = json!({"black": "me", "white": "me", "public": true, "clock": {"main": 3_600_000}});
            let created = ask(self.address, "POST", "/api/games", None, Some(&proposal)).ok()?;
            if created.status == 429 {
                return None;
            }
            let created = created.json(201);
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let id = text(&created["id"]);
            let tokens = &created["tokens"];
            self.ledger.open(&id);
            *seats = Some((id, ByColor { black: text(&tokens["black"]), white: text(&tokens["white"]) }));
        }
        seats.clone()
    }

    fn note(&self, game: &str, by: Color, square: &Value, response: Response) {
        match response.status {
            200 => self.ledger.acknowledge(game, by, square, &response.json(200)),
            // Downtime pauses and resumes the game, so commands become stale; and full speed can exceed the request limit.
            409 | 429 | 503 => {}
            _ => panic!("{response:?}"),
        }
    }
}
