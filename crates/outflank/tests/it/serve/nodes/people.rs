use std::thread;
use std::time::Duration;

use outflank_players::Random;
use outflank_rules::{Color, Square};
use serde_json::{Value, json};

use super::arena::{Arena, Played};
use super::client::{Client, Lines};

const MAX_THOUGHT_MS: u64 = 1_500;

const RETRY: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Player(Color),
    Watcher,
}

impl Role {
    pub(super) const ALL: [Role; 3] = [Role::Player(Color::Black), Role::Player(Color::White), Role::Watcher];

    fn place(self) -> usize {
        match self {
            Role::Player(Color::Black) => 0,
            Role::Player(Color::White) => 1,
            Role::Watcher => 2,
        }
    }
}

pub(super) fn address(game: usize, role: Role) -> String {
    format!("10.{}.{}.{}", role.place(), game / 250, game % 250 + 1)
}

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
        random: Random::new(((game as u64) << 2) + role.place() as u64),
    };
    person.take_part();
}

struct Person<'a> {
    arena: &'a Arena,
    game: &'a Played,
    role: Role,
    client: Client,
    node: usize,
    lines: Option<Lines>,
    listens: bool,
    number: u32,
    state: Value,
    random: Random,
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

    fn listen(&mut self) {
        if self.lines.is_none() {
            self.lines = self.client.listen(self.arena.addresses[self.node], &self.game.id, self.number).ok();
        }
        match self.lines.as_mut().map(Lines::next) {
            Some(Ok(Some(message))) if message["type"] == "state" => self.handle(message),
            Some(Ok(_)) => {}
            None | Some(Err(_)) => self.change_server(),
        }
    }

    fn handle(&mut self, message: Value) {
        if !self.listens {
            self.listens = true;
            self.arena.listens(self.game, self.role, Some(self.node));
        }
        for event in message["events"].as_array().unwrap() {
            self.number += 1;
            assert_eq!(event["number"], self.number, "{:?} of {}", self.role, self.game.id);
            self.arena.received(self.game, self.role, self.number);
        }
        self.update(message);
    }

    fn update(&mut self, state: Value) {
        if state["number"].as_u64() >= self.state["number"].as_u64() {
            self.state = state;
        }
    }

    fn change_server(&mut self) {
        self.lines = None;
        self.listens = false;
        self.arena.listens(self.game, self.role, None);
        self.node = (self.node + 1) % self.arena.addresses.len();
        thread::sleep(RETRY);
    }

    fn play(&mut self, color: Color) {
        thread::sleep(Duration::from_millis(self.random.next() % MAX_THOUGHT_MS));
        let legal = self.state["legal"].as_array().unwrap().clone();
        let square = legal[(self.random.next() as usize) % legal.len()]["square"].clone();
        let id = format!("c{:x}", self.random.next());
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
                // The game was paused in the meantime; decide again.
                Ok((409, refused)) => return self.update(refused["state"].clone()),
                Ok((503, _)) => thread::sleep(RETRY),
                Ok((status, response)) => panic!("{status} {response}"),
                Err(_) => self.change_server(),
            }
        }
    }
}
