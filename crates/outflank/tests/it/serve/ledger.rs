//! Acknowledged moves, to compare with stored ones.

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
        // Moves first, so that the games include theirs.
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
            let events = events(address, &game);
            let numbers: Vec<u64> = events.iter().filter_map(|event| event["number"].as_u64()).collect();
            assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>(), "numbers of {game} without a gap");
            let mut replayed = Game::new(Position::initial(Rules::Standard));
            for event in events.iter().filter(|event| event["event"] == "played") {
                assert_eq!(event["by"], replayed.position().turn().to_string());
                let square: Square = event["square"].as_str().and_then(|text| text.parse().ok()).unwrap();
                replayed.play(square).unwrap();
            }
            let mut seen = Vec::new();
            for move_ in acknowledged.iter().filter(|move_| move_.game == *game) {
                // A move's number is that of its last event, which may be a pass or the end.
                let last = usize::try_from(move_.number).unwrap();
                let played = events[..last].iter().rposition(|event| event["event"] == "played");
                let played = played.unwrap_or_else(|| panic!("{move_:?} is lost"));
                assert_eq!(events[played]["square"], move_.square.to_string(), "{move_:?}");
                assert_eq!(events[played]["by"], move_.by.to_string(), "{move_:?}");
                assert!(!seen.contains(&played), "{move_:?} is stored twice");
                seen.push(played);
            }
            kept += seen.len();
        }
        assert_eq!(kept, acknowledged.len());
    }
}

pub(crate) fn events(address: SocketAddr, game: &str) -> Vec<Value> {
    let state = first_line(address, &format!("/api/game/{game}/stream?after=0"));
    state["events"].as_array().unwrap().clone()
}
