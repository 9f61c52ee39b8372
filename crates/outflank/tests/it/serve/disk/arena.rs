//! Games that are played continuously on one server, whatever happens to its disk. Black moves by requests, White over the socket. Commands
//! refused for lack of storage are sent again under the same id.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope};
use std::time::Duration;

use outflank_players::Random;
use outflank_rules::{ByColor, Color};
use serde_json::{Value, json};

use crate::serve::ledger::Ledger;
use crate::serve::socket::Socket;
use crate::support::server::{Response, ask, wait_for};

const THOUGHT: Duration = Duration::from_millis(40);

const RETRY: Duration = Duration::from_millis(100);

const REPEATED: u64 = 4;

pub(super) struct Arena {
    pub(super) address: SocketAddr,
    pub(super) ledger: Ledger,
    tables: Vec<Table>,
    over: AtomicBool,
}

struct Table {
    proposal: Value,
    game: Mutex<Option<Seats>>,
    acknowledged: AtomicUsize,
    refused: AtomicUsize,
}

impl Table {
    fn has_engine(&self) -> bool {
        self.proposal["white"] == "engine:1"
    }
}

#[derive(Clone)]
struct Seats {
    id: String,
    secrets: ByColor<Option<String>>,
}

impl Arena {
    /// With and without clocks, with one and two players, and against the engine.
    pub(super) fn new(address: SocketAddr) -> Arena {
        let clock = json!({"main": 3_600_000});
        let proposals = [
            json!({"black": "me", "white": "me", "public": true}),
            json!({"black": "me", "white": "me", "public": true, "clock": clock}),
            json!({"black": "me", "white": "friend", "public": true, "clock": clock}),
            json!({"black": "me", "white": "engine:1", "public": true}),
        ];
        let tables = proposals.map(|proposal| Table {
            proposal,
            game: Mutex::new(None),
            acknowledged: AtomicUsize::new(0),
            refused: AtomicUsize::new(0),
        });
        Arena { address, ledger: Ledger::default(), tables: tables.into(), over: AtomicBool::new(false) }
    }

    pub(super) fn let_in<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        for (seed, table) in self.tables.iter().enumerate() {
            for color in Color::ALL {
                scope.spawn(move || {
                    let _over = self.over_when_dropped();
                    self.play(table, color, seed as u64 * 2 + color as u64);
                });
            }
        }
    }

    pub(super) fn over_when_dropped(&self) -> OverWhenDropped<'_> {
        OverWhenDropped(self)
    }

    pub(super) fn wait_for_moves(&self, moves: usize) {
        self.wait_for(moves, |table| &table.acknowledged);
    }

    pub(super) fn wait_for_refusals(&self, refusals: usize) {
        self.wait_for(refusals, |table| &table.refused);
    }

    fn wait_for(&self, more: usize, of: impl Fn(&Table) -> &AtomicUsize) {
        let counts =
            || self.tables.iter().filter(|table| !table.has_engine()).map(|table| of(table).load(Ordering::SeqCst));
        let before: Vec<usize> = counts().collect();
        wait_for(|| {
            assert!(!self.is_over(), "a player failed");
            counts().zip(&before).all(|(now, before)| now >= before + more).then_some(())
        });
    }

    pub(super) fn wait_for_any_refusal(&self) {
        let before = self.refusals();
        wait_for(|| {
            assert!(!self.is_over(), "a player failed");
            (self.refusals() > before).then_some(())
        });
    }

    pub(super) fn refusals(&self) -> usize {
        self.tables.iter().map(|table| table.refused.load(Ordering::SeqCst)).sum()
    }

    pub(super) fn playing(&self) -> Vec<String> {
        let games = self.tables.iter().filter_map(|table| table.game.lock().unwrap().clone());
        games.map(|game| game.id).collect()
    }

    fn play(&self, table: &Table, color: Color, seed: u64) {
        let (mut random, mut played) = (Random::new(seed), None);
        while !self.is_over() {
            let game = self.game(table, color).filter(|game| played.as_ref() != Some(&game.id));
            match game.and_then(|game| Some((game.id, game.secrets[color].clone()?))) {
                Some((game, secret)) => {
                    let socket = Socket::open(self.address, &game, &secret);
                    let (state, random) = (Value::Null, &mut random);
                    played = Some(game.clone());
                    Player { arena: self, table, color, game, secret, socket, state, known: 0, random }.play();
                }
                // There is no game yet, or the engine has this seat.
                None => thread::sleep(RETRY),
            }
        }
    }

    fn game(&self, table: &Table, color: Color) -> Option<Seats> {
        let mut game = table.game.lock().unwrap();
        if game.is_none() && color == Color::Black {
            let response = ask(self.address, "POST", "/api/games", None, Some(&table.proposal)).unwrap();
            let created = match response.status {
                429 => return None,
                503 => {
                    unavailable(response);
                    table.refused.fetch_add(1, Ordering::SeqCst);
                    return None;
                }
                _ => response.json(201),
            };
            let id = created["id"].as_str().unwrap().to_owned();
            self.ledger.open(&id);
            let secret = |color: &str| created["tokens"][color].as_str().map(str::to_owned);
            *game = Some(Seats { id, secrets: ByColor { black: secret("black"), white: secret("white") } });
        }
        game.clone()
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

pub(super) struct OverWhenDropped<'a>(&'a Arena);

