//! Notifies the streams of own games that a change concerns: one lookup per commit, which wakes only the streams of that game's players.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::{GameId, SecretHash};

const MAX_PER_SECRET: usize = 64;

/// A stream with more pending changes than this reads its whole list instead.
const MAX_PENDING: usize = 200;

#[derive(Default)]
pub(in crate::live) struct ChangeHub(Mutex<Listeners>);

#[derive(Default)]
struct Listeners {
    by_secret: HashMap<SecretHash, Vec<Arc<Inbox>>>,
    by_game: HashMap<GameId, Vec<Arc<Inbox>>>,
}

#[derive(Default)]
struct Inbox {
    pending: Mutex<Pending>,
    notify: Notify,
}

#[derive(Clone, Default)]
pub(super) struct Pending {
    pub(super) everything: bool,
    pub(super) games: HashSet<GameId>,
    pub(super) seated: HashSet<GameId>,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        !self.everything && self.games.is_empty()
    }

    pub(super) fn add(&mut self, other: Pending) {
        self.everything |= other.everything;
        self.games.extend(other.games);
        self.seated.extend(other.seated);
    }
}

impl ChangeHub {
    pub(in crate::live) fn game_changed(&self, game: GameId) {
        for inbox in self.listeners().by_game.get(&game).into_iter().flatten() {
            inbox.push(|pending| _ = pending.games.insert(game));
        }
    }

    pub(in crate::live) fn has_listeners(&self) -> bool {
        !self.listeners().by_secret.is_empty()
    }

    pub(in crate::live) fn seated(&self, secret: &SecretHash, game: GameId) {
        for inbox in self.listeners().by_secret.get(secret).into_iter().flatten() {
            inbox.push(|pending| {
                pending.games.insert(game);
                pending.seated.insert(game);
            });
        }
    }

    pub(in crate::live) fn anything_changed(&self) {
        for inbox in self.listeners().by_secret.values().flatten() {
            inbox.push(|pending| pending.everything = true);
        }
    }

    pub(super) fn listen(hub: &Arc<ChangeHub>, secret: SecretHash) -> Option<ChangeListener> {
        let inbox = Arc::<Inbox>::default();
        let mut listeners = hub.listeners();
        let own = listeners.by_secret.entry(secret).or_default();
        if own.len() >= MAX_PER_SECRET {
            return None;
        }
        own.push(inbox.clone());
        drop(listeners);
        Some(ChangeListener { hub: hub.clone(), inbox, secret, games: HashSet::new() })
    }

    fn listeners(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inbox {
    fn push(&self, note: impl FnOnce(&mut Pending)) {
        let mut pending = self.pending();
        note(&mut pending);
        if pending.games.len() > MAX_PENDING {
            *pending = Pending { everything: true, ..Pending::default() };
        }
        drop(pending);
        self.notify.notify_one();
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct ChangeListener {
    hub: Arc<ChangeHub>,
    inbox: Arc<Inbox>,
    secret: SecretHash,
    games: HashSet<GameId>,
}

impl ChangeListener {
    pub(super) fn watch(&mut self, game: GameId) -> bool {
        if !self.games.insert(game) {
            return true;
        }
        self.hub.listeners().by_game.entry(game).or_default().push(self.inbox.clone());
        false
    }

    pub(super) fn unwatch(&mut self, game: GameId) {
        if self.games.remove(&game) {
            remove(&mut self.hub.listeners().by_game, &game, &self.inbox);
        }
    }

    pub(super) async fn changed(&self) {
        self.inbox.notify.notified().await;
    }

    pub(super) fn take(&self) -> Pending {
        std::mem::take(&mut self.inbox.pending())
    }
}

impl Drop for ChangeListener {
    fn drop(&mut self) {
        let mut listeners = self.hub.listeners();
        remove(&mut listeners.by_secret, &self.secret, &self.inbox);
        for game in &self.games {
            remove(&mut listeners.by_game, game, &self.inbox);
        }
    }
}

fn remove<K: Eq + Hash>(listeners: &mut HashMap<K, Vec<Arc<Inbox>>>, key: &K, inbox: &Arc<Inbox>) {
    if let Some(inboxes) = listeners.get_mut(key) {
        inboxes.retain(|other| !Arc::ptr_eq(other, inbox));
        if inboxes.is_empty() {
            listeners.remove(key);
        }
    }
}
