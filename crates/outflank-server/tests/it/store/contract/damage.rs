use std::sync::Arc;

use outflank_rules::Color;
use outflank_server::store::{AppendError, Batch, Listing, Status, Store, StoreError, Summary};

use crate::at_once;
use crate::store::made::{at, batch, first, game, id, line, offer, quiet, summary};

/// A game with two events, a chat line and a holder.
pub(crate) async fn a_short_game(store: &dyn Store) {
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 2)).await.unwrap();
    store.say(id(1), Color::Black, at(1), &line("Hello")).await.unwrap();
}

pub(crate) fn expect_damage(error: StoreError, what: &str) {
    assert!(matches!(&error, StoreError::Damaged { what: said } if said.contains(what)), "{error}");
}

/// `damaged` returns a store with [`a_short_game`] after a statement has changed its database.
pub(crate) async fn damaged_data_is_named<S: Store, P>(damaged: impl AsyncFn(&'static str) -> (Arc<S>, P)) {
    let (store, _place) =
        damaged(r#"UPDATE events SET content = replace(content, '"version":1', '"version":2') WHERE number = 2"#).await;
    expect_damage(store.events(id(1), 0).await.unwrap_err(), "event 2 of game 0000000001 has version 2");
    assert_eq!(store.events(id(1), 2).await.unwrap(), []);
    for (sql, what) in [
        ("UPDATE events SET content = substr(content, 9)", "event 1 of game 0000000001: "),
        ("DELETE FROM events WHERE number = 1", "event 1 of game 0000000001 is missing"),
    ] {
        let (store, _place) = damaged(sql).await;
        expect_damage(store.events(id(1), 0).await.unwrap_err(), what);
    }
    for (sql, what) in [
        ("UPDATE chat SET line = ''", "line 1 of game 0000000001: "),
        ("UPDATE chat SET at = -1", "the time -1 of game 0000000001"),
    ] {
        let (store, _place) = damaged(sql).await;
        expect_damage(store.chat(id(1), 0).await.unwrap_err(), what);
    }
    let (store, _place) = damaged("UPDATE games SET plan = '{}', summary = 'null'").await;
    expect_damage(store.plan(id(1)).await.unwrap_err(), "the plan of game 0000000001: ");
    offer(&*store, 1..=1).await;
    expect_damage(store.list(&Listing::Open, &first(9)).await.unwrap_err(), "the summary of game 0000000001: ");
}

/// Sets the number of the last event of game 1, which has two events, so that the next append violates a key.
pub(crate) const WRONG_NUMBER: &str = "UPDATE games SET last = 1 WHERE id = '0000000001'";

/// Expects the store after [`WRONG_NUMBER`].
pub(crate) async fn a_damaged_game_does_not_affect_others(store: Arc<dyn Store>) {
    const GAMES: u32 = 40;
    for number in 2..GAMES {
        store.create(game(id(number))).await.unwrap();
    }
    at_once(&store, 1..GAMES, |store, number| async move {
        for last in 0..10 {
            match number {
                1 => {
                    let over = quiet(Summary { status: Status::Over, ..summary(id(1)) });
                    let damaged = Batch { events: batch(id(1), 1).events, ..over };
                    let answer = store.append(id(1), 1, damaged).await;
                    assert!(matches!(answer, Err(AppendError::Store(StoreError::Database(_)))), "{answer:?}");
                }
                _ => store.append(id(number), last, batch(id(number), 1)).await.unwrap(),
            }
        }
    })
    .await;
    for number in 2..GAMES {
        assert_eq!(store.events(id(number), 0).await.unwrap().len(), 10);
    }
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 2);
    assert_eq!(store.list(&Listing::Finished, &first(9)).await.unwrap(), []);
}