impl Drop for OverWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

struct Player<'a> {
    arena: &'a Arena,
    table: &'a Table,
    color: Color,
    game: String,
    secret: String,
    socket: Socket,
    state: Value,
    known: u64,
    random: &'a mut Random,
}

impl Player<'_> {
    fn play(mut self) {
        let first = loop {
            if let Some(first) = self.socket.receive() {
                break first;
            }
        };
        self.apply(&first["state"]);
        if self.state["status"] == "waiting" && self.color == Color::White {
            self.request("join", &json!({}));
        }
        while !self.arena.is_over() {
            if self.state["status"] == "over" {
                let mut game = self.table.game.lock().unwrap();
                if self.color == Color::Black && game.as_ref().is_some_and(|game| game.id == self.game) {
                    *game = None;
                }
                return;
            }
            if let Some(message) = self.socket.receive() {
                self.handle(&message);
            }
            let is_up_to_date = self.state["number"].as_u64() >= Some(self.known);
            if is_up_to_date && self.state["turn"] == self.color.to_string() && self.state["status"] == "running" {
                self.make_move();
            }
        }
    }

    fn make_move(&mut self) {
        thread::sleep(THOUGHT);
        let (choice, name) = (self.random.next() as usize, self.random.next());
        let legal = self.state["legal"].as_array().unwrap();
        let square = legal[choice % legal.len()]["square"].clone();
        let id = format!("c{:x}-{name:x}", self.known);
        let command = json!({"id": id, "seen": self.state["number"], "command": "play", "square": square});
        let response = match self.color {
            Color::Black => self.request("command", &command),
            Color::White => self.send(command.clone()),
        };
        let Some(ack) = response else { return };
        self.known = self.known.max(ack["number"].as_u64().unwrap());
        self.arena.ledger.acknowledge(&self.game, self.color, &square, &ack);
        self.table.acknowledged.fetch_add(1, Ordering::SeqCst);
        if self.random.next().is_multiple_of(REPEATED)
            && let Some(again) = self.request("command", &command)
        {
            assert_eq!(again["number"], ack["number"], "a repeated command gets the same response");
        }
    }

    /// Repeats a request until the server can write. `None` if it is refused.
    fn request(&mut self, what: &str, body: &Value) -> Option<Value> {
        let path = format!("/api/game/{}/{what}", self.game);
        while !self.arena.is_over() {
            let response = ask(self.arena.address, "POST", &path, Some(&self.secret), Some(body)).unwrap();
            match response.status {
                200 => {
                    let response = response.json(200);
                    self.apply(&response["state"]);
                    return Some(response);
                }
                409 => {
                    self.apply(&response.json(409)["state"]);
                    return None;
                }
                429 => thread::sleep(RETRY),
                503 => self.refused(&unavailable(response)),
                _ => panic!("{response:?}"),
            }
        }
        None
    }

    fn send(&mut self, mut command: Value) -> Option<Value> {
        command["type"] = "command".into();
        self.socket.send(&command);
        while !self.arena.is_over() {
            let Some(message) = self.socket.receive() else { continue };
            match (message["type"].as_str(), message["status"].as_u64()) {
                _ if message["id"] != command["id"] => self.handle(&message),
                (Some("ack"), _) => return Some(message),
                (Some("refused"), Some(409)) => {
                    self.apply(&message["state"]);
                    return None;
                }
                (Some("refused"), Some(503)) => {
                    self.refused(&message);
                    self.socket.send(&command);
                }
                _ => panic!("{message}"),
            }
        }
        None
    }

    fn refused(&self, refusal: &Value) {
        assert_eq!(refusal["error"], "unavailable", "{refusal}");
        self.table.refused.fetch_add(1, Ordering::SeqCst);
        thread::sleep(RETRY);
    }

    fn handle(&mut self, message: &Value) {
        if message["type"] == "state" {
            self.apply(message);
        }
    }

    fn apply(&mut self, state: &Value) {
        if state["number"].as_u64() >= self.state["number"].as_u64() {
            self.state = state.clone();
        }
    }
}

pub(super) fn unavailable(response: Response) -> Value {
    assert!(response.head.to_lowercase().contains("retry-after: "), "{}", response.head);
    let problem = response.json(503);
    assert_eq!(problem["error"], "unavailable", "{problem}");
    problem
}
