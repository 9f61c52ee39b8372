//! Which streams of own games a change concerns.
//!
//! Every commit asks here, so that it costs one look into a table, and wakes only the streams of the players of that game.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::{GameId, SecretHash};

/// The most streams of one secret.
const MOST_FOR_A_SECRET: usize = 64;

/// A stream with more changes than this to look at reads its whole list instead.
const MOST_RUNG: usize = 200;

/// All streams of own games of this server.
#[derive(Default)]
pub(in crate::live) struct Bells(Mutex<Rope>);

#[derive(Default)]
struct Rope {
    by_secret: HashMap<SecretHash, Vec<Arc<Bell>>>,
    by_game: HashMap<GameId, Vec<Arc<Bell>>>,
}

/// Wakes a stream.
#[derive(Default)]
struct Bell {
    rung: Mutex<Rung>,
    notify: Notify,
}

/// What a stream has to look at.
#[derive(Clone, Default)]
pub(super) struct Rung {
    /// The whole list.
    pub(super) everything: bool,
    /// These games.
    pub(super) games: HashSet<GameId>,
    /// Those of them in which the secret may have a new seat.
    pub(super) seated: HashSet<GameId>,
}

impl Rung {
    pub(super) fn is_empty(&self) -> bool {
        !self.everything && self.games.is_empty()
    }

    pub(super) fn add(&mut self, other: Rung) {
        self.everything |= other.everything;
        self.games.extend(other.games);
        self.seated.extend(other.seated);
    }
}

impl Bells {
    /// A game has changed.
    pub(in crate::live) fn game_changed(&self, game: GameId) {
        for bell in self.rope().by_game.get(&game).into_iter().flatten() {
            bell.ring(|rung| _ = rung.games.insert(game));
        }
    }

    /// Whether there is any stream.
    pub(in crate::live) fn are_hung(&self) -> bool {
        !self.rope().by_secret.is_empty()
    }

    /// A secret may hold one more seat.
    pub(in crate::live) fn seated(&self, secret: &SecretHash, game: GameId) {
        for bell in self.rope().by_secret.get(secret).into_iter().flatten() {
            bell.ring(|rung| {
                rung.games.insert(game);
                rung.seated.insert(game);
            });
        }
    }

    /// Any game may have changed.
    pub(in crate::live) fn anything_changed(&self) {
        for bell in self.rope().by_secret.values().flatten() {
            bell.ring(|rung| rung.everything = true);
        }
    }

    /// Hangs up a bell for one more stream of a secret; none if it has too many.
    pub(super) fn hang(house_bells: &Arc<Bells>, secret: SecretHash) -> Option<HungBell> {
        let bell = Arc::<Bell>::default();
        let mut rope = house_bells.rope();
        let own = rope.by_secret.entry(secret).or_default();
        if own.len() >= MOST_FOR_A_SECRET {
            return None;
        }
        own.push(bell.clone());
        drop(rope);
        Some(HungBell { bells: house_bells.clone(), bell, secret, games: HashSet::new() })
    }

    /// Nothing panics while it holds the lock.
    fn rope(&self) -> MutexGuard<'_, Rope> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bell {
    fn ring(&self, note: impl FnOnce(&mut Rung)) {
        let mut rung = self.rung();
        note(&mut rung);
        // A stream that is not read does not collect changes without end.
        if rung.games.len() > MOST_RUNG {
            *rung = Rung { everything: true, ..Rung::default() };
        }
        drop(rung);
        self.notify.notify_one();
    }

    fn rung(&self) -> MutexGuard<'_, Rung> {
        self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bell of a stream. Dropping it takes it down.
pub(super) struct HungBell {
    bells: Arc<Bells>,
    bell: Arc<Bell>,
    secret: SecretHash,
    games: HashSet<GameId>,
}

impl HungBell {
    /// Rings for a game from now on. Returns whether it did already.
    pub(super) fn attach(&mut self, game: GameId) -> bool {
        if !self.games.insert(game) {
            return true;
        }
        self.bells.rope().by_game.entry(game).or_default().push(self.bell.clone());
        false
    }

    /// Does not ring for a game any more.
    pub(super) fn detach(&mut self, game: GameId) {
        if self.games.remove(&game) {
            take_down(&mut self.bells.rope().by_game, &game, &self.bell);
        }
    }

    /// Waits until it rings.
    pub(super) async fn rings(&self) {
        self.bell.notify.notified().await;
    }

    /// What it rang for since the last call.
    pub(super) fn take(&self) -> Rung {
        std::mem::take(&mut self.bell.rung())
    }
}

impl Drop for HungBell {
    fn drop(&mut self) {
        let mut rope = self.bells.rope();
        take_down(&mut rope.by_secret, &self.secret, &self.bell);
        for game in &self.games {
            take_down(&mut rope.by_game, game, &self.bell);
        }
    }
}

fn take_down<K: Eq + Hash>(hung: &mut HashMap<K, Vec<Arc<Bell>>>, key: &K, bell: &Arc<Bell>) {
    if let Some(bells) = hung.get_mut(key) {
        bells.retain(|other| !Arc::ptr_eq(other, bell));
        if bells.is_empty() {
            hung.remove(key);
        }
    }
}
