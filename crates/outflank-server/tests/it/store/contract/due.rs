use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_server::store::{Batch, Claim, Listing, NewGame, Store, Summary};
use outflank_server::{GameId, ServerId};

use super::LEASE;
use crate::at_once;
use crate::store::made::{at, batch, due, due_at, due_in_an_hour, first, game, id, offer, quiet, summary};

pub(crate) async fn due_games_are_claimed_once(store: Arc<dyn Store>) {
    due_at(&*store, &[300, 100, 200, 400, 100]).await;
    store.create(game(id(8))).await.unwrap();
    store.create(NewGame { first: due_in_an_hour(&*store, id(9)).await, ..game(id(9)) }).await.unwrap();
    let claim = |most| store.claim_due(LEASE, most);
    assert_eq!(claim(0).await.unwrap(), []);
    assert_eq!(claim(3).await.unwrap(), [id(2), id(5), id(3)]);
    assert_eq!(claim(9).await.unwrap(), [id(1), id(4)]);
    assert_eq!(claim(9).await.unwrap(), []);
}

pub(crate) async fn a_lease_ends_by_time_or_by_a_batch(store: Arc<dyn Store>) {
    due_at(&*store, &[10, 20]).await;
    for lease in [Duration::ZERO, LEASE] {
        assert_eq!(store.claim_due(lease, 9).await.unwrap(), [id(1), id(2)]);
    }
    let claim = || store.claim_due(LEASE, 9);
    assert_eq!(claim().await.unwrap(), []);

    store.append(id(1), 1, due_in_an_hour(&*store, id(1)).await).await.unwrap();
    assert_eq!(claim().await.unwrap(), []);
    store.append(id(1), 2, due(id(1), 120)).await.unwrap();
    assert_eq!(claim().await.unwrap(), [id(1)]);

    assert!(store.append(id(2), 0, due(id(2), 5)).await.is_err());
    assert_eq!(claim().await.unwrap(), []);
    store.append(id(1), 3, batch(id(1), 1)).await.unwrap();
    store.append(id(2), 1, batch(id(2), 1)).await.unwrap();
    assert_eq!(claim().await.unwrap(), []);
}

pub(crate) async fn two_servers_share_due_games(store: Arc<dyn Store>) {
    servers_share_due_games([Arc::clone(&store), store]).await;
}

pub(crate) async fn servers_share_due_games<S: Store + ?Sized>(servers: [Arc<S>; 2]) {
    due_at(&*servers[0], &[1; 200]).await;
    let claimed: Vec<GameId> = at_once(&Arc::new(servers), 0..40, |servers, number| async move {
        servers[number % 2].claim_due(LEASE, 10).await.unwrap()
    })
    .await
    .concat();
    assert_eq!(claimed.len(), 200);
    assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), (1..=200).map(id).collect());
}

/// Games without clocks may be due at the end of time.
pub(crate) async fn the_latest_time_is_valid(store: Arc<dyn Store>) {
    let end = at(u64::MAX);
    let last = Summary { updated: end, ..summary(id(1)) };
    let first_batch = Batch { due: Some(end), ..quiet(last.clone()) };
    store.create(NewGame { first: first_batch, ..game(id(1)) }).await.unwrap();
    store.append(id(1), 0, Batch { due: Some(end), ..quiet(last.clone()) }).await.unwrap();
    offer(&*store, 1..=1).await;
    assert_eq!(store.list(&Listing::Open, &first(9)).await.unwrap(), [last]);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);

    store.append(id(1), 0, due(id(1), 5)).await.unwrap();
    assert_eq!(store.claim_due(Duration::MAX, 9).await.unwrap(), [id(1)]);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);
    assert_eq!(store.claim(id(1), ServerId([1; 16]), Duration::MAX).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim(id(1), ServerId([2; 16]), LEASE).await.unwrap(), Claim::Refused);
}

pub(crate) async fn the_clock_advances(store: Arc<dyn Store>) {
    // A clock that is set at all is past 2020.
    let start = store.now().await.unwrap();
    assert!(start > at(1_577_836_800_000), "{start:?}");
    let mut last = start;
    while last == start {
        let now = store.now().await.unwrap();
        assert!(now >= last);
        last = now;
    }
}
