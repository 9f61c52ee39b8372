use std::sync::Arc;

use tokio::sync::oneshot;

use super::Answer;
use super::engine_games::EngineGameLimits;
use super::engine_seat::Chooser;
use super::lists::{ListFeed, Lobby, OFFERED_FOR, OwnFeed, RunningGames, most_watched, run_lobby, run_running};
use super::message::Subscription;
use super::new_game::{Seating, new_game};
use super::retention::{self, RemovalRules};
use super::room::{Reply, Request, Visitor};
use super::shared::{RoomHandle, SharedState};
use super::tokens::Tokens;
use super::{PlayedGame, create, errors, follower, host, keeper, outage, tokens, view};
use crate::config::{Limits, Retention};
use crate::engine::EnginePool;
use crate::store::{
    Creation, Cursor, Listing, LoggedLine, Number, Page, Plan, Seat, Seated, Seats, Status, Store, StoreError,
};
use crate::wire::{
    Ack, CommandRequest, Created, ErrorKind, FullGame, GameList, Invitation, JoinRequest, ListedGame, Problem, Proposal,
};
use crate::{ChatLine, Clock, GameId, Owner, Secret, SecretHash, ServerId};

/// Attempts to reach a room that is just closing.
const TRIES: usize = 8;

#[derive(Clone)]
pub(crate) struct Hall {
    pub(super) shared: Arc<SharedState>,
}

