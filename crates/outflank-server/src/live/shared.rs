use std::cmp::Reverse;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use outflank_players::Random;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::Answer;
use super::engine_games::EngineGameLimits;
use super::engine_seat::Chooser;
use super::errors;
use super::lists::{ChangeHub, Lobby, RunningGames};
use super::outage::StoreMonitor;
use super::progress::Progress;
use super::retention::RemovalRules;
use super::room::{self, MAILBOX, Request};
use super::seat_cache::SeatCache;
use crate::store::{self, Player, Seats, Store};
use crate::{Clock, GameId, SecretHash, ServerId};

const MAX_ROOMS: usize = 100_000;

const WAKES: usize = 2;

pub(super) struct SharedState {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Clock,
    pub(super) chooser: Arc<dyn Chooser>,
    pub(super) engine_games: EngineGameLimits,
    pub(super) node: ServerId,
    pub(super) is_store_shared: bool,
    pub(super) monitor: StoreMonitor,
    /// Every subscription holds a clone, so its count is the number of subscriptions.
    pub(super) subscriptions: Arc<()>,
    pub(super) lobby: Lobby,
    pub(super) running: RunningGames,
    pub(super) changes: Arc<ChangeHub>,
    /// Unset if games are kept forever.
    pub(super) removal: OnceLock<RemovalRules>,
    rooms: Mutex<Rooms>,
    closing: watch::Sender<bool>,
    /// Closes when the last [`Busy`] is dropped.
    ended: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
}

struct Rooms {
    open: HashMap<GameId, RoomHandle>,
    /// None once the hall closes.
    busy: Option<Busy>,
}

#[derive(Clone)]
pub(super) struct RoomHandle {
    pub(super) mailbox: mpsc::Sender<Request>,
    seat_cache: Arc<SeatCache>,
    progress: Arc<Progress>,
}

impl RoomHandle {
    fn watchers(&self) -> usize {
        self.progress.get().map_or(0, |status| status.watchers)
    }

    pub(super) fn cached_seats(&self, secret: &SecretHash) -> Option<Seats> {
        self.seat_cache.seats(secret)
    }

    /// Until a game begins, an invitation can be revoked on any server.
    pub(super) fn cache_seats(&self, secret: SecretHash, seats: Seats) {
        if self.progress.get().is_some_and(|status| status.has_begun) {
            self.seat_cache.add(secret, seats);
        }
    }
}

