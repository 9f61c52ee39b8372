use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use outflank_rules::{Color, Square};
use outflank_table::{Command, Event, Seat, Table};
use serde_json::{Value, json};

use super::faulty_store::FaultyStore;
use super::scripted::Scripted;
use crate::live::journal::Journal;
use crate::live::{Hall, Message, MessageKind, Subscription};
use crate::store::{GameEvent, LoggedLine, MemoryStore, Number, Store};
use crate::wire::{Ack, Created, ErrorKind, FullGame, JoinRequest, Problem, State};
use crate::{ChatLine, Clock, GameId, Limits, Owner, Secret, SecretHash, ServerId};

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
    pub(super) async fn new() -> Stage {
        Stage::with_engine(Scripted::answering(10_000)).await
    }

    pub(super) async fn with_engine(engine: Scripted) -> Stage {
        Stage::on(Arc::new(MemoryStore::new()), Clock::start(), Arc::new(engine)).await
    }

    pub(super) async fn with_pair(proposal: Value) -> (Stage, Pair) {
        let stage = Stage::new().await;
        let pair = stage.pair(proposal).await;
        (stage, pair)
    }

    /// White's seat is for anyone. The secret is that of Black, who created the game.
    pub(super) async fn with_open_game() -> (Stage, GameId, SecretHash) {
        let (stage, creator) = (Stage::new().await, client());
        let game = stage.create(json!({"white": "anyone"}), creator).await.id;
        (stage, game, creator)
    }

    pub(super) async fn with_wrong_clock(&self, minutes: i64) -> Stage {
        Stage::on(self.disk.clone(), Clock::wrong_by(minutes), self.engine.clone()).await
    }

    pub(super) async fn with_store_clock() -> (Stage, Clock) {
        let clock = Clock::start();
        let disk = Arc::new(MemoryStore::new().going_by(clock.clone()));
        (Stage::on(disk, Clock::start(), Arc::new(Scripted::answering(10_000))).await, clock)
    }

    pub(super) async fn another_with_own_clock(&self) -> Stage {
        Stage::on(self.disk.clone(), Clock::start(), self.engine.clone()).await
    }

    pub(super) async fn another(&self) -> Stage {
        Stage::on(self.disk.clone(), self.clock.clone(), self.engine.clone()).await
    }

    async fn on(disk: Arc<MemoryStore>, clock: Clock, engine: Arc<Scripted>) -> Stage {
        let store = Arc::new(FaultyStore::new(disk.clone()));
        let (limits, node) = (Limits::default(), ServerId::random());
        let hall = Hall::open_with(store.clone(), clock.clone(), engine.clone(), &limits, node).await.unwrap();
        Stage { disk, store, clock, engine, hall }
    }

    pub(super) async fn create(&self, proposal: Value, by: SecretHash) -> Created {
        self.create_from(None, proposal, by).await.unwrap()
    }

    pub(super) async fn create_from(
        &self,
        owner: Option<Owner>,
        proposal: Value,
        by: SecretHash,
    ) -> Result<Created, Problem> {
        self.hall.create(serde_json::from_value(proposal).unwrap(), Some(by), owner).await
    }

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

    pub(super) async fn listen_both(&self, pair: &Pair) -> [Subscription; 2] {
        [self.listen(pair.id, pair.black).await, self.listen(pair.id, pair.white).await]
    }

    pub(super) async fn watch(&self, game: GameId) -> Subscription {
        self.hall.subscribe(game, None, None).await.unwrap()
    }

    pub(super) async fn command(&self, game: GameId, who: SecretHash, command: Value) -> Result<Ack, Problem> {
        self.hall.command(game, Some(who), serde_json::from_value(command).unwrap()).await
    }

    pub(super) async fn order(&self, game: GameId, who: SecretHash, words: &str) -> Result<Ack, Problem> {
        let seen = self.state(game, who).await.number;
        self.command(game, who, order(GameId::random().as_str(), seen, words)).await
    }

    pub(super) async fn say(&self, game: GameId, who: SecretHash, text: &str) -> Result<LoggedLine, Problem> {
        self.hall.say(game, Some(who), line(text)).await
    }

    pub(super) async fn state(&self, game: GameId, who: SecretHash) -> State {
        self.hall.full(game, Some(who)).await.unwrap().state
    }

    pub(super) async fn table_events(&self, game: GameId) -> Vec<Event> {
        let log = self.disk.events(game, 0).await.unwrap();
        assert!(log.iter().map(|logged| logged.number).eq(1..=log.len() as Number), "event numbers have a gap");
        log.iter().filter_map(|logged| logged.event.at_table().copied()).collect()
    }

    pub(super) async fn replayed(&self, game: GameId) -> Table {
        Table::replay(&self.table_events(game).await).unwrap()
    }

    pub(super) async fn write(&self, game: GameId, by: Color, command: Command) {
        let journal = Journal::load(&*self.disk, game).await.unwrap().unwrap();
        let now = self.clock.now();
        let events = journal.table().unwrap().decide(Seat::Player(by), command, now).unwrap();
        let batch = journal.batch(events.into_iter().map(GameEvent::Table).collect(), None, now);
        self.disk.append(game, journal.last(), batch).await.unwrap();
    }

    pub(super) async fn play_first(&self, pair: &Pair, state: &State) -> State {
        let command = play(GameId::random().as_str(), state.number, state.legal[0].square);
        self.command(pair.id, pair.holder(state.turn), command).await.unwrap().state
    }

    pub(super) async fn play_out(&self, pair: &Pair) -> State {
        let mut state = self.state(pair.id, pair.black).await;
        while !state.legal.is_empty() {
            state = self.play_first(pair, &state).await;
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

pub(super) fn line(text: &str) -> ChatLine {
    ChatLine::try_from(text.to_owned()).unwrap()
}

pub(super) fn order(id: &str, seen: Number, words: &str) -> Value {
    match words.split_once(' ') {
        Some((command, square)) => json!({"id": id, "seen": seen, "command": command, "square": square}),
        None => json!({"id": id, "seen": seen, "command": words}),
    }
}

pub(super) fn play(id: &str, seen: Number, square: Square) -> Value {
    order(id, seen, &format!("play {square}"))
}

pub(super) fn error_kind<T>(answer: Result<T, Problem>) -> ErrorKind {
    answer.err().expect("it is refused").error
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

pub(super) fn received(subscription: &mut Subscription) -> Vec<Message> {
    std::iter::from_fn(|| subscription.messages.recv().now_or_never().flatten()).collect()
}

pub(super) fn chat_lines(messages: &[Message]) -> Vec<Number> {
    let number = |message: &Message| if let MessageKind::Chat(number) = message.kind { Some(number) } else { None };
    messages.iter().filter_map(number).collect()
}

pub(super) async fn seconds(count: u64) {
    tokio::time::sleep(Duration::from_secs(count)).await;
}