impl Hall {
    /// Opens the hall. If no other server uses the store, running games continue, and the downtime is not charged to any player.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        clock: Clock,
        engine: EnginePool,
        limits: &Limits,
        node: ServerId,
    ) -> Result<Hall, StoreError> {
        Hall::open_with(store, clock, Arc::new(engine), limits, node).await
    }

    pub(super) async fn open_with(
        store: Arc<dyn Store>,
        clock: Clock,
        chooser: Arc<dyn Chooser>,
        limits: &Limits,
        node: ServerId,
    ) -> Result<Hall, StoreError> {
        let changes = store.changes();
        let engine_games = EngineGameLimits::of(limits);
        let shared = Arc::new(SharedState::new(store, changes.are_possible(), clock, chooser, engine_games, node));
        outage::heartbeat(&shared).await?;
        if let Ok(busy) = shared.accept() {
            tokio::spawn(outage::run(shared.clone(), busy.clone()));
            tokio::spawn(keeper::keep(shared.clone(), busy.clone()));
            tokio::spawn(run_lobby(shared.clone(), busy.clone()));
            tokio::spawn(run_running(shared.clone(), busy.clone()));
            if shared.is_store_shared {
                tokio::spawn(follower::follow(shared.clone(), changes, busy));
            }
        }
        Ok(Hall { shared })
    }

    pub(crate) async fn retain(&self, retention: Retention) -> Result<(), StoreError> {
        let rules = RemovalRules::new(retention, self.shared.store.retained_since().await?);
        if self.shared.removal.set(rules).is_ok()
            && let Ok(busy) = self.shared.accept()
        {
            tokio::spawn(retention::run(self.shared.clone(), rules, busy));
        }
        Ok(())
    }

    pub(crate) async fn create(
        &self,
        proposal: Proposal,
        by: Option<SecretHash>,
        owner: Option<Owner>,
    ) -> Answer<Created> {
        let _busy = self.shared.accept()?;
        let now = self.shared.clock.now();
        let plan = create::plan(&proposal, now, &mut self.shared.random())?;
        if plan.engines() > 0 {
            self.shared.engine_games.check(&*self.shared.store, owner.unwrap_or_default()).await?;
        }
        let seating = Seating::at_creation(&plan, proposal.name.as_ref(), by.as_ref());
        let tokens = Tokens::new(&plan);
        let holders = tokens.holders(&plan, by);
        for _ in 0..TRIES {
            let game = new_game(GameId::random(), plan.clone(), owner, &seating, holders.clone(), now);
            let (id, is_due) = (game.id, game.first.due.is_some_and(|due| due <= now));
            let is_open = game.first.summary.is_open();
            if self.shared.store.create(game).await? == Creation::Created {
                if is_due {
                    self.shared.wake(id);
                }
                if let Some(secret) = by {
                    self.shared.changes.seated(&secret, id);
                }
                if is_open {
                    // If this fails, the game is offered as soon as its creator is seen.
                    drop(self.shared.store.renew_offers(&[id], OFFERED_FOR).await.map_err(Problem::from));
                    self.shared.lobby.changed();
                }
                return Ok(tokens.created(id, &plan));
            }
        }
        Err(Problem::new(ErrorKind::Internal, "cannot find a free game id"))
    }

    pub(crate) async fn take_seat(&self, game: GameId, token: &Secret, secret: SecretHash) -> Answer<Seats> {
        let _busy = self.shared.accept()?;
        let store = &self.shared.store;
        store.plan(game).await?.ok_or_else(errors::no_such_game)?;
        let given = store.seats(game, &token.hash()).await?;
        if !given.any() {
            return self.take_over(game, token, secret).await;
        }
        let watch = given.watch.then_some(Seat::Watch);
        for seat in given.colors().map(Seat::Player).chain(watch) {
            if store.give_seat(game, seat, &secret).await? == Seated::Full {
                return Err(Problem::new(ErrorKind::SeatTaken, "this link was used in too many browsers"));
            }
        }
        self.seated(game, secret).await
    }

    pub(super) async fn seated(&self, game: GameId, secret: SecretHash) -> Answer<Seats> {
        let seats = self.shared.store.seats(game, &secret).await?;
        self.shared.cache_seats(game, secret, seats);
        self.shared.changes.seated(&secret, game);
        Ok(seats)
    }

    pub(crate) async fn invite(&self, game: GameId, secret: Option<SecretHash>, seat: Seat) -> Answer<Invitation> {
        let token = self.ask(game, secret, |visitor, reply| Request::Invite { visitor, seat, reply }).await?;
        Ok(tokens::invitation(game, &token))
    }

    pub(crate) async fn join(&self, game: GameId, secret: SecretHash, request: JoinRequest) -> Answer<FullGame> {
        self.ask(game, Some(secret), |visitor, reply| Request::Join { visitor, request: request.clone(), reply }).await
    }

    pub(crate) async fn full(&self, game: GameId, secret: Option<SecretHash>) -> Answer<FullGame> {
        self.ask(game, secret, |visitor, reply| Request::Full { visitor, reply }).await
    }

    pub(crate) async fn command(
        &self,
        game: GameId,
        secret: Option<SecretHash>,
        request: CommandRequest,
    ) -> Answer<Ack> {
        let put = |visitor, reply| Request::Command { visitor, request: request.clone(), reply };
        match self.ask(game, secret, put).await {
            Err(Problem { error: ErrorKind::NotYours | ErrorKind::NotYourTurn, .. })
                if self.has_more_seats(game, secret).await? =>
            {
                self.ask(game, secret, put).await
            }
            answer => answer,
        }
    }

    pub(crate) async fn subscribe(
        &self,
        game: GameId,
        secret: Option<SecretHash>,
        after: Option<Number>,
    ) -> Answer<Subscription> {
        self.ask(game, secret, |visitor, reply| Request::Subscribe { visitor, after, reply }).await
    }

    pub(crate) async fn say(&self, game: GameId, secret: Option<SecretHash>, text: ChatLine) -> Answer<LoggedLine> {
        self.ask(game, secret, |visitor, reply| Request::Say { visitor, text: text.clone(), reply }).await
    }

    pub(crate) async fn chat(
        &self,
        game: GameId,
        secret: Option<SecretHash>,
        after: Number,
    ) -> Answer<Vec<LoggedLine>> {
        let (_, seats) = self.visit(game, secret).await?;
        seats.colors().next().ok_or_else(errors::watching)?;
        Ok(self.shared.store.chat(game, after).await?)
    }

    pub(crate) async fn list(&self, listing: Listing, page: Page) -> Answer<GameList> {
        let store = &self.shared.store;
        let summaries = store.list(&listing, &page).await?;
        let is_full = !summaries.is_empty() && summaries.len() >= page.count;
        let last = summaries.last().filter(|_| is_full);
        let before = last.map(|summary| Cursor { updated: summary.updated, game: summary.id }.to_string());
        let mut games = Vec::with_capacity(summaries.len());
        for summary in summaries {
            if matches!(listing, Listing::HeldBy(_)) && summary.is_open() {
                self.shared.lobby.creator_seen(summary.id);
            }
            let seats = match listing {
                Listing::HeldBy(secret) | Listing::PlayedBy(secret) => store.seats(summary.id, &secret).await?,
                Listing::Open | Listing::Running | Listing::Finished => Seats::default(),
            };
            let watchers = matches!(listing, Listing::Running).then(|| self.shared.watchers(summary.id));
            games.push(ListedGame { watchers, ..view::listed(summary, seats) });
        }
        Ok(GameList { games, before })
    }

    pub(crate) async fn list_most_watched(&self, count: usize) -> Answer<GameList> {
        let games = most_watched(&self.shared, count).await?;
        Ok(GameList { games: games.iter().map(|entry| entry.listed()).collect(), before: None })
    }

    pub(crate) async fn stream_running(&self) -> Answer<ListFeed> {
        RunningGames::listen(&self.shared).await
    }

    pub(crate) async fn stream_open(&self) -> Answer<ListFeed> {
        Lobby::listen(&self.shared).await
    }

    pub(crate) async fn stream_own(&self, secret: SecretHash) -> Answer<ListFeed> {
        self.shared.accept()?;
        OwnFeed::listen(&self.shared, secret).await
    }

    pub(crate) async fn played(&self, game: GameId, secret: Option<SecretHash>) -> Answer<PlayedGame> {
        let (plan, _) = self.visit(game, secret).await?;
        let log = self.shared.store.events(game, 0).await?;
        Ok(PlayedGame::new(game, plan, &log))
    }

    /// Latest change first, with the place where the next page begins.
    pub(crate) async fn played_by(&self, secret: SecretHash, page: Page) -> Answer<(Vec<PlayedGame>, Option<Cursor>)> {
        let store = &self.shared.store;
        let summaries = store.list(&Listing::HeldBy(secret), &page).await?;
        let next = summaries.get(page.count - 1).map(|last| Cursor { updated: last.updated, game: last.id });
        let mut games = Vec::new();
        for summary in summaries.iter().filter(|summary| summary.status != Status::Waiting) {
            // A game may have been removed since.
            if let Some(plan) = store.plan(summary.id).await? {
                games.push(PlayedGame::new(summary.id, plan, &store.events(summary.id, 0).await?));
            }
        }
        Ok((games, next))
    }

    pub(crate) async fn end(&self, game: GameId) -> Answer<()> {
        let _busy = self.shared.accept()?;
        host::end(&*self.shared.store, game).await?;
        self.shared.game_changed_elsewhere(game);
        Ok(())
    }

    pub(crate) async fn remove(&self, game: GameId) -> Answer<()> {
        let _busy = self.shared.accept()?;
        host::remove(&*self.shared.store, game).await?;
        self.shared.game_changed_elsewhere(game);
        Ok(())
    }

    /// When it returns, accepted commands are in the store.
    pub(crate) async fn close(&self) {
        self.shared.close().await;
    }

    pub(crate) fn rooms_open(&self) -> usize {
        self.shared.rooms_open()
    }

    pub(crate) fn subscriptions(&self) -> usize {
        Arc::strong_count(&self.shared.subscriptions) - 1
    }

    /// A room that is just closing drops the request, and the next attempt opens a new one.
    async fn ask<T>(
        &self,
        game: GameId,
        secret: Option<SecretHash>,
        request: impl Fn(Visitor, Reply<T>) -> Request,
    ) -> Answer<T> {
        for _ in 0..TRIES {
            let room = self.shared.room(game)?;
            // Reserved before the seats are looked up: the room of a missing game closes soon, but answers those in its mailbox.
            let Ok(place) = room.mailbox.reserve().await else {
                self.shared.remove_room(game, &room);
                continue;
            };
            let visitor = self.visitor(game, secret, &room).await?;
            let (reply, answer) = oneshot::channel();
            place.send(request(visitor, reply));
            if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(errors::busy())
    }

    async fn visitor(&self, game: GameId, secret: Option<SecretHash>, room: &RoomHandle) -> Answer<Visitor> {
        let seats = match secret {
            None => Seats::default(),
            Some(secret) => match room.cached_seats(&secret) {
                Some(seats) => seats,
                None => {
                    let seats = self.shared.store.seats(game, &secret).await?;
                    room.cache_seats(secret, seats);
                    seats
                }
            },
        };
        Ok(Visitor { secret, seats })
    }

    /// Another server may have given a seat since the cache was filled.
    async fn has_more_seats(&self, game: GameId, secret: Option<SecretHash>) -> Answer<bool> {
        let Some(secret) = secret.filter(|_| self.shared.is_store_shared) else { return Ok(false) };
        let room = self.shared.room(game)?;
        let before = room.cached_seats(&secret);
        let seats = self.shared.store.seats(game, &secret).await?;
        room.cache_seats(secret, seats);
        Ok(before.is_some_and(|before| before != room.cached_seats(&secret).unwrap_or(before)))
    }

    pub(super) async fn visit(&self, game: GameId, secret: Option<SecretHash>) -> Answer<(Plan, Seats)> {
        let plan = self.shared.store.plan(game).await?.ok_or_else(errors::no_such_game)?;
        let seats = match secret {
            Some(secret) => self.shared.store.seats(game, &secret).await?,
            None => Seats::default(),
        };
        match plan.public || seats.any() {
            true => Ok((plan, seats)),
            false => Err(errors::private()),
        }
    }
}
