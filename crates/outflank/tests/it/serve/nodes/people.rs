//! Those who play and watch.

use std::thread;
use std::time::Duration;

use outflank_rules::{Color, Square};
use serde_json::{Value, json};

use super::arena::{Arena, Played};
use super::client::{Client, Lines};

/// How long somebody thinks at most.
const THOUGHT: u64 = 1_500;

/// After how long without an answer it is asked again.
const AGAIN: Duration = Duration::from_millis(50);

/// What somebody does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Player(Color),
    Watcher,
}

impl Role {
    pub(super) const ALL: [Role; 3] = [Role::Player(Color::Black), Role::Player(Color::White), Role::Watcher];

    /// Black, White and the watcher of a game begin at different servers.
    fn place(self) -> usize {
        match self {
            Role::Player(Color::Black) => 0,
            Role::Player(Color::White) => 1,
            Role::Watcher => 2,
        }
    }
}

/// Where somebody comes from.
pub(super) fn address(game: usize, role: Role) -> String {
    format!("10.{}.{}.{}", role.place(), game / 250, game % 250 + 1)
}

/// Plays or watches a game until all is over.
pub(super) fn take_part(arena: &Arena, game: usize, role: Role) {
    let played = &arena.games[game];
    let secret = match role {
        Role::Player(color) => Some(played.secrets[color].clone()),
        Role::Watcher => None,
    };
    let person = Person {
        arena,
        game: played,
        role,
        client: Client { from: address(game, role), secret },
        node: (game + role.place()) % arena.addresses.len(),
        lines: None,
        listens: false,
        number: 0,
        state: Value::Null,
        random: 0x9e37_79b9_7f4a_7c15 ^ ((game as u64) << 2) ^ role.place() as u64,
    };
    person.take_part();
}

struct Person<'a> {
    arena: &'a Arena,
    game: &'a Played,
    role: Role,
    client: Client,
    /// The server that is asked.
    node: usize,
    lines: Option<Lines>,
    /// Whether something was told since the connection was made.
    listens: bool,
    /// The last event that was told.
    number: u32,
    /// Where the game stands.
    state: Value,
    random: u64,
}

impl Person<'_> {
    fn take_part(mut self) {
        while !self.arena.is_over() {
            self.listen();
            if let Role::Player(color) = self.role
                && self.state["status"] == "running"
                && self.state["turn"] == color.to_string()
            {
                self.play(color);
            }
        }
    }

    /// Takes in what is told next, if something is told soon.
    fn listen(&mut self) {
        if self.lines.is_none() {
            self.lines = self.client.listen(self.arena.addresses[self.node], &self.game.id, self.number).ok();
        }
        match self.lines.as_mut().map(Lines::next) {
            Some(Ok(Some(told))) if told["type"] == "state" => self.take_in(told),
            Some(Ok(_)) => {}
            None | Some(Err(_)) => self.go_on_to_the_next(),
        }
    }

    /// Nothing may be missing, and nothing told twice.
    fn take_in(&mut self, told: Value) {
        if !self.listens {
            self.listens = true;
            self.arena.listens(self.game, self.role, Some(self.node));
        }
        for event in told["events"].as_array().unwrap() {
            self.number += 1;
            assert_eq!(event["number"], self.number, "{:?} of {}", self.role, self.game.id);
            self.arena.tell(self.game, self.role, self.number);
        }
        self.update(told);
    }

    fn update(&mut self, state: Value) {
        if state["number"].as_u64() >= self.state["number"].as_u64() {
            self.state = state;
        }
    }

    fn go_on_to_the_next(&mut self) {
        self.lines = None;
        self.listens = false;
        self.arena.listens(self.game, self.role, None);
        self.node = (self.node + 1) % self.arena.addresses.len();
        thread::sleep(AGAIN);
    }

    /// Thinks, and plays a legal move. It is sent under the same id until there is an answer.
    fn play(&mut self, color: Color) {
        thread::sleep(Duration::from_millis(self.random() % THOUGHT));
        let legal = self.state["legal"].as_array().unwrap().clone();
        let square = legal[(self.random() as usize) % legal.len()]["square"].clone();
        let id = format!("c{:x}", self.random());
        let command = json!({"id": id, "seen": self.state["number"], "command": "play", "square": square});
        let path = format!("/api/game/{}/command", self.game.id);
        loop {
            let at = self.arena.addresses[self.node];
            match self.client.ask(at, "POST", &path, Some(&command)) {
                Ok((200, ack)) => {
                    let number = u32::try_from(ack["number"].as_u64().unwrap()).unwrap();
                    let square: Square = square.as_str().and_then(|text| text.parse().ok()).unwrap();
                    self.arena.acknowledge(self.node, self.game, number, color, square);
                    return self.update(ack["state"].clone());
                }
                // The clocks were stopped in the meantime: it is decided anew.
                Ok((409, refused)) => return self.update(refused["state"].clone()),
                Ok((503, _)) => thread::sleep(AGAIN),
                Ok((status, answer)) => panic!("{status} {answer}"),
                Err(_) => self.go_on_to_the_next(),
            }
        }
    }

    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.random >> 33
    }
}
