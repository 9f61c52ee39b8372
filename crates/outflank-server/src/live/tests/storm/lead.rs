//! The lead from a server to its store.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use outflank_rules::{ByColor, Color};
use outflank_table::Time;
use tokio::sync::{broadcast, watch};

use super::dice::Dice;
use super::servers::Life;
use super::weather::Weather;
use crate::live::tests::faulty_store::{Hints, pass_on};
use crate::store::{
    AppendError, Batch, Change, Changes, Claim, Creation, GameVersion, Holder, Listing, LoggedEvent, LoggedLine,
    NewGame, Number, Page, Plan, Player, Said, Seat, Seated, Seats, Store, StoreError, Summary,
};
use crate::{ChatLine, GameId, SecretHash, ServerId};

/// How much later something may be carried out, in milliseconds. A storm's end is awaited for longer.
const LATEST: u64 = 3_000;

/// The lead from a server to its store: slow, and a question may fail before or after it was carried out. Where several servers have
/// the store, events may also be added when the server has long been told that it failed, as by a database that crashes. It is cut when the
/// server is killed: then nothing that the server still does has any effect, and nothing is answered.
pub(super) struct Lead {
    store: Arc<dyn Store>,
    life: Life,
    /// Whether the storm is over.
    calm: Arc<AtomicBool>,
    fails: u64,
    slowest: u64,
    /// Games have dice of their own: in which order their rooms come to ask is nobody's business.
    games: Games,
    seed: u64,
    dice: Mutex<HashMap<Option<usize>, Dice>>,
    /// What is left of the hints of the store; none if it gives none.
    hints: Option<broadcast::Sender<Change>>,
}

/// All games, in the order in which they were made: their names are not the same in two storms.
#[derive(Clone, Debug, Default)]
pub(super) struct Games(Arc<Mutex<Vec<GameId>>>);

impl Games {
    fn place(&self, game: GameId) -> usize {
        let mut games = self.0.lock().expect("nobody panics with it");
        games.iter().position(|&other| other == game).unwrap_or_else(|| {
            games.push(game);
            games.len() - 1
        })
    }
}

impl Lead {
    pub(super) fn new(
        store: Arc<dyn Store>,
        weather: &Weather,
        life: Life,
        calm: Arc<AtomicBool>,
        games: Games,
        seed: u64,
    ) -> Lead {
        let changes = store.changes();
        let hints = changes.are_possible().then(|| {
            let (passed, becomes) = (broadcast::Sender::new(4_096), watch::Sender::<Hints>::new(weather.hints));
            tokio::spawn(pass_on(changes, becomes.subscribe(), passed.clone()));
            passed
        });
        let (fails, slowest) = (weather.store_fails, weather.store_slowest);
        Lead { store, life, calm, fails, slowest, games, seed, dice: Mutex::default(), hints }
    }

    /// Asks something of the store, about a game or about none.
    async fn ask<T, E: From<StoreError>>(
        &self,
        about: Option<GameId>,
        question: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        self.meet(self.fate(about), question).await
    }

    /// Lets a question meet its fate.
    async fn meet<T, E: From<StoreError>>(
        &self,
        fate: Fate,
        question: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        pass(fate.before).await;
        self.unless_cut().await;
        if fate.lost {
            return Err(failed().into());
        }
        let answer = question.await;
        pass(fate.after).await;
        self.unless_cut().await;
        if fate.unnoticed { Err(failed().into()) } else { answer }
    }

    fn fate(&self, about: Option<GameId>) -> Fate {
        let about = about.map(|game| self.games.place(game));
        let mut dice = self.dice.lock().expect("nobody panics with it");
        let own = self.seed.wrapping_add(about.map_or(0, |place| place as u64 + 1));
        let dice = dice.entry(about).or_insert_with(|| Dice::new(own));
        let fails = dice.chance(self.fails);
        let carried_out = dice.chance(500);
        let late = dice.chance(300).then(|| dice.millis(0..LATEST));
        let [before, after] = [dice.below(self.slowest + 1), dice.below(self.slowest + 1)];
        if self.calm.load(Ordering::Relaxed) {
            return Fate::default();
        }
        let [before, after] = [before, after].map(Duration::from_millis);
        let late = late.filter(|_| fails && carried_out);
        Fate { before, lost: fails && !carried_out, after, unnoticed: fails && carried_out, late }
    }

    /// Goes on, unless the server was killed: then never.
    async fn unless_cut(&self) {
        if self.life.is_over() {
            std::future::pending::<()>().await;
        }
    }
}

