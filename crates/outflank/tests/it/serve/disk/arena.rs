//! Games that are played on one server all the time, whatever becomes of its disk.
//!
//! Everybody listens by one socket for as long as a game lasts. Black's moves are requests, White's go over the socket. What is
//! refused because nothing can be written is sent again under the same id.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Scope};
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use serde_json::{Value, json};

use crate::serve::ledger::Ledger;
use crate::serve::socket::Socket;
use crate::support::server::{Answer, ask, wait_for};

/// How long somebody thinks: all together ask not more often than one address may.
const THOUGHT: Duration = Duration::from_millis(40);

/// When to try again what was refused.
const AGAIN: Duration = Duration::from_millis(100);

/// Every so many moves, one that was acknowledged is sent once more.
const REPEATED: u64 = 4;

pub(super) struct Arena {
    pub(super) address: SocketAddr,
    pub(super) ledger: Ledger,
    tables: Vec<Table>,
    over: AtomicBool,
}

/// Where one game after the other is played.
struct Table {
    proposal: Value,
    game: Mutex<Option<Seats>>,
    /// How many moves were acknowledged here, and how many were refused because nothing could be written.
    acknowledged: AtomicUsize,
    refused: AtomicUsize,
}

impl Table {
    fn has_engine(&self) -> bool {
        self.proposal["white"] == "engine:1"
    }
}

/// A game, and who may play in it.
#[derive(Clone)]
struct Seats {
    id: String,
    secrets: ByColor<Option<String>>,
}

impl Arena {
    /// Games of every kind: with and without clocks, at one screen and at two, against the engine.
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

