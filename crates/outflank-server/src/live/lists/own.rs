//! The waiting and running games of one secret. The whole list is read once, then only games that change. With several servers it is reread
//! now and then. While it is streamed, its open games are offered.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::changes::{ChangeHub, ChangeListener, Pending};
use super::lobby::RENEWED_EVERY;
use super::{ListFeed, Source};
use crate::live::Answer;
use crate::live::message::Message;
use crate::live::room::at;
use crate::live::shared::SharedState;
use crate::live::{errors, view};
use crate::store::{Listing, Page, Seats, Status, StoreError, Summary};
use crate::wire::{ListMessage, ListedGame};
use crate::{GameId, SecretHash};

const MOST: usize = 100;

const MAX_ENDED: usize = 16;

/// The minimum time between two reads, so that a burst of changes is read once.
const PAUSE: Duration = Duration::from_millis(100);

const RETRY_AFTER: Duration = Duration::from_secs(1);

/// With several servers, the list is reread this often: announcements can be lost, and don't mention seats taken by a link.
const REREAD_EVERY: Duration = Duration::from_secs(15);

pub(in crate::live) struct OwnFeed {
    shared: Arc<SharedState>,
    closing: watch::Receiver<bool>,
    secret: SecretHash,
    listener: ChangeListener,
    games: HashMap<GameId, Entry>,
    ended: VecDeque<GameId>,
    pending: Pending,
    quiet_until: Instant,
    reread_at: Option<Instant>,
    renew_at: Instant,
}

struct Found {
    entries: Vec<Entry>,
    removed: Vec<GameId>,
}

#[derive(PartialEq)]
struct Entry {
    summary: Summary,
    seats: Seats,
}

impl OwnFeed {
    pub(in crate::live) async fn listen(shared: &Arc<SharedState>, secret: SecretHash) -> Answer<ListFeed> {
        let listener = ChangeHub::listen(&shared.changes, secret).ok_or_else(errors::busy)?;
        let now = Instant::now();
        let mut feed = OwnFeed {
            shared: shared.clone(),
            closing: shared.closing(),
            secret,
            listener,
            games: HashMap::new(),
            ended: VecDeque::new(),
            pending: Pending { everything: true, ..Pending::default() },
            quiet_until: now + PAUSE,
            reread_at: shared.is_store_shared.then_some(now + REREAD_EVERY),
            renew_at: now + RENEWED_EVERY,
        };
        let found = feed.read().await?;
        feed.apply(found);
        feed.offer();
        let mut games: Vec<&Entry> = feed.games.values().collect();
        games.sort_unstable_by_key(|entry| std::cmp::Reverse((entry.summary.updated, entry.summary.id)));
        let games = games.into_iter().map(Entry::listed).collect();
        let first = Some(Message::list(&ListMessage::Games { games }));
        Ok(ListFeed { first, source: Source::Own(Box::new(feed)) })
    }

    pub(super) async fn next(&mut self) -> Option<Vec<Message>> {
        loop {
            let mut closing = self.closing.clone();
            tokio::select! {
                biased;
                _ = closing.wait_for(|&closing| closing) => return None,
                () = self.wait() => {}
            }
            match self.read().await {
                Ok(found) => {
                    self.quiet_until = Instant::now() + PAUSE;
                    let messages = self.apply(found);
                    if !messages.is_empty() {
                        return Some(messages);
                    }
                }
                Err(error) => {
                    drop(errors::store(&error));
                    self.quiet_until = Instant::now() + RETRY_AFTER;
                }
            }
        }
    }

    async fn wait(&mut self) {
        while self.pending.is_empty() {
            tokio::select! {
                biased;
                () = self.listener.changed() => self.pending.add(self.listener.take()),
                () = at(self.reread_at) => {
                    self.pending.everything = true;
                    self.reread_at = Some(Instant::now() + REREAD_EVERY);
                }
                () = sleep_until(self.renew_at) => self.offer(),
            }
        }
        sleep_until(self.quiet_until).await;
        self.pending.add(self.listener.take());
    }

