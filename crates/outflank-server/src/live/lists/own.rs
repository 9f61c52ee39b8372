//! The games of one secret that wait or run.
//!
//! The whole list is read once. After that only the games that change are read, and now and then the list itself where other servers
//! may have changed it. As long as it is streamed, the open games in it are offered.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::bells::{Bells, HungBell, Rung};
use super::lobby::RENEWED_EVERY;
use super::{ListFeed, Source};
use crate::live::message::Message;
use crate::live::room::at;
use crate::live::shared::SharedState;
use crate::live::{errors, view};
use crate::store::{Listing, Page, Seats, Status, StoreError, Summary};
use crate::wire::{ListMessage, ListedGame, Problem};
use crate::{GameId, SecretHash};

/// The most games in the stream; the latest ones if there are more.
const MOST: usize = 100;

/// How many games that ended are watched for a rematch.
const MOST_ENDED: usize = 16;

/// The least time between two reads, so that a burst of changes is read once.
const PAUSE: Duration = Duration::from_millis(100);

/// After a failure of the store it is asked again after this time.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// With several servers, the list is read this often: hints can be lost, and do not say who takes a seat by a link.
const REREAD_EVERY: Duration = Duration::from_secs(15);

/// The changes of the list of one's own games.
pub(in crate::live) struct OwnFeed {
    shared: Arc<SharedState>,
    closing: watch::Receiver<bool>,
    secret: SecretHash,
    bell: HungBell,
    games: HashMap<GameId, Entry>,
    /// The last games that ended: another one may follow from them.
    ended: VecDeque<GameId>,
    /// What is still to be looked at.
    pending: Rung,
    /// Not before this time.
    quiet_until: Instant,
    /// When the whole list is read again.
    reread_at: Option<Instant>,
    /// When the open games are offered anew.
    renew_at: Instant,
}

/// A game in the list.
#[derive(PartialEq)]
struct Entry {
    summary: Summary,
    seats: Seats,
}

impl OwnFeed {
    /// The list as it is now, and then its changes.
    pub(in crate::live) async fn listen(shared: &Arc<SharedState>, secret: SecretHash) -> Result<ListFeed, Problem> {
        let bell = Bells::hang(&shared.bells, secret).ok_or_else(errors::busy)?;
        let now = Instant::now();
        let mut feed = OwnFeed {
            shared: shared.clone(),
            closing: shared.closing(),
            secret,
            bell,
            games: HashMap::new(),
            ended: VecDeque::new(),
            pending: Rung { everything: true, ..Rung::default() },
            quiet_until: now + PAUSE,
            reread_at: shared.is_store_shared.then_some(now + REREAD_EVERY),
            renew_at: now + RENEWED_EVERY,
        };
        let found = feed.read().await.map_err(|error| errors::by_store(&error))?;
        feed.take_in(found);
        feed.offer();
        let mut games: Vec<&Entry> = feed.games.values().collect();
        games.sort_unstable_by_key(|entry| std::cmp::Reverse((entry.summary.updated, entry.summary.id)));
        let games = games.into_iter().map(Entry::listed).collect();
        let first = Some(Message::list(&ListMessage::Games { games }));
        Ok(ListFeed { first, source: Source::Own(Box::new(feed)) })
    }

    /// What changed since the last call; none when the server stops.
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
                    let messages = self.take_in(found);
                    if !messages.is_empty() {
                        return Some(messages);
                    }
                }
                Err(error) => {
                    drop(errors::by_store(&error));
                    self.quiet_until = Instant::now() + RETRY_AFTER;
                }
            }
        }
    }

    /// Waits until there is something to look at.
    async fn wait(&mut self) {
        while self.pending.is_empty() {
            tokio::select! {
                biased;
                () = self.bell.rings() => self.pending.add(self.bell.take()),
                () = at(self.reread_at) => {
                    self.pending.everything = true;
                    self.reread_at = Some(Instant::now() + REREAD_EVERY);
                }
                () = sleep_until(self.renew_at) => self.offer(),
            }
        }
        sleep_until(self.quiet_until).await;
        self.pending.add(self.bell.take());
    }

    /// Says that the creator of the open games is there.
    fn offer(&mut self) {
        self.renew_at = Instant::now() + RENEWED_EVERY;
        for entry in self.games.values().filter(|entry| entry.summary.is_open()) {
            self.shared.lobby.creator_seen(entry.summary.id);
        }
    }

    /// Reads what is pending. Changes nothing but the bell, so that it can be given up and done again.
    async fn read(&mut self) -> Result<Vec<Entry>, StoreError> {
        let mut games: Vec<GameId> = self.pending.games.iter().copied().collect();
        games.extend(self.ended.iter().filter(|game| self.pending.games.contains(game)).map(|game| game.rematch()));
        let mut found = HashMap::new();
        if self.pending.everything {
            for summary in self.list().await? {
                found.insert(summary.id, summary);
            }
            games.extend(self.games.keys().filter(|game| !found.contains_key(game)));
        }
        for game in games {
            // Before it is read: what happens after that rings.
            self.bell.attach(game);
            if let Some(summary) = self.shared.store.summary(game).await? {
                found.insert(game, summary);
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
        Ok(entries)
    }

    /// The whole list, read after the bell was attached to each of its games.
    async fn list(&mut self) -> Result<Vec<Summary>, StoreError> {
        loop {
            let page = Page { after: None, count: MOST };
            let list = self.shared.store.list(&Listing::PlayedBy(self.secret), &page).await?;
            let unattached = list.iter().filter(|summary| !self.bell.attach(summary.id)).count();
            if unattached == 0 {
                return Ok(list);
            }
        }
    }

    /// Takes in what was read, and tells what changed by it.
    fn take_in(&mut self, mut found: Vec<Entry>) -> Vec<Message> {
        self.pending = Rung::default();
        found.sort_unstable_by_key(|entry| (entry.summary.updated, entry.summary.id));
        let mut messages = Vec::new();
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
                    self.bell.detach(game);
                }
                _ if self.ended.contains(&game) => {}
                _ => self.bell.detach(game),
            }
        }
        while self.games.len() > MOST {
            let oldest = self.games.values().min_by_key(|entry| (entry.summary.updated, entry.summary.id));
            let Some(game) = oldest.map(|entry| entry.summary.id) else { break };
            self.games.remove(&game);
            self.bell.detach(game);
            messages.push(Message::gone(game));
        }
        messages
    }

    fn watch_for_rematch(&mut self, game: GameId) {
        self.ended.push_back(game);
        if self.ended.len() > MOST_ENDED
            && let Some(oldest) = self.ended.pop_front()
        {
            for game in [oldest, oldest.rematch()] {
                if !self.games.contains_key(&game) {
                    self.bell.detach(game);
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
