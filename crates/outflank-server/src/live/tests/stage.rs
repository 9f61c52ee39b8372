//! Servers, people and games for tests.

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Event, Table};
use serde_json::{Value, json};

use super::faulty_store::FaultyStore;
use super::scripted::Scripted;
use crate::live::{Hall, MessageKind, Subscription};
use crate::store::{GameEvent, MemoryStore, Number, Store};
use crate::wire::{Ack, Created, ErrorKind, JoinRequest, Problem, State};
use crate::{Clock, GameId, Secret, SecretHash, ServerId};

/// A server, and what it stands on.
pub(super) struct Stage {
    pub(super) disk: Arc<MemoryStore>,
    pub(super) store: Arc<FaultyStore>,
    pub(super) clock: Clock,
    pub(super) engine: Arc<Scripted>,
    pub(super) hall: Hall,
}

/// A game between two people who have sat down.
pub(super) struct Pair {
    pub(super) id: GameId,
    pub(super) black: SecretHash,
    pub(super) white: SecretHash,
}

impl Stage {
    /// A server without games, whose engine answers at once.
    pub(super) async fn set() -> Stage {
        Stage::with_engine(Scripted::answering(10_000)).await
    }

    pub(super) async fn with_engine(engine: Scripted) -> Stage {
        Stage::on(Arc::new(MemoryStore::new()), Clock::start(), Arc::new(engine)).await
    }

    /// One more server on the same store, whose own clock is wrong.
    pub(super) async fn with_wrong_clock(&self, minutes: i64) -> Stage {
        Stage::on(self.disk.clone(), Clock::wrong_by(minutes), self.engine.clone()).await
    }

    /// One more server on the same store.
    pub(super) async fn another(&self) -> Stage {
        Stage::on(self.disk.clone(), self.clock.clone(), self.engine.clone()).await
    }

    async fn on(disk: Arc<MemoryStore>, clock: Clock, engine: Arc<Scripted>) -> Stage {
        let store = Arc::new(FaultyStore::new(disk.clone()));
        let hall = Hall::open_with(store.clone(), clock.clone(), engine.clone(), ServerId::random()).await.unwrap();
        Stage { disk, store, clock, engine, hall }
    }

    /// Makes a game.
    pub(super) async fn create(&self, proposal: Value, by: SecretHash) -> Created {
        self.hall.create(serde_json::from_value(proposal).unwrap(), Some(by)).await.unwrap()
    }

    /// A game between two people who have sat down. What is left out of the proposal is as usual.
    pub(super) async fn pair(&self, mut proposal: Value) -> Pair {
        proposal["black"] = json!("me");
        proposal["white"] = json!("friend");
        let (black, white) = (somebody(), somebody());
        let created = self.create(proposal, black).await;
        let token: Secret = created.tokens.white.unwrap().parse().unwrap();
        self.hall.take_seat(created.id, &token, white).await.unwrap();
        self.hall.join(created.id, white, JoinRequest::default()).await.unwrap();
        Pair { id: created.id, black, white }
    }

    /// Gives a command.
    pub(super) async fn command(&self, game: GameId, who: SecretHash, command: Value) -> Result<Ack, Problem> {
        self.hall.command(game, Some(who), serde_json::from_value(command).unwrap()).await
    }

    /// Gives a command under an id of its own, having seen everything.
    pub(super) async fn order(&self, game: GameId, who: SecretHash, mut command: Value) -> Result<Ack, Problem> {
        command["seen"] = json!(self.state(game, who).await.number);
        command["id"] = json!(GameId::random().as_str());
        self.command(game, who, command).await
    }

    pub(super) async fn state(&self, game: GameId, who: SecretHash) -> State {
        self.hall.full(game, Some(who)).await.unwrap().state
    }

    /// What happened at the table, as it is in the store. It must be what a table did.
    pub(super) async fn replayed(&self, game: GameId) -> Table {
        let log = self.disk.events(game, 0).await.unwrap();
        for (logged, number) in log.iter().zip(1..) {
            assert_eq!(logged.number, number, "there is a gap");
        }
        let at_table: Vec<Event> = log.iter().filter_map(|logged| table_event(&logged.event)).collect();
        Table::replay(&at_table).unwrap()
    }

    /// Who is to move plays the first legal move, until nothing can be played.
    pub(super) async fn play_out(&self, pair: &Pair) -> State {
        let mut state = self.state(pair.id, pair.black).await;
        for count in 0.. {
            let Some(legal) = state.legal.first() else { break };
            let play =
                json!({"id": format!("m{count}"), "seen": state.number, "command": "play", "square": legal.square});
            state = self.command(pair.id, pair.holder(state.turn), play).await.unwrap().state;
        }
        state
    }
}

impl Pair {
    pub(super) fn holder(&self, color: Color) -> SecretHash {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// Somebody who has a secret of their own.
pub(super) fn somebody() -> SecretHash {
    Secret::random().hash()
}

/// Playing a square.
pub(super) fn play(id: &str, seen: Number, square: Square) -> Value {
    json!({"id": id, "seen": seen, "command": "play", "square": square})
}

/// Why something was refused.
pub(super) fn trouble<T>(answer: Result<T, Problem>) -> ErrorKind {
    match answer {
        Ok(_) => panic!("it was not refused"),
        Err(problem) => problem.error,
    }
}

/// What happened at the table, if it was there.
pub(super) fn table_event(event: &GameEvent) -> Option<Event> {
    match event {
        GameEvent::Table(event) => Some(*event),
        _ => None,
    }
}

/// The names of the events of a state.
pub(super) fn events(state: &State) -> Vec<String> {
    let told = serde_json::to_value(&state.events).unwrap();
    told.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
}

/// The next state that somebody is told.
pub(super) async fn next_state(subscription: &mut Subscription) -> Value {
    loop {
        let message = subscription.messages.recv().await.expect("the subscription goes on");
        if let MessageKind::State(_) = message.kind {
            return serde_json::from_str(&message.text).unwrap();
        }
    }
}

pub(super) async fn seconds(count: u64) {
    tokio::time::sleep(Duration::from_secs(count)).await;
}