    fn offer(&mut self) {
        self.renew_at = Instant::now() + RENEWED_EVERY;
        for entry in self.games.values().filter(|entry| entry.summary.is_open()) {
            self.shared.lobby.creator_seen(entry.summary.id);
        }
    }

    /// Reads what is pending. Changes nothing but the listener, so it can be cancelled and repeated.
    async fn read(&mut self) -> Result<Found, StoreError> {
        let mut games: Vec<GameId> = self.pending.games.iter().copied().collect();
        games.extend(self.ended.iter().filter(|game| self.pending.games.contains(game)).map(|game| game.rematch()));
        let (mut found, mut removed) = (HashMap::new(), Vec::new());
        if self.pending.everything {
            for summary in self.list().await? {
                found.insert(summary.id, summary);
            }
            games.extend(self.games.keys().filter(|game| !found.contains_key(game)));
        }
        for game in games {
            // Before reading, so that later changes are noticed.
            self.listener.watch(game);
            match self.shared.store.summary(game).await? {
                Some(summary) => drop(found.insert(game, summary)),
                None => removed.push(game),
            }
        }
        let mut entries = Vec::with_capacity(found.len());
        for (game, summary) in found {
            let seats = match self.games.get(&game) {
                Some(known) if !self.pending.seated.contains(&game) => known.seats,
                _ => self.shared.store.seats(game, &self.secret).await?,
            };
            entries.push(Entry { summary, seats });
        }
        Ok(Found { entries, removed })
    }

    async fn list(&mut self) -> Result<Vec<Summary>, StoreError> {
        loop {
            let page = Page { after: None, count: MOST };
            let list = self.shared.store.list(&Listing::PlayedBy(self.secret), &page).await?;
            let unattached = list.iter().filter(|summary| !self.listener.watch(summary.id)).count();
            if unattached == 0 {
                return Ok(list);
            }
        }
    }

    fn apply(&mut self, found: Found) -> Vec<Message> {
        self.pending = Pending::default();
        let Found { entries: mut found, removed } = found;
        found.sort_unstable_by_key(|entry| (entry.summary.updated, entry.summary.id));
        let mut messages = Vec::new();
        for game in removed {
            if self.games.remove(&game).is_some() {
                self.listener.unwatch(game);
                messages.push(Message::gone(game));
            }
        }
        for entry in found {
            let game = entry.summary.id;
            let is_known = self.games.contains_key(&game);
            match entry.summary.status {
                Status::Waiting | Status::Running | Status::Paused if entry.seats.colors().next().is_some() => {
                    if self.games.get(&game) != Some(&entry) {
                        messages.push(entry.message());
                        self.games.insert(game, entry);
                    }
                }
                Status::Over if is_known => {
                    messages.extend([entry.message(), Message::gone(game)]);
                    self.games.remove(&game);
                    self.watch_for_rematch(game);
                }
                Status::Cancelled if is_known => {
                    messages.push(Message::gone(game));
                    self.games.remove(&game);
                    self.listener.unwatch(game);
                }
                _ if self.ended.contains(&game) => {}
                _ => self.listener.unwatch(game),
            }
        }
        while self.games.len() > MOST {
            let oldest = self.games.values().min_by_key(|entry| (entry.summary.updated, entry.summary.id));
            let Some(game) = oldest.map(|entry| entry.summary.id) else { break };
            self.games.remove(&game);
            self.listener.unwatch(game);
            messages.push(Message::gone(game));
        }
        messages
    }

    fn watch_for_rematch(&mut self, game: GameId) {
        self.ended.push_back(game);
        if self.ended.len() > MAX_ENDED
            && let Some(oldest) = self.ended.pop_front()
        {
            for game in [oldest, oldest.rematch()] {
                if !self.games.contains_key(&game) {
                    self.listener.unwatch(game);
                }
            }
        }
    }
}

impl Entry {
    fn listed(&self) -> ListedGame {
        view::listed(self.summary.clone(), self.seats)
    }

    fn message(&self) -> Message {
        Message::list(&ListMessage::Game { game: Box::new(self.listed()) })
    }
}