/// Closing the hall waits until all are dropped.
#[derive(Clone)]
pub(super) struct Busy(#[expect(dead_code, reason = "it is there to be dropped")] mpsc::Sender<Infallible>);

impl SharedState {
    pub(super) fn new(
        store: Arc<dyn Store>,
        is_store_shared: bool,
        clock: Clock,
        chooser: Arc<dyn Chooser>,
        engine_games: EngineGameLimits,
        node: ServerId,
    ) -> SharedState {
        let (busy, ended) = mpsc::channel(1);
        SharedState {
            store,
            clock,
            chooser,
            engine_games,
            node,
            is_store_shared,
            monitor: StoreMonitor::default(),
            subscriptions: Arc::new(()),
            lobby: Lobby::default(),
            running: RunningGames::default(),
            changes: Arc::default(),
            removal: OnceLock::new(),
            rooms: Mutex::new(Rooms { open: HashMap::new(), busy: Some(Busy(busy)) }),
            closing: watch::Sender::new(false),
            ended: tokio::sync::Mutex::new(ended),
        }
    }

    pub(super) fn rooms_open(&self) -> usize {
        self.rooms().open.len()
    }

    pub(super) fn random(&self) -> Random {
        // Colours and openings must be unpredictable.
        Random::new(getrandom::u64().expect("the system has random numbers"))
    }

    pub(super) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    pub(super) fn accept(&self) -> Answer<Busy> {
        self.rooms().busy.clone().ok_or_else(errors::stopping)
    }

    pub(super) fn wake(self: &Arc<SharedState>, game: GameId) {
        for _ in 0..WAKES {
            let Ok(room) = self.room(game) else { return };
            match room.mailbox.try_send(Request::Wake) {
                // A room with a full mailbox is awake.
                Ok(()) | Err(TrySendError::Full(_)) => return,
                Err(TrySendError::Closed(_)) => self.remove_room(game, &room),
            }
        }
    }

    /// Lets open rooms correct their clocks. They have no news of the game.
    pub(super) fn wake_open(&self) {
        for (&game, room) in &self.rooms().open {
            drop(room.mailbox.try_send(Request::Follow(store::GameVersion { game, last: 0, said: 0 })));
        }
    }

    pub(super) fn notify_room(&self, version: store::GameVersion) {
        if let Some(room) = self.rooms().open.get(&version.game)
            && room.progress.get().is_none_or(|status| status.is_behind(version))
        {
            // If the mailbox is full, the next check of the store finds the change.
            drop(room.mailbox.try_send(Request::Follow(version)));
        }
    }

    /// A game was changed or removed without its room: the room and the lists read it again.
    pub(super) fn game_changed_elsewhere(&self, game: GameId) {
        self.notify_room(store::GameVersion::latest(game));
        self.changes.game_changed(game);
        self.lobby.changed();
    }

    pub(super) fn versions(&self) -> Vec<store::GameVersion> {
        let rooms = self.rooms();
        rooms.open.iter().filter_map(|(&game, room)| Some(room.progress.get()?.known(game))).collect()
    }

    pub(super) fn sought(&self, now: Instant) -> Vec<Player> {
        let mut sought = Vec::new();
        for (&game, room) in &self.rooms().open {
            let colors = room.progress.get().into_iter().flat_map(|status| status.sought(now));
            sought.extend(colors.map(|color| Player { game, color }));
        }
        sought
    }

    pub(super) fn attended_offers(&self) -> Vec<GameId> {
        let rooms = self.rooms();
        let attended = |room: &RoomHandle| room.progress.get().is_some_and(|status| status.is_attended_offer());
        rooms.open.iter().filter(|(_, room)| attended(room)).map(|(&game, _)| game).collect()
    }

    pub(super) fn most_watched(&self, count: usize) -> Vec<(GameId, usize)> {
        let rooms = self.rooms();
        let watched =
            rooms.open.iter().map(|(&game, room)| (game, room.watchers())).filter(|&(_, watchers)| watchers > 0);
        let mut watched: Vec<_> = watched.collect();
        drop(rooms);
        watched.sort_unstable_by_key(|&(game, watchers)| Reverse((watchers, game)));
        watched.truncate(count);
        watched
    }

    pub(super) fn watchers(&self, game: GameId) -> usize {
        self.rooms().open.get(&game).map_or(0, RoomHandle::watchers)
    }

    pub(super) fn room_closed(&self, game: GameId) {
        self.rooms().open.remove(&game);
    }

    pub(super) fn room(self: &Arc<SharedState>, game: GameId) -> Answer<RoomHandle> {
        let mut rooms = self.rooms();
        let busy = rooms.busy.clone().ok_or_else(errors::stopping)?;
        if let Some(room) = rooms.open.get(&game) {
            return Ok(room.clone());
        }
        if rooms.open.len() >= MAX_ROOMS {
            return Err(errors::busy());
        }
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        let room = RoomHandle { mailbox, seat_cache: Arc::default(), progress: Arc::default() };
        rooms.open.insert(game, room.clone());
        tokio::spawn(room::run(self.clone(), game, requests, room.progress.clone(), busy));
        Ok(room)
    }

    pub(super) fn cache_seats(&self, game: GameId, secret: SecretHash, seats: Seats) {
        if let Some(room) = self.rooms().open.get(&game) {
            room.cache_seats(secret, seats);
        }
    }

    pub(super) fn remove_room(&self, game: GameId, room: &RoomHandle) {
        let mut rooms = self.rooms();
        if rooms.open.get(&game).is_some_and(|open| open.mailbox.same_channel(&room.mailbox)) {
            rooms.open.remove(&game);
        }
    }

    pub(super) async fn close(&self) {
        drop(self.rooms().busy.take());
        self.closing.send_replace(true);
        let None = self.ended.lock().await.recv().await;
        if let Err(error) = self.store.note_alive(self.clock.now()).await {
            tracing::error!(%error, "cannot write the last heartbeat");
        }
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
