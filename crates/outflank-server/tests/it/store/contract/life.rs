use std::sync::Arc;

use outflank_rules::Color;
use outflank_server::store::{AppendError, GameVersion, Listing, Seat, Store, StoreError};
use outflank_server::{ChatLine, ServerId};
use tokio::task::JoinSet;

use super::LEASE;
use crate::store::made::{at, batch, first, game, id, secret};

pub(crate) async fn the_latest_sign_of_life_counts(store: Arc<dyn Store>) {
    let mut latest = None;
    for time in [5, 9, 3, 12] {
        store.note_alive(at(time)).await.unwrap();
        latest = latest.max(Some(at(time)));
        assert_eq!(store.last_alive().await.unwrap(), latest);
    }
}

pub(crate) async fn a_closed_store_returns_closed(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    tokio::join!(store.close(), store.close());
    store.close().await;

    let line = ChatLine::try_from("Hello".to_owned()).unwrap();
    assert!(matches!(store.create(game(id(2))).await, Err(StoreError::Closed)));
    assert!(matches!(store.plan(id(1)).await, Err(StoreError::Closed)));
    let appended = store.append(id(1), 0, batch(id(1), 1)).await;
    assert!(matches!(appended, Err(AppendError::Store(StoreError::Closed))));
    assert!(matches!(store.events(id(1), 0).await, Err(StoreError::Closed)));
    assert!(matches!(store.claim_due(LEASE, 1).await, Err(StoreError::Closed)));
    assert!(matches!(store.now().await, Err(StoreError::Closed)));
    assert!(matches!(store.claim(id(1), ServerId([1; 16]), LEASE).await, Err(StoreError::Closed)));
    assert!(matches!(store.ahead(&[GameVersion { game: id(1), last: 0, said: 0 }]).await, Err(StoreError::Closed)));
    assert!(matches!(store.running().await, Err(StoreError::Closed)));
    assert!(matches!(store.seats(id(1), &secret(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.give_seat(id(1), Seat::Watch, &secret(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.holders(id(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.say(id(1), Color::Black, at(1), &line).await, Err(StoreError::Closed)));
    assert!(matches!(store.chat(id(1), 0).await, Err(StoreError::Closed)));
    assert!(matches!(store.list(&Listing::Open, &first(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.note_alive(at(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.last_alive().await, Err(StoreError::Closed)));
}

/// Calls during the shutdown succeed or return `Closed`.
pub(crate) async fn closing_completes_accepted_calls(store: Arc<dyn Store>) {
    let mut rooms = JoinSet::new();
    for number in 0..200 {
        let store = Arc::clone(&store);
        rooms.spawn(async move {
            match store.create(game(id(number))).await {
                Ok(_) | Err(StoreError::Closed) => {}
                Err(error) => panic!("{error}"),
            }
            for last in 0.. {
                match store.append(id(number), last, batch(id(number), 1)).await {
                    Ok(()) if last < 1_000_000 => {}
                    Err(AppendError::Store(StoreError::Closed)) => break,
                    // The game was not created in time.
                    Err(AppendError::Conflict) if last == 0 => break,
                    other => panic!("{other:?}"),
                }
            }
        });
    }
    tokio::task::yield_now().await;
    store.close().await;
    rooms.join_all().await;
}
