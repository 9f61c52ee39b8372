use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::servers::Life;
use super::weather::{Dice, Weather};
use crate::GameId;
use crate::live::tests::faulty_store::{Relay, failed};
use crate::store::{AppendError, Batch, Call, Changes, Number, Store, StoreError, StoreLayer};

/// The longest delay of a late append, in milliseconds. The end of a storm takes longer.
const LATEST: u64 = 3_000;

/// The connection from a server to its store. It is slow, and calls may fail before or after they were carried out. In a shared
/// store, an append that failed may still happen later, as in a database that crashes. When the server is killed, the connection is
/// cut: no call has any effect, and none returns.
pub(super) struct StoreLink {
    store: Arc<dyn Store>,
    life: Life,
    weather: Weather,
    /// Each game has its own dice, so that the order in which rooms call does not matter.
    games: Games,
    seed: u64,
    dice: Mutex<HashMap<Option<usize>, Dice>>,
    hints: Option<Relay>,
}

/// All games in the order of their creation; their ids differ between two runs of a storm.
#[derive(Clone, Debug, Default)]
pub(super) struct Games(Arc<Mutex<Vec<GameId>>>);

impl Games {
    fn place(&self, game: GameId) -> usize {
        let mut games = self.0.lock().expect("not poisoned");
        games.iter().position(|&other| other == game).unwrap_or_else(|| {
            games.push(game);
            games.len() - 1
        })
    }
}

impl StoreLink {
    pub(super) fn new(store: Arc<dyn Store>, weather: Weather, life: Life, games: Games, seed: u64) -> StoreLink {
        let changes = store.changes();
        let hints = changes.are_possible().then(|| Relay::new(changes, weather.hints));
        StoreLink { store, life, weather, games, seed, dice: Mutex::default(), hints }
    }

    async fn meet<T, E: From<StoreError>>(&self, fate: Fate, call: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        pass(fate.before).await;
        self.unless_cut().await;
        if fate.lost {
            return Err(failed().into());
        }
        let answer = call.await;
        pass(fate.after).await;
        self.unless_cut().await;
        if fate.unnoticed { Err(failed().into()) } else { answer }
    }

    fn fate(&self, about: Option<GameId>) -> Fate {
        let about = about.map(|game| self.games.place(game));
        let mut dice = self.dice.lock().expect("not poisoned");
        let own = self.seed.wrapping_add(about.map_or(0, |place| place as u64 + 1));
        let dice = dice.entry(about).or_insert_with(|| Dice::new(own));
        let fails = dice.chance(self.weather.store_fails);
        let carried_out = dice.chance(500);
        let late = dice.chance(300).then(|| dice.millis(0..LATEST));
        let [before, after] = [(); 2].map(|()| Duration::from_millis(dice.below(self.weather.store_slowest + 1)));
        if self.weather.is_calm() {
            return Fate::default();
        }
        let late = late.filter(|_| fails && carried_out);
        Fate { before, lost: fails && !carried_out, after, unnoticed: fails && carried_out, late }
    }

    /// Never returns once the server was killed.
    async fn unless_cut(&self) {
        if self.life.is_over() {
            std::future::pending::<()>().await;
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    before: Duration,
    lost: bool,
    after: Duration,
    /// It is carried out, but the answer is lost.
    unnoticed: bool,
    late: Option<Duration>,
}

async fn pass(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}

impl StoreLayer for StoreLink {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    async fn around<T: Send>(
        &self,
        call: Call,
        game: Option<GameId>,
        answer: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        // Several rooms ask at once, in any order.
        let fate = if call == Call::Outages { Fate::default() } else { self.fate(game) };
        self.meet(fate, answer).await
    }

    async fn on_append(&self, game: GameId, expected: Number, batch: Batch) -> Result<(), AppendError> {
        let fate = self.fate(Some(game));
        let Some(late) = fate.late.filter(|_| self.hints.is_some()) else {
            return self.meet(fate, self.store.append(game, expected, batch)).await;
        };
        let store = Arc::clone(&self.store);
        let begun = async {
            tokio::spawn(async move {
                pass(late).await;
                // It conflicts if another event has its number by then.
                drop(store.append(game, expected, batch).await);
            });
            Ok(())
        };
        self.meet(fate, begun).await
    }

    fn on_changes(&self) -> Changes {
        self.hints.as_ref().map_or_else(|| self.store.changes(), |hints| Changes::of(&hints.passed))
    }
}
