//! The list of open games, read by one task for all streams. A game is offered until shortly after the last holder of a seat disconnects.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use super::{ListFeed, Source};
use crate::GameId;
use crate::live::Answer;
use crate::live::message::Message;
use crate::live::shared::{Busy, SharedState};
use crate::live::{errors, view};
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::{Listing, Page, Seats, StoreError, Summary};
use crate::wire::{ListMessage, ListedGame};

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
    /// The number of requests to read the list.
    asked: watch::Sender<u64>,
    known: watch::Sender<LastRead>,
    seen: Mutex<HashSet<GameId>>,
}

#[derive(Clone, Default)]
struct LastRead {
    asked: u64,
    list: Arc<OpenGames>,
}

#[derive(Default)]
struct OpenGames {
    version: u64,
    games: Vec<Summary>,
    changes: Vec<Message>,
    whole: OnceLock<Message>,
}

impl Lobby {
    /// Asks for the list to be read, and returns the number of the request. Nothing is read unless there is a stream.
    pub(in crate::live) fn changed(&self) -> u64 {
        let mut number = 0;
        self.asked.send_modify(|asked| {
            *asked += 1;
            number = *asked;
        });
        number
    }

    pub(in crate::live) fn creator_seen(&self, game: GameId) {
        if self.seen().insert(game) {
            self.changed();
        }
    }

    pub(in crate::live) async fn listen(shared: &SharedState) -> Answer<ListFeed> {
        let mut closing = shared.closing();
        let mut known = shared.lobby.known.subscribe();
        let asked = shared.lobby.changed();
        let seen = tokio::select! {
            biased;
            _ = closing.wait_for(|&closing| closing) => return Err(errors::stopping()),
            answer = known.wait_for(|known| known.asked >= asked) => match answer {
                Ok(known) => known.list.clone(),
                Err(_) => return Err(errors::stopping()),
            },
        };
        let first = Some(seen.whole());
        Ok(ListFeed { first, source: Source::Open(LobbyFeed { closing, known, seen }) })
    }

    fn seen(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read(&self, shared: &SharedState, asked: u64) -> Result<(), StoreError> {
        let games = shared.store.list(&Listing::Open, &Page { after: None, count: MOST }).await?;
        self.known.send_if_modified(|known| {
            let has_changed = games != known.list.games;
            if has_changed {
                let (version, changes) = (known.list.version + 1, changes(&known.list.games, &games));
                known.list = Arc::new(OpenGames { version, games, changes, whole: OnceLock::new() });
            }
            let is_awaited = std::mem::replace(&mut known.asked, asked) != asked;
            has_changed || is_awaited
        });
        Ok(())
    }
}

#[derive(Default)]
struct Renewals(HashMap<GameId, Instant>);

impl Renewals {
    /// Renews the offers whose creators were seen, and with `all` those whose creators are connected.
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
    let mut asked = shared.lobby.asked.subscribe();
    let (throttle, writing) = (LogThrottle::new(MESSAGES), LogThrottle::new(WRITING));
    let work = async {
        let mut renewals = Renewals::default();
        let mut renew_at = Instant::now() + RENEWED_EVERY;
        loop {
            let listened_to = shared.lobby.known.receiver_count() > 0;
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
            // A failed renewal is repeated in the next round.
            writing.note(&renewals.renew(&shared, renew_all).await);
            let number = *asked.borrow_and_update();
            if shared.lobby.known.receiver_count() > 0 {
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

impl OpenGames {
    fn whole(&self) -> Message {
        let games = || self.games.iter().map(listed).collect();
        self.whole.get_or_init(|| Message::list(&ListMessage::Games { games: games() })).clone()
    }

    /// A slow reader may have missed versions in between.
    fn since(&self, seen: &OpenGames) -> Vec<Message> {
        match self.version.wrapping_sub(seen.version) {
            0 => Vec::new(),
            1 => self.changes.clone(),
            _ => changes(&seen.games, &self.games),
        }
    }
}

fn changes(before: &[Summary], after: &[Summary]) -> Vec<Message> {
    let mut old: HashMap<GameId, &Summary> = before.iter().map(|summary| (summary.id, summary)).collect();
    let changed = after.iter().rev().filter(|summary| old.remove(&summary.id) != Some(summary));
    let mut messages: Vec<Message> =
        changed.map(|summary| Message::list(&ListMessage::Game { game: Box::new(listed(summary)) })).collect();
    messages
        .extend(before.iter().filter(|summary| old.contains_key(&summary.id)).map(|summary| Message::gone(summary.id)));
    messages
}

fn listed(summary: &Summary) -> ListedGame {
    view::listed(summary.clone(), Seats::default())
}

pub(super) struct LobbyFeed {
    closing: watch::Receiver<bool>,
    known: watch::Receiver<LastRead>,
    seen: Arc<OpenGames>,
}

impl LobbyFeed {
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
