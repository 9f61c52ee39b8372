//! All games: what is asked of their rooms, and what is asked without one.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::engine_seat::Chooser;
use super::journal::Journal;
use super::lists::{ListFeed, Lobby, OFFERED_FOR, OwnFeed, run_lobby};
use super::message::Subscription;
use super::new_game::{Sitting, new_game};
use super::room::{Reply, Request, Visitor};
use super::seat_cache::SeatCache;
use super::shared::SharedState;
use super::tokens::Tokens;
use super::{PlayedGame, create, errors, follower, keeper, outage, view};
use crate::engine::EnginePool;
use crate::store::{
    Creation, Cursor, GameEvent, Listing, LoggedLine, Number, Page, Plan, Seat, Seated, Seats, Store, StoreError,
};
use crate::wire::{Ack, CommandRequest, Created, ErrorKind, FullGame, GameList, JoinRequest, Problem, Proposal};
use crate::{ChatLine, Clock, GameId, Secret, SecretHash, ServerId};

/// How often a room is asked that was just being left.
const TRIES: usize = 8;

/// All games. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hall {
    shared: Arc<SharedState>,
}

impl Hall {
    /// Opens the hall of a server. If no other server of the store runs, games that were running go on, and nobody is charged
    /// for the time between.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        clock: Clock,
        engine: EnginePool,
        node: ServerId,
    ) -> Result<Hall, StoreError> {
        Hall::open_with(store, clock, Arc::new(engine), node).await
    }

    /// The same, with an engine of another kind.
    pub(super) async fn open_with(
        store: Arc<dyn Store>,
        clock: Clock,
        chooser: Arc<dyn Chooser>,
        node: ServerId,
    ) -> Result<Hall, StoreError> {
        let changes = store.changes();
        let shared = Arc::new(SharedState::new(store, changes.are_possible(), clock, chooser, node));
        outage::beat(&shared).await?;
        if let Ok(busy) = shared.accept() {
            tokio::spawn(outage::go_on(shared.clone(), busy.clone()));
            tokio::spawn(keeper::keep(shared.clone(), busy.clone()));
            tokio::spawn(run_lobby(shared.clone(), busy.clone()));
            if shared.is_store_shared {
                tokio::spawn(follower::follow(shared.clone(), changes, busy));
            }
        }
        Ok(Hall { shared })
    }

    /// Makes a game.
    pub(crate) async fn create(&self, proposal: Proposal, by: Option<SecretHash>) -> Result<Created, Problem> {
        let _busy = self.shared.accept()?;
        let now = self.shared.clock.now();
        let plan = create::plan(&proposal, now, &mut self.shared.random())?;
        let sitting = Sitting::at_once(&plan, proposal.name.as_ref(), by.as_ref());
        let tokens = Tokens::new(&plan);
        let holders = tokens.holders(&plan, by);
        for _ in 0..TRIES {
            let game = new_game(GameId::random(), plan.clone(), &sitting, holders.clone(), now);
            let (id, is_due) = (game.id, game.first.due.is_some_and(|due| due <= now));
            let is_open = game.first.summary.is_open();
            if self.stored(self.shared.store.create(game).await)? == Creation::Created {
                if is_due {
                    self.shared.wake(id);
                }
                if let Some(secret) = by {
                    self.shared.bells.seated(&secret, id);
                }
                if is_open {
                    // If this fails, it is offered as soon as its creator is seen.
                    drop(self.stored(self.shared.store.renew_offers(&[id], OFFERED_FOR).await));
                    self.shared.lobby.changed();
                }
                return Ok(tokens.created(id, &plan));
            }
        }
        Err(Problem::new(ErrorKind::Internal, "no name was found for the game"))
    }

    /// Lets a secret hold the seat that a token holds.
    pub(crate) async fn take_seat(&self, game: GameId, token: &Secret, who: SecretHash) -> Result<Seats, Problem> {
        let _busy = self.shared.accept()?;
        let store = &self.shared.store;
        self.stored(store.plan(game).await)?.ok_or_else(errors::no_such_game)?;
        let given = self.stored(store.seats(game, &token.hash()).await)?;
        if !given.any() {
            return Err(Problem::new(ErrorKind::NoSuchSecret, "this link holds no seat of the game"));
        }
        let watch = given.watch.then_some(Seat::Watch);
        for seat in given.colors().map(Seat::Player).chain(watch) {
            if self.stored(store.give_seat(game, seat, &who).await)? == Seated::Full {
                return Err(Problem::new(ErrorKind::SeatTaken, "too many have used this link"));
            }
        }
        let seats = self.stored(store.seats(game, &who).await)?;
        self.shared.introduce(game, who, seats);
        self.shared.bells.seated(&who, game);
        Ok(seats)
    }

    /// Sits down.
    pub(crate) async fn join(&self, game: GameId, who: SecretHash, request: JoinRequest) -> Result<FullGame, Problem> {
        self.ask(game, Some(who), |visitor, reply| Request::Join { visitor, request: request.clone(), reply }).await
    }

    /// The whole game.
    pub(crate) async fn full(&self, game: GameId, who: Option<SecretHash>) -> Result<FullGame, Problem> {
        self.ask(game, who, |visitor, reply| Request::Full { visitor, reply }).await
    }

    /// Carries a command out.
    pub(crate) async fn command(
        &self,
        game: GameId,
        who: Option<SecretHash>,
        request: CommandRequest,
    ) -> Result<Ack, Problem> {
        let put = |visitor, reply| Request::Command { visitor, request: request.clone(), reply };
        match self.ask(game, who, put).await {
            Err(Problem { error: ErrorKind::NotYours | ErrorKind::NotYourTurn, .. })
                if self.has_more_seats(game, who).await? =>
            {
                self.ask(game, who, put).await
            }
            answer => answer,
        }
    }

    /// Everything that happens from now on, or after a number.
    pub(crate) async fn subscribe(
        &self,
        game: GameId,
        who: Option<SecretHash>,
        after: Option<Number>,
    ) -> Result<Subscription, Problem> {
        self.ask(game, who, |visitor, reply| Request::Subscribe { visitor, after, reply }).await
    }

    /// Says something to the other player.
    pub(crate) async fn say(
        &self,
        game: GameId,
        who: Option<SecretHash>,
        text: ChatLine,
    ) -> Result<LoggedLine, Problem> {
        self.ask(game, who, |visitor, reply| Request::Say { visitor, text: text.clone(), reply }).await
    }

    /// What the players said.
    pub(crate) async fn chat(
        &self,
        game: GameId,
        who: Option<SecretHash>,
        after: Number,
    ) -> Result<Vec<LoggedLine>, Problem> {
        let (_, seats) = self.visit(game, who).await?;
        seats.colors().next().ok_or_else(errors::watching)?;
        self.stored(self.shared.store.chat(game, after).await)
    }

    /// A page of a list.
    pub(crate) async fn list(&self, listing: Listing, page: Page) -> Result<GameList, Problem> {
        let store = &self.shared.store;
        let summaries = self.stored(store.list(&listing, &page).await)?;
        let is_full = !summaries.is_empty() && summaries.len() >= page.count;
        let last = summaries.last().filter(|_| is_full);
        let before = last.map(|summary| Cursor { updated: summary.updated, game: summary.id }.to_string());
        let mut games = Vec::with_capacity(summaries.len());
        for summary in summaries {
            if matches!(listing, Listing::HeldBy(_)) && summary.is_open() {
                self.shared.lobby.creator_seen(summary.id);
            }
            let seats = match listing {
                Listing::HeldBy(secret) | Listing::PlayedBy(secret) => {
                    self.stored(store.seats(summary.id, &secret).await)?
                }
                Listing::Open | Listing::Running | Listing::Finished => Seats::default(),
            };
            games.push(view::listed(summary, seats));
        }
        Ok(GameList { games, before })
    }

    /// The open games, and every change of that list.
    pub(crate) async fn stream_open(&self) -> Result<ListFeed, Problem> {
        Lobby::listen(&self.shared).await
    }

    /// The games that wait or run in which a secret holds a player's seat, and every change of that list.
    pub(crate) async fn stream_own(&self, secret: SecretHash) -> Result<ListFeed, Problem> {
        self.shared.accept()?;
        OwnFeed::listen(&self.shared, secret).await
    }

    /// A game with everything that happened in it, to be written as a record.
    pub(crate) async fn played(&self, game: GameId, who: Option<SecretHash>) -> Result<PlayedGame, Problem> {
        let (plan, _) = self.visit(game, who).await?;
        let log = self.stored(self.shared.store.events(game, 0).await)?;
        let mut journal = Journal::new(game, plan.clone());
        log.iter().for_each(|logged| journal.take_in(logged));
        let at_table = log.iter().filter_map(|logged| match logged.event {
            GameEvent::Table(event) => Some(event),
            _ => None,
        });
        let standing = journal.standing().clone();
        Ok(PlayedGame { id: game, plan, names: standing.names, table: standing.table, events: at_table.collect() })
    }

    /// Ends all subscriptions and accepts nothing more. When it returns, what was accepted is in the store.
    pub(crate) async fn close(&self) {
        self.shared.close().await;
    }

    /// How many games have a room.
    pub(crate) fn rooms_open(&self) -> usize {
        self.shared.rooms_open()
    }

    /// How many look on at games.
    pub(crate) fn subscriptions(&self) -> usize {
        Arc::strong_count(&self.shared.looking_on) - 1
    }

    /// Puts a request to the room of a game. One that is just being left gives it back, and there will be another room.
    async fn ask<T>(
        &self,
        game: GameId,
        who: Option<SecretHash>,
        request: impl Fn(Visitor, Reply<T>) -> Request,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let door = self.shared.door(game)?;
            let visitor = self.visitor(game, who, &door.known).await?;
            let (reply, answer) = oneshot::channel();
            if door.mailbox.send(request(visitor, reply)).await.is_err() {
                self.shared.forget(game, &door);
            } else if let Ok(answer) = answer.await {
                return answer;
            }
        }
        Err(errors::busy())
    }

    async fn visitor(&self, game: GameId, who: Option<SecretHash>, known: &SeatCache) -> Result<Visitor, Problem> {
        let seats = match who {
            None => Seats::default(),
            Some(secret) => match known.seats(&secret) {
                Some(seats) => seats,
                None => {
                    let seats = self.stored(self.shared.store.seats(game, &secret).await)?;
                    known.meet(secret, seats);
                    seats
                }
            },
        };
        Ok(Visitor { secret: who, seats })
    }

    /// Whether somebody holds a seat that is not known at the door: another server may have given it.
    async fn has_more_seats(&self, game: GameId, who: Option<SecretHash>) -> Result<bool, Problem> {
        let Some(secret) = who.filter(|_| self.shared.is_store_shared) else { return Ok(false) };
        let known = self.shared.door(game)?.known.clone();
        let before = known.seats(&secret);
        let seats = self.stored(self.shared.store.seats(game, &secret).await)?;
        known.meet(secret, seats);
        Ok(before.is_some_and(|before| before != known.seats(&secret).unwrap_or(before)))
    }

    /// What was agreed on, and the seats of somebody who may know it.
    async fn visit(&self, game: GameId, who: Option<SecretHash>) -> Result<(Plan, Seats), Problem> {
        let plan = self.stored(self.shared.store.plan(game).await)?.ok_or_else(errors::no_such_game)?;
        let seats = match who {
            Some(secret) => self.stored(self.shared.store.seats(game, &secret).await)?,
            None => Seats::default(),
        };
        match plan.public || seats.any() {
            true => Ok((plan, seats)),
            false => Err(errors::private()),
        }
    }

    fn stored<T>(&self, answer: Result<T, StoreError>) -> Result<T, Problem> {
        answer.map_err(|error| errors::by_store(&error))
    }
}
