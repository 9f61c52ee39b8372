//! What clients were told and answered, to be held against the store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard};

use outflank_rules::Color;
use serde_json::Value;

use crate::GameId;
use crate::store::Number;

/// What clients were told and answered.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger(Arc<Mutex<Pages>>);

#[derive(Debug, Default)]
pub(super) struct Pages {
    /// Every event that anybody was told.
    pub(super) told: HashMap<(GameId, Number), Value>,
    /// Every command that was acknowledged.
    pub(super) acknowledged: HashMap<Given, Acknowledged>,
    /// Every command that was refused for good.
    pub(super) refused: Vec<Given>,
    /// Every line of chat that was sent, and whether it was acknowledged.
    pub(super) said: HashMap<(GameId, String), bool>,
}

/// A command that somebody gave.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Given {
    pub(super) game: GameId,
    pub(super) by: Color,
    pub(super) id: String,
}

/// What a command was acknowledged with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Acknowledged {
    pub(super) order: Value,
    /// The last event that followed.
    pub(super) number: Number,
}

impl Ledger {
    pub(super) fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().expect("who holds it does not panic")
    }

    /// Somebody was told this event. Nobody else may be told another one under its number.
    pub(super) fn told(&self, game: GameId, event: &Value) {
        let number = event["number"].as_u64().and_then(|number| number.try_into().ok()).expect("an event has a number");
        let before = match self.pages().told.entry((game, number)) {
            Entry::Occupied(before) => before.get().clone(),
            Entry::Vacant(new) => new.insert(event.clone()).clone(),
        };
        assert_eq!(&before, event, "an event is told as it was told before");
    }

    /// Somebody's command was acknowledged. An id means one thing, however often it is sent.
    pub(super) fn acknowledged(&self, given: Given, ack: Acknowledged) {
        let before = self.pages().acknowledged.entry(given).or_insert_with(|| ack.clone()).clone();
        assert_eq!(before, ack, "a command is acknowledged as it was before");
    }
}
