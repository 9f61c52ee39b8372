use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Mutex;

use outflank_rules::{Color, Game, Position, Rules, Square};
use serde_json::Value;

use crate::support::server::first_line;

/// All games are public.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    games: Mutex<Vec<String>>,
    acknowledged: Mutex<Vec<Acknowledged>>,
}

#[derive(Clone, Debug)]
struct Acknowledged {
    game: String,
    number: u64,
    by: Color,
    square: Square,
}

impl Ledger {
    pub(crate) fn open(&self, game: &str) {
        self.games.lock().unwrap().push(game.to_owned());
    }

    pub(crate) fn acknowledge(&self, game: &str, by: Color, square: &Value, response: &Value) {
        self.acknowledged.lock().unwrap().push(Acknowledged {
            game: game.to_owned(),
            number: response["number"].as_u64().unwrap(),
            by,
            square: square.as_str().and_then(|text| text.parse().ok()).unwrap(),
        });
    }

    pub(crate) fn as_of_now(&self) -> Ledger {
        let acknowledged = self.acknowledged.lock().unwrap().clone();
        Ledger { games: Mutex::new(self.games()), acknowledged: Mutex::new(acknowledged) }
    }

    pub(crate) fn count(&self) -> usize {
        self.acknowledged.lock().unwrap().len()
    }

    pub(crate) fn games(&self) -> Vec<String> {
        self.games.lock().unwrap().clone()
    }

    pub(crate) fn check(&self, address: SocketAddr) {
        let acknowledged = self.acknowledged.lock().unwrap();
        let mut kept = 0;
        for game in self.games() {
            let moves: Vec<_> = acknowledged.iter().filter(|move_| move_.game == *game).collect();
            check_game(&events(address, &game), moves.iter().map(|move_| (move_.number, move_.by, move_.square)));
            kept += moves.len();
        }
        assert_eq!(kept, acknowledged.len());
    }
}

/// Returns how many other moves are stored.
pub(crate) fn check_game(events: &[Value], acknowledged: impl Iterator<Item = (u64, Color, Square)>) -> usize {
    let mut replayed = Game::new(Position::initial(Rules::Standard));
    let mut stored = HashMap::new();
    for (number, event) in (1..).zip(events) {
        assert_eq!(event["number"], number, "a gap in {events:?}");
        if event["event"] == "played" {
            let by = replayed.position().turn();
            assert_eq!(event["by"], by.to_string());
            let square: Square = event["square"].as_str().and_then(|text| text.parse().ok()).unwrap();
            replayed.play(square).unwrap();
            // A move's number is that of its last event, which may be a pass or the end.
            let with_it = |event: &&Value| event["event"] == "passed" || event["event"] == "ended";
            let last = number + events[number..].iter().take_while(with_it).count();
            stored.insert(last as u64, (by, square));
        }
    }
    for (number, by, square) in acknowledged {
        assert_eq!(stored.remove(&number), Some((by, square)), "move {number} is stored once");
    }
    stored.len()
}

pub(crate) fn events(address: SocketAddr, game: &str) -> Vec<Value> {
    let state = first_line(address, &format!("/api/game/{game}/stream?after=0"));
    state["events"].as_array().unwrap().clone()
}