/// What becomes of a question to the store.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    /// How long it is on its way.
    before: Duration,
    /// Whether it does not arrive.
    lost: bool,
    /// How long the answer is on its way.
    after: Duration,
    /// Whether it is carried out and the answer does not arrive.
    unnoticed: bool,
    /// How much later it is carried out then, if it adds events.
    late: Option<Duration>,
}

async fn pass(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}

fn failed() -> StoreError {
    StoreError::Database(Arc::new(std::io::Error::other("lightning has struck")))
}

#[async_trait]
impl Store for Lead {
    async fn create(&self, game: NewGame) -> Result<Creation, StoreError> {
        self.ask(Some(game.id), self.store.create(game)).await
    }

    async fn plan(&self, game: GameId) -> Result<Option<Plan>, StoreError> {
        self.ask(Some(game), self.store.plan(game)).await
    }

    async fn append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let fate = self.fate(Some(game));
        let Some(late) = fate.late.filter(|_| self.hints.is_some()) else {
            return self.meet(fate, self.store.append(game, expected, batch)).await;
        };
        let store = Arc::clone(&self.store);
        let begun = async {
            tokio::spawn(async move {
                pass(late).await;
                // It is refused if something else has its number by then.
                drop(store.append(game, expected, batch).await);
            });
            Ok(())
        };
        self.meet(fate, begun).await
    }

    async fn events(&self, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
        self.ask(Some(game), self.store.events(game, after)).await
    }

    async fn now(&self) -> Result<Time, StoreError> {
        self.ask(None, self.store.now()).await
    }

    async fn claim_due(&self, lease: Duration, most: usize) -> Result<Vec<GameId>, StoreError> {
        self.ask(None, self.store.claim_due(lease, most)).await
    }

    async fn claim(&self, game: GameId, by: ServerId, lease: Duration) -> Result<Claim, StoreError> {
        self.ask(Some(game), self.store.claim(game, by, lease)).await
    }

    fn changes(&self) -> Changes {
        self.hints.as_ref().map_or_else(|| self.store.changes(), Changes::of)
    }

    async fn ahead(&self, known: &[GameVersion]) -> Result<Vec<GameId>, StoreError> {
        self.ask(None, self.store.ahead(known)).await
    }

    async fn attend(&self, at: ServerId, players: &[Player], lease: Duration) -> Result<(), StoreError> {
        self.ask(None, self.store.attend(at, players, lease)).await
    }

    async fn attending(&self, game: GameId, elsewhere_than: ServerId) -> Result<ByColor<bool>, StoreError> {
        self.ask(Some(game), self.store.attending(game, elsewhere_than)).await
    }

    async fn renew_offers(&self, games: &[GameId], lease: Duration) -> Result<(), StoreError> {
        self.ask(None, self.store.renew_offers(games, lease)).await
    }

    async fn running(&self) -> Result<Vec<GameId>, StoreError> {
        self.ask(None, self.store.running()).await
    }

    async fn seats(&self, game: GameId, secret: &SecretHash) -> Result<Seats, StoreError> {
        self.ask(Some(game), self.store.seats(game, secret)).await
    }

    async fn give_seat(&self, game: GameId, seat: Seat, secret: &SecretHash) -> Result<Seated, StoreError> {
        self.ask(Some(game), self.store.give_seat(game, seat, secret)).await
    }

    async fn holders(&self, game: GameId) -> Result<Vec<Holder>, StoreError> {
        self.ask(Some(game), self.store.holders(game)).await
    }

    async fn say(&self, game: GameId, by: Color, at: Time, text: &ChatLine) -> Result<Said, StoreError> {
        self.ask(Some(game), self.store.say(game, by, at, text)).await
    }

    async fn chat(&self, game: GameId, after: Number) -> Result<Vec<LoggedLine>, StoreError> {
        self.ask(Some(game), self.store.chat(game, after)).await
    }

    async fn list(&self, listing: &Listing, page: &Page) -> Result<Vec<Summary>, StoreError> {
        self.ask(None, self.store.list(listing, page)).await
    }

    async fn summary(&self, game: GameId) -> Result<Option<Summary>, StoreError> {
        self.ask(None, self.store.summary(game)).await
    }

    async fn note_alive(&self, now: Time) -> Result<(), StoreError> {
        self.ask(None, self.store.note_alive(now)).await
    }

    async fn last_alive(&self) -> Result<Option<Time>, StoreError> {
        self.ask(None, self.store.last_alive()).await
    }

    async fn close(&self) {
        self.store.close().await;
    }
}