    /// Lets everybody play until the arena is over.
    pub(super) fn let_in<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        for (seed, table) in self.tables.iter().enumerate() {
            for color in Color::ALL {
                scope.spawn(move || {
                    let _end = self.ends_with_this();
                    self.play(table, color, seed as u64 * 2 + color as u64);
                });
            }
        }
    }

    /// Lets it be over when this is dropped.
    pub(super) fn ends_with_this(&self) -> Ending<'_> {
        Ending(self)
    }

    /// Waits until at every table where two people play so many more moves were acknowledged.
    pub(super) fn wait_for_moves(&self, moves: usize) {
        self.wait_for(moves, |table| &table.acknowledged);
    }

    /// The same for refusals.
    pub(super) fn wait_for_refusals(&self, refusals: usize) {
        self.wait_for(refusals, |table| &table.refused);
    }

    fn wait_for(&self, more: usize, of: impl Fn(&Table) -> &AtomicUsize) {
        let counts =
            || self.tables.iter().filter(|table| !table.has_engine()).map(|table| of(table).load(Ordering::SeqCst));
        let before: Vec<usize> = counts().collect();
        wait_for(|| {
            assert!(!self.is_over(), "somebody has given up");
            counts().zip(&before).all(|(now, before)| now >= before + more).then_some(())
        });
    }

    /// Waits until somebody is refused.
    pub(super) fn wait_for_any_refusal(&self) {
        let before = self.refusals();
        wait_for(|| {
            assert!(!self.is_over(), "somebody has given up");
            (self.refusals() > before).then_some(())
        });
    }

    /// How often somebody was told that nothing can be written.
    pub(super) fn refusals(&self) -> usize {
        self.tables.iter().map(|table| table.refused.load(Ordering::SeqCst)).sum()
    }

    /// The games that are played now.
    pub(super) fn playing(&self) -> Vec<String> {
        let games = self.tables.iter().filter_map(|table| table.game.lock().unwrap().clone());
        games.map(|game| game.id).collect()
    }

    fn play(&self, table: &Table, color: Color, seed: u64) {
        let (mut random, mut played) = (seed, None);
        while !self.is_over() {
            let game = self.game(table, color).filter(|game| played.as_ref() != Some(&game.id));
            match game.and_then(|game| Some((game.id, game.secrets[color].clone()?))) {
                Some((game, secret)) => {
                    Player::sit_down(self, table, color, game.clone(), secret, &mut random).play();
                    played = Some(game);
                }
                // There is no game yet, or the engine has this seat.
                None => thread::sleep(AGAIN),
            }
        }
    }

    /// The game to play; Black makes one if there is none.
    fn game(&self, table: &Table, color: Color) -> Option<Seats> {
        let mut game = table.game.lock().unwrap();
        if game.is_none() && color == Color::Black {
            let answer = ask(self.address, "POST", "/api/games", None, Some(&table.proposal)).unwrap();
            let created = match answer.status {
                429 => return None,
                503 => {
                    unavailable(answer);
                    table.refused.fetch_add(1, Ordering::SeqCst);
                    return None;
                }
                _ => answer.json(201),
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

/// The end of an arena.
pub(super) struct Ending<'a>(&'a Arena);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

/// Somebody who plays one game.
struct Player<'a> {
    arena: &'a Arena,
    table: &'a Table,
    color: Color,
    game: String,
    secret: String,
    socket: Socket,
    /// The last state that was told, and the number of the last event that is known of.
    state: Value,
    known: u64,
    random: &'a mut u64,
}

impl<'a> Player<'a> {
    fn sit_down(
        arena: &'a Arena,
        table: &'a Table,
        color: Color,
        game: String,
        secret: String,
        random: &'a mut u64,
    ) -> Player<'a> {
        let mut socket = Socket::open(arena.address, &game, &secret);
        let first = loop {
            if let Some(first) = socket.hear() {
                break first;
            }
        };
        let mut player = Player { arena, table, color, game, secret, socket, state: Value::Null, known: 0, random };
        player.take_in(&first["state"]);
        if player.state["status"] == "waiting" && color == Color::White {
            player.ask_until_answered("join", &json!({}));
        }
        player
    }

    /// Plays until the game is over.
    fn play(mut self) {
        while !self.arena.is_over() {
            if self.state["status"] == "over" {
                let mut game = self.table.game.lock().unwrap();
                if self.color == Color::Black && game.as_ref().is_some_and(|game| game.id == self.game) {
                    *game = None;
                }
                return;
            }
            if let Some(message) = self.socket.hear() {
                self.hear(&message);
            }
            let is_up_to_date = self.state["number"].as_u64() >= Some(self.known);
            if is_up_to_date && self.state["turn"] == self.color.to_string() && self.state["status"] == "running" {
                self.make_move();
            }
        }
    }

    fn make_move(&mut self) {
        thread::sleep(THOUGHT);
        let (choice, name) = (self.random() as usize, self.random());
        let legal = self.state["legal"].as_array().unwrap();
        let square = legal[choice % legal.len()]["square"].clone();
        let id = format!("c{:x}-{name:x}", self.known);
        let command = json!({"id": id, "seen": self.state["number"], "command": "play", "square": square});
        let answer = match self.color {
            Color::Black => self.ask_until_answered("command", &command),
            Color::White => self.say_until_answered(command.clone()),
        };
        let Some(ack) = answer else { return };
        self.known = self.known.max(ack["number"].as_u64().unwrap());
        self.arena.ledger.acknowledge(&self.game, self.color, &square, &ack);
        self.table.acknowledged.fetch_add(1, Ordering::SeqCst);
        if self.random().is_multiple_of(REPEATED)
            && let Some(again) = self.ask_until_answered("command", &command)
        {
            assert_eq!(again["number"], ack["number"], "what is sent again is answered again");
        }
    }

    /// Asks until something else is said than that nothing can be written; nothing if it is refused.
    fn ask_until_answered(&mut self, what: &str, body: &Value) -> Option<Value> {
        let path = format!("/api/game/{}/{what}", self.game);
        while !self.arena.is_over() {
            let answer = ask(self.arena.address, "POST", &path, Some(&self.secret), Some(body)).unwrap();
            match answer.status {
                200 => {
                    let answer = answer.json(200);
                    self.take_in(&answer["state"]);
                    return Some(answer);
                }
                409 => {
                    self.take_in(&answer.json(409)["state"]);
                    return None;
                }
                429 => thread::sleep(AGAIN),
                503 => self.refused(&unavailable(answer)),
                _ => panic!("{answer:?}"),
            }
        }
        None
    }

    /// The same, over the socket.
    fn say_until_answered(&mut self, mut command: Value) -> Option<Value> {
        command["type"] = "command".into();
        self.socket.say(&command);
        while !self.arena.is_over() {
            let Some(message) = self.socket.hear() else { continue };
            match (message["type"].as_str(), message["status"].as_u64()) {
                _ if message["id"] != command["id"] => self.hear(&message),
                (Some("ack"), _) => return Some(message),
                (Some("refused"), Some(409)) => {
                    self.take_in(&message["state"]);
                    return None;
                }
                (Some("refused"), Some(503)) => {
                    self.refused(&message);
                    self.socket.say(&command);
                }
                _ => panic!("{message}"),
            }
        }
        None
    }

    fn refused(&self, refusal: &Value) {
        assert_eq!(refusal["error"], "unavailable", "{refusal}");
        self.table.refused.fetch_add(1, Ordering::SeqCst);
        thread::sleep(AGAIN);
    }

    fn hear(&mut self, message: &Value) {
        if message["type"] == "state" {
            self.take_in(message);
        }
    }

    fn take_in(&mut self, state: &Value) {
        if state["number"].as_u64() >= self.state["number"].as_u64() {
            self.state = state.clone();
        }
    }

    fn random(&mut self) -> u64 {
        *self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        *self.random >> 33
    }
}

/// What a refusal says that asks to come back later.
pub(super) fn unavailable(answer: Answer) -> Value {
    assert!(answer.head.to_lowercase().contains("retry-after: "), "{}", answer.head);
    let problem = answer.json(503);
    assert_eq!(problem["error"], "unavailable", "{problem}");
    problem
}
