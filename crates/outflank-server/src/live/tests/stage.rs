//! Servers, clients and games for tests.

use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Event, Table};
use serde_json::{Value, json};

use super::faulty_store::FaultyStore;
use super::scripted::Scripted;
use crate::live::{Hall, MessageKind, Subscription};
use crate::store::{GameEvent, MemoryStore, Number, Store};
use crate::wire::{Ack, Created, ErrorKind, FullGame, JoinRequest, Problem, State};
use crate::{Clock, GameId, Secret, SecretHash, ServerId};

pub(super) struct Stage {
    pub(super) disk: Arc<MemoryStore>,
    pub(super) store: Arc<FaultyStore>,
    pub(super) clock: Clock,
    pub(super) engine: Arc<Scripted>,
    pub(super) hall: Hall,
}

pub(super) struct Pair {
    pub(super) id: GameId,
    pub(super) black: SecretHash,
    pub(super) white: SecretHash,
}

impl Stage {
    /// A server whose engine moves at once.
    pub(super) async fn new() -> Stage {
        Stage::with_engine(Scripted::answering(10_000)).await
    }

    pub(super) async fn with_engine(engine: Scripted) -> Stage {
        Stage::on(Arc::new(MemoryStore::new()), Clock::start(), Arc::new(engine)).await
    }

    pub(super) async fn with_wrong_clock(&self, minutes: i64) -> Stage {
        Stage::on(self.disk.clone(), Clock::wrong_by(minutes), self.engine.clone()).await
    }

    pub(super) async fn another(&self) -> Stage {
        Stage::on(self.disk.clone(), self.clock.clone(), self.engine.clone()).await
    }

    async fn on(disk: Arc<MemoryStore>, clock: Clock, engine: Arc<Scripted>) -> Stage {
        let store = Arc::new(FaultyStore::new(disk.clone()));
        let hall = Hall::open_with(store.clone(), clock.clone(), engine.clone(), ServerId::random()).await.unwrap();
        Stage { disk, store, clock, engine, hall }
    }

    pub(super) async fn create(&self, proposal: Value, by: SecretHash) -> Created {
        self.hall.create(serde_json::from_value(proposal).unwrap(), Some(by)).await.unwrap()
    }

    /// A game between two seated players. The rest of the proposal has defaults.
    pub(super) async fn pair(&self, mut proposal: Value) -> Pair {
        proposal["black"] = json!("me");
        proposal["white"] = json!("friend");
        let (black, white) = (client(), client());
        let created = self.create(proposal, black).await;
        let token: Secret = created.tokens.white.unwrap().parse().unwrap();
        self.hall.take_seat(created.id, &token, white).await.unwrap();
        self.join(created.id, white).await;
        Pair { id: created.id, black, white }
    }

    pub(super) async fn join(&self, game: GameId, secret: SecretHash) -> FullGame {
        self.hall.join(game, secret, JoinRequest::default()).await.unwrap()
    }

    pub(super) async fn listen(&self, game: GameId, secret: SecretHash) -> Subscription {
        self.hall.subscribe(game, Some(secret), None).await.unwrap()
    }

    pub(super) async fn watch(&self, game: GameId) -> Subscription {
        self.hall.subscribe(game, None, None).await.unwrap()
    }

    pub(super) async fn command(&self, game: GameId, who: SecretHash, command: Value) -> Result<Ack, Problem> {
        self.hall.command(game, Some(who), serde_json::from_value(command).unwrap()).await
    }

    /// Sends a command with a new id, based on the latest event.
    pub(super) async fn order(&self, game: GameId, who: SecretHash, mut command: Value) -> Result<Ack, Problem> {
        command["seen"] = json!(self.state(game, who).await.number);
        command["id"] = json!(GameId::random().as_str());
        self.command(game, who, command).await
    }

    pub(super) async fn state(&self, game: GameId, who: SecretHash) -> State {
        self.hall.full(game, Some(who)).await.unwrap().state
    }

    /// Replays the stored events, which must have no gaps.
    pub(super) async fn replayed(&self, game: GameId) -> Table {
        let log = self.disk.events(game, 0).await.unwrap();
        for (logged, number) in log.iter().zip(1..) {
            assert_eq!(logged.number, number, "event numbers have a gap");
        }
        let at_table: Vec<Event> = log.iter().filter_map(|logged| table_event(&logged.event)).collect();
        Table::replay(&at_table).unwrap()
    }

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

pub(super) fn client() -> SecretHash {
    Secret::random().hash()
}

pub(super) fn play(id: &str, seen: Number, square: Square) -> Value {
    json!({"id": id, "seen": seen, "command": "play", "square": square})
}

pub(super) fn error_kind<T>(answer: Result<T, Problem>) -> ErrorKind {
    match answer {
        Ok(_) => panic!("expected an error"),
        Err(problem) => problem.error,
    }
}

pub(super) fn table_event(event: &GameEvent) -> Option<Event> {
    match event {
        GameEvent::Table(event) => Some(*event),
        _ => None,
    }
}

pub(super) fn events(state: &State) -> Vec<String> {
    let sent = serde_json::to_value(&state.events).unwrap();
    sent.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
}

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
