use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use outflank_rules::Color;
use serde_json::Value;

use crate::GameId;
use crate::store::Number;

#[derive(Clone, Debug, Default)]
pub(super) struct Ledger(Arc<Mutex<Pages>>);

#[derive(Debug, Default)]
pub(super) struct Pages {
    pub(super) received: HashMap<(GameId, Number), Value>,
    pub(super) acknowledged: HashMap<Given, Acknowledged>,
    pub(super) refused: Vec<Given>,
    pub(super) said: HashMap<(GameId, String), bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Given {
    pub(super) game: GameId,
    pub(super) by: Color,
    pub(super) id: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Acknowledged {
    pub(super) order: Value,
    pub(super) number: Number,
}

impl Ledger {
    pub(super) fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().expect("not poisoned")
    }

    pub(super) fn received(&self, game: GameId, event: &Value) {
        let number = event["number"].as_u64().and_then(|number| number.try_into().ok()).expect("an event has a number");
        let before = self.pages().received.entry((game, number)).or_insert_with(|| event.clone()).clone();
        assert_eq!(&before, event, "an event is always the same");
    }

    pub(super) fn acknowledged(&self, given: Given, ack: Acknowledged) {
        let before = self.pages().acknowledged.entry(given).or_insert_with(|| ack.clone()).clone();
        assert_eq!(before, ack, "an acknowledgement is always the same");
    }
}
