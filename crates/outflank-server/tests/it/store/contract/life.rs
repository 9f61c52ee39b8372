use std::sync::Arc;
use std::time::Duration;

use outflank_rules::Color;
use outflank_server::store::{
    AppendError, Batch, GameVersion, Listing, OUTAGES_KEPT, Outage, Seat, Seats, Status, Store, StoreError, Summary,
};
use outflank_server::{Owner, ServerId};

use super::LEASE;
use crate::at_once;
use crate::store::made::{at, batch, due, first, game, id, line, listed, secret, summary};

pub(crate) async fn the_latest_sign_of_life_counts(store: Arc<dyn Store>) {
    let mut latest = None;
    for time in [5, 9, 3, 12] {
        store.note_alive(at(time)).await.unwrap();
        latest = latest.max(Some(at(time)));
        assert_eq!(store.last_alive().await.unwrap(), latest);
    }
}

pub(crate) async fn a_gap_in_the_heartbeats_is_an_outage(store: Arc<dyn Store>) {
    let silence = Duration::from_millis(300);
    let outage = |since, until| Outage { since: at(since), until: at(until) };
    let outages = async |after| store.outages(at(after)).await.unwrap();
    // Before the first heartbeat there were no games.
    for now in [10_000, 10_299, 10_599, 10_400, 10_898] {
        store.heartbeat(at(now), silence, at(0)).await.unwrap();
    }
    assert_eq!(outages(0).await, [outage(10_299, 10_599)]);
    store.note_alive(at(20_000)).await.unwrap();
    assert_eq!(outages(0).await.len(), 1, "a server that stops knows nothing about the others");
    store.heartbeat(at(25_000), silence, at(0)).await.unwrap();
    let expected = [outage(10_299, 10_599), outage(20_000, 25_000)];
    assert_eq!(outages(10_598).await, expected);
    assert_eq!(outages(10_599).await, expected[1..]);
    assert_eq!(outages(25_000).await, []);
    assert_eq!(store.last_alive().await.unwrap(), Some(at(25_000)));
    store.heartbeat(at(25_000), Duration::ZERO, at(0)).await.unwrap();
    assert_eq!(outages(0).await, expected, "an outage takes time");

    let later = at(25_000).after(OUTAGES_KEPT);
    store.heartbeat(later, silence, at(0)).await.unwrap();
    assert_eq!(outages(0).await, [Outage { since: at(25_000), until: later }], "old outages are forgotten");
}

pub(crate) async fn of_many_servers_one_finds_an_outage(store: Arc<dyn Store>) {
    let silence = Duration::from_secs(1);
    store.heartbeat(at(1_000), silence, at(0)).await.unwrap();
    for round in 1..=5 {
        at_once(&store, 0..8, |store, number| async move {
            store.heartbeat(at(round * 10_000 + number), silence, at(0)).await.unwrap();
        })
        .await;
        let outages = store.outages(at(0)).await.unwrap();
        assert_eq!(outages.len() as u64, round, "{outages:?}");
        assert!(outages.is_sorted_by(|one, next| one.until <= next.since), "{outages:?}");
    }
}

pub(crate) async fn a_closed_store_returns_closed(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    tokio::join!(store.close(), store.close());
    store.close().await;

    assert!(matches!(store.create(game(id(2))).await, Err(StoreError::Closed)));
    assert!(matches!(store.plan(id(1)).await, Err(StoreError::Closed)));
    let appended = store.append(id(1), 0, batch(id(1), 1)).await;
    assert!(matches!(appended, Err(AppendError::Store(StoreError::Closed))));
    assert!(matches!(store.events(id(1), 0).await, Err(StoreError::Closed)));
    assert!(matches!(store.owner(id(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.engine_games(Owner::default(), LEASE).await, Err(StoreError::Closed)));
    assert!(matches!(store.claim_due(LEASE, 1).await, Err(StoreError::Closed)));
    assert!(matches!(store.now().await, Err(StoreError::Closed)));
    assert!(matches!(store.claim(id(1), ServerId([1; 16]), LEASE).await, Err(StoreError::Closed)));
    assert!(matches!(store.ahead(&[GameVersion { game: id(1), last: 0, said: 0 }]).await, Err(StoreError::Closed)));
    assert!(matches!(store.seats(id(1), &secret(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.give_seat(id(1), Seat::Watch, &secret(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.holders(id(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.say(id(1), Color::Black, at(1), &line("Hello")).await, Err(StoreError::Closed)));
    assert!(matches!(store.chat(id(1), 0).await, Err(StoreError::Closed)));
    assert!(matches!(store.list(&Listing::Open, &first(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.note_alive(at(1)).await, Err(StoreError::Closed)));
    assert!(matches!(store.heartbeat(at(1), LEASE, at(0)).await, Err(StoreError::Closed)));
    assert!(matches!(store.last_alive().await, Err(StoreError::Closed)));
    assert!(matches!(store.outages(at(0)).await, Err(StoreError::Closed)));
}

/// Calls during the shutdown succeed or return `Closed`.
pub(crate) async fn closing_completes_accepted_calls(store: Arc<dyn Store>) {
    let rooms = at_once(&store, 0..200, |store, number| async move {
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
    let close = async {
        tokio::task::yield_now().await;
        store.close().await;
    };
    tokio::join!(rooms, close);
}

pub(crate) async fn the_next_server_finds_everything<S: Store>(store: Arc<S>, reopen: impl AsyncFnOnce() -> Arc<S>) {
    let running = Summary { status: Status::Running, ..summary(id(1)) };
    store.create(listed(running.clone())).await.unwrap();
    store.append(id(1), 0, Batch { summary: running.clone(), ..due(id(1), 5) }).await.unwrap();
    store.give_seat(id(1), Seat::Watch, &secret(2)).await.unwrap();
    store.say(id(1), Color::White, at(3), &line("Hello")).await.unwrap();
    store.note_alive(at(50)).await.unwrap();
    store.heartbeat(at(99), Duration::ZERO, at(0)).await.unwrap();
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), [id(1)]);
    store.close().await;

    let store = reopen().await;
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 1);
    assert_eq!(store.list(&Listing::Running, &first(9)).await.unwrap(), [running]);
    assert_eq!(store.seats(id(1), &secret(2)).await.unwrap(), Seats::default().with(Seat::Watch));
    assert_eq!(store.chat(id(1), 0).await.unwrap().len(), 1);
    assert_eq!(store.last_alive().await.unwrap(), Some(at(99)));
    assert_eq!(store.outages(at(0)).await.unwrap(), [Outage { since: at(50), until: at(99) }]);
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [], "it is leased");
    store.append(id(1), 1, due(id(1), 5)).await.unwrap();
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(1)]);
}
