//! The list of open games, read by one task for all streams. A game is offered until shortly after the last holder of a seat disconnects.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use super::ListFeed;
use super::broadcast::{BroadcastList, Entry};
use crate::GameId;
use crate::live::Answer;
use crate::live::shared::{Busy, SharedState};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Listing, Page, StoreError};

const MESSAGES: FailureMessages = FailureMessages {
    failing: "cannot read the list of open games",
    recovered: "can read the list of open games again",
};

const WRITING: FailureMessages = FailureMessages {
    failing: "cannot renew the offers of open games",
    recovered: "can renew the offers of open games again",
};

/// While there are streams, the list is read at least this often: other servers change it too.
const EVERY: Duration = Duration::from_secs(1);

/// The minimum time between two reads, so that a burst of changes is read once.
const PAUSE: Duration = Duration::from_millis(200);

/// A game stays in the list this long after its creator was last seen.
pub(in crate::live) const OFFERED_FOR: Duration = Duration::from_secs(30);

pub(super) const RENEWED_EVERY: Duration = Duration::from_secs(5);

const RENEWED_RECENTLY: Duration = Duration::from_secs(2);

const AT_ONCE: usize = 2_000;

const MOST: usize = 500;

#[derive(Default)]
pub(in crate::live) struct Lobby {
    list: BroadcastList,
    seen: Mutex<HashSet<GameId>>,
}

impl Lobby {
    pub(in crate::live) fn changed(&self) {
        self.list.ask();
    }

    pub(in crate::live) fn creator_seen(&self, game: GameId) {
        if self.seen().insert(game) {
            self.changed();
        }
    }

    pub(in crate::live) async fn listen(shared: &SharedState) -> Answer<ListFeed> {
        shared.lobby.list.listen(shared).await
    }

    fn seen(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read(&self, shared: &SharedState, asked: u64) -> Result<(), StoreError> {
        let games = shared.store.list(&Listing::Open, &Page { after: None, count: MOST }).await?;
        self.list.publish(games.into_iter().map(|summary| Entry { summary, watchers: None }).collect(), &[], asked);
        Ok(())
    }
}

#[derive(Default)]
struct Renewals(HashMap<GameId, Instant>);

impl Renewals {
    async fn renew(&mut self, shared: &SharedState, all: bool) -> Result<(), StoreError> {
        let now = Instant::now();
        self.0.retain(|_, renewed| now < *renewed + RENEWED_RECENTLY);
        let mut games = std::mem::take(&mut *shared.lobby.seen());
        if all {
            games.extend(shared.attended_offers());
        }
        games.retain(|game| !self.0.contains_key(game));
        let games: Vec<GameId> = games.into_iter().collect();
        for games in games.chunks(AT_ONCE) {
            shared.store.renew_offers(games, OFFERED_FOR).await?;
            self.0.extend(games.iter().map(|&game| (game, now)));
        }
        Ok(())
    }
}

pub(in crate::live) async fn run_lobby(shared: Arc<SharedState>, _busy: Busy) {
    let mut closing = shared.closing();
    let mut asked = shared.lobby.list.requests();
    let (throttle, writing) = (LogThrottle::new(MESSAGES), LogThrottle::new(WRITING));
    let work = async {
        let mut renewals = Renewals::default();
        let mut renew_at = Instant::now() + RENEWED_EVERY;
        loop {
            let listened_to = shared.lobby.list.is_listened_to();
            tokio::select! {
                biased;
                _ = asked.changed() => {}
                () = sleep(EVERY), if listened_to => {}
                () = sleep_until(renew_at) => {}
            }
            let renew_all = Instant::now() >= renew_at;
            if renew_all {
                renew_at = Instant::now() + RENEWED_EVERY;
            }
            writing.note(&renewals.renew(&shared, renew_all).await);
            let number = *asked.borrow_and_update();
            if shared.lobby.list.is_listened_to() {
                throttle.note(&shared.lobby.read(&shared, number).await);
            }
            sleep(PAUSE).await;
        }
    };
    tokio::select! {
        biased;
        _ = closing.wait_for(|&closing| closing) => {}
        () = work => {}
    }
}
