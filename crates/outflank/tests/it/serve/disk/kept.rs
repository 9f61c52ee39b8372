use std::fs;
use std::net::SocketAddr;
use std::path::Path;

use outflank_server::GameId;
use outflank_server::store::{GameEvent, SqliteStore, Store};
use outflank_table::Event;

use crate::serve::ledger::events;

const FILES: [&str; 2] = ["server.db", "server.db-wal"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    events: usize,
    played: Vec<String>,
}

impl Kept {
    pub(super) fn is_part_of(&self, other: &Kept) -> bool {
        self.events <= other.events && other.played.starts_with(&self.played)
    }
}

pub(super) fn reported(address: SocketAddr, games: &[String]) -> Vec<Kept> {
    let reported = games.iter().map(|game| {
        let events = events(address, game);
        let played = events.iter().filter(|event| event["event"] == "played");
        let played = played.map(|event| event["square"].as_str().unwrap().to_owned()).collect();
        Kept { events: events.len(), played }
    });
    reported.collect()
}

pub(super) fn copy(from: &Path, to: &Path) {
    for file in FILES {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
}

pub(super) fn kept(folder: &Path, games: &[String]) -> Vec<Kept> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(&folder.join(FILES[0])).await.unwrap();
        let mut kept = Vec::new();
        for game in games {
            let game: GameId = game.parse().unwrap();
            let log = store.events(game, 0).await.unwrap();
            let played = log.iter().filter_map(|logged| match logged.event {
                GameEvent::Table(Event::Played { square, .. }) => Some(square.to_string()),
                _ => None,
            });
            kept.push(Kept { events: log.len(), played: played.collect() });
        }
        store.close().await;
        kept
    })
}
