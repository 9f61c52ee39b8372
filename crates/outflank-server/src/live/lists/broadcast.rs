use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;

use super::{ListFeed, Source};
use crate::GameId;
use crate::live::message::Message;
use crate::live::shared::SharedState;
use crate::live::{Answer, errors, view};
use crate::store::{Seats, Summary};
use crate::wire::{ListMessage, ListedGame};

#[derive(Default)]
pub(super) struct BroadcastList {
    asked: watch::Sender<u64>,
    known: watch::Sender<LastRead>,
}

#[derive(Clone, Default)]
struct LastRead {
    asked: u64,
    list: Arc<ListVersion>,
}

#[derive(Default)]
struct ListVersion {
    version: u64,
    games: Vec<Entry>,
    changes: Vec<Message>,
    whole: OnceLock<Message>,
}

#[derive(Clone, Debug, PartialEq)]
pub(in crate::live) struct Entry {
    pub(super) summary: Summary,
    /// None where they are not shown.
    pub(super) watchers: Option<usize>,
}

impl BroadcastList {
    pub(super) fn ask(&self) -> u64 {
        let mut number = 0;
        self.asked.send_modify(|asked| {
            *asked += 1;
            number = *asked;
        });
        number
    }

    pub(super) fn requests(&self) -> watch::Receiver<u64> {
        self.asked.subscribe()
    }

    pub(super) fn is_listened_to(&self) -> bool {
        self.known.receiver_count() > 0
    }

    pub(super) fn games(&self) -> Vec<Entry> {
        self.known.borrow().list.games.clone()
    }

    pub(super) async fn listen(&self, shared: &SharedState) -> Answer<ListFeed> {
        let mut closing = shared.closing();
        let mut known = self.known.subscribe();
        let asked = self.ask();
        let seen = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return Err(errors::stopping()),
            answer = known.wait_for(|known| known.asked >= asked) => match answer {
                Ok(known) => known.list.clone(),
                Err(_) => return Err(errors::stopping()),
            },
        };
        let first = Some(seen.whole());
        Ok(ListFeed { first, source: Source::Broadcast(BroadcastFeed { closing, known, seen }) })
    }

    /// Games that left the list and are among `ended` are sent once more.
    pub(super) fn publish(&self, games: Vec<Entry>, ended: &[Entry], asked: u64) {
        self.known.send_if_modified(|known| {
            let has_changed = games != known.list.games;
            if has_changed {
                let (version, changes) = (known.list.version + 1, changes(&known.list.games, &games, ended));
                known.list = Arc::new(ListVersion { version, games, changes, whole: OnceLock::new() });
            }
            let is_awaited = std::mem::replace(&mut known.asked, asked) != asked;
            has_changed || is_awaited
        });
    }
}

impl ListVersion {
    fn whole(&self) -> Message {
        let games = || self.games.iter().map(Entry::listed).collect();
        self.whole.get_or_init(|| Message::list(&ListMessage::Games { games: games() })).clone()
    }

    /// A slow reader may have missed versions in between.
    fn since(&self, seen: &ListVersion) -> Vec<Message> {
        match self.version.wrapping_sub(seen.version) {
            0 => Vec::new(),
            1 => self.changes.clone(),
            _ => changes(&seen.games, &self.games, &[]),
        }
    }
}

impl Entry {
    pub(in crate::live) fn listed(&self) -> ListedGame {
        ListedGame { watchers: self.watchers, ..view::listed(self.summary.clone(), Seats::default()) }
    }

    fn message(&self) -> Message {
        Message::list(&ListMessage::Game { game: Box::new(self.listed()) })
    }
}

fn changes(before: &[Entry], after: &[Entry], ended: &[Entry]) -> Vec<Message> {
    let mut old: HashMap<GameId, &Entry> = before.iter().map(|entry| (entry.summary.id, entry)).collect();
    let changed = after.iter().rev().filter(|entry| old.remove(&entry.summary.id) != Some(entry));
    let mut messages: Vec<Message> = changed.map(Entry::message).collect();
    for gone in before.iter().map(|entry| entry.summary.id).filter(|id| old.contains_key(id)) {
        messages.extend(ended.iter().find(|entry| entry.summary.id == gone).map(Entry::message));
        messages.push(Message::gone(gone));
    }
    messages
}

pub(super) struct BroadcastFeed {
    closing: watch::Receiver<bool>,
    known: watch::Receiver<LastRead>,
    seen: Arc<ListVersion>,
}

impl BroadcastFeed {
    pub(super) async fn next(&mut self) -> Option<Vec<Message>> {
        loop {
            tokio::select! {
                biased;
                _ = self.closing.wait_for(|&closing| closing) => return None,
                changed = self.known.changed() => changed.ok()?,
            }
            let list = self.known.borrow_and_update().list.clone();
            let messages = list.since(&self.seen);
            self.seen = list;
            if !messages.is_empty() {
                return Some(messages);
            }
        }
    }
}
