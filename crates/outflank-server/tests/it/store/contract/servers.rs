use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use outflank_server::store::{Batch, Change, Changes, Claim, GameVersion, Player, Store};
use outflank_server::{GameId, ServerId};

use super::{LEASE, TIMEOUT};
use crate::at_once;
use crate::store::made::{at, batch, black, due, due_at, game, id, line};

pub(crate) async fn one_server_claims_a_game(store: Arc<dyn Store>) {
    let [ann, ben] = [ServerId([1; 16]), ServerId([2; 16])];
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let claim = async |game, by, lease| store.claim(game, by, lease).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Refused);
    assert_eq!(claim(id(2), ben, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(3), ben, LEASE).await, Claim::Refused, "there is no such game");

    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ann, Duration::ZERO).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Refused);

    assert!(store.append(id(1), 7, batch(id(1), 1)).await.is_err());
    store.say(id(1), Color::Black, at(1), &line("Hello")).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Refused);
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Refused);
}

pub(crate) async fn of_many_claims_one_is_granted(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    for last in 0..5 {
        let claims = at_once(&store, 0..32, |store, number| async move {
            store.claim(id(1), ServerId([number; 16]), LEASE).await.unwrap()
        })
        .await;
        assert_eq!(claims.into_iter().filter(|claim| *claim == Claim::Granted).count(), 1);
        store.append(id(1), last, batch(id(1), 1)).await.unwrap();
    }
}

pub(crate) async fn outdated_games_are_found(store: Arc<dyn Store>) {
    for number in 1..=3 {
        store.create(game(id(number))).await.unwrap();
        store.append(id(number), 0, batch(id(number), 2)).await.unwrap();
    }
    store.say(id(2), Color::Black, at(1), &line("Hello")).await.unwrap();
    let ahead = async |known: &[(u32, u32, u32)]| {
        let known: Vec<GameVersion> =
            known.iter().map(|&(game, last, said)| GameVersion { game: id(game), last, said }).collect();
        store.ahead(&known).await.unwrap().into_iter().collect::<BTreeSet<GameId>>()
    };
    assert_eq!(ahead(&[]).await, BTreeSet::new());
    assert_eq!(ahead(&[(1, 2, 0), (2, 2, 1), (3, 2, 0)]).await, BTreeSet::new());
    assert_eq!(ahead(&[(1, 2, 0), (4, 9, 9)]).await, BTreeSet::from([id(4)]), "it was removed");
    assert_eq!(ahead(&[(1, 0, 0), (2, 2, 1), (3, 1, 0)]).await, BTreeSet::from([id(1), id(3)]));
    assert_eq!(ahead(&[(1, 3, 1), (2, 2, 0), (3, u32::MAX, u32::MAX)]).await, BTreeSet::from([id(2)]));
    let many: Vec<_> = (1..5_000).map(|number| (number, 2, 1)).collect();
    assert_eq!(ahead(&many).await, (4..5_000).map(id).collect());
}

pub(crate) async fn changes_are_announced(store: Arc<dyn Store>) {
    changes_are_heard(Arc::clone(&store), store).await;
}

/// Two servers, or one that hears itself.
pub(crate) async fn changes_are_heard<S: Store + ?Sized>(ann: Arc<S>, ben: Arc<S>) {
    let next = async |changes: &mut Changes| tokio::time::timeout(TIMEOUT, changes.next()).await.expect("a hint");
    let hint = |game, last, said| Change::Game(GameVersion { game: id(game), last, said });
    let (mut one, mut two) = (ben.changes(), ben.changes());
    for number in 1..=2 {
        ann.create(game(id(number))).await.unwrap();
        for changes in [&mut one, &mut two] {
            assert_eq!(next(changes).await, hint(number, 0, 0));
        }
    }
    ann.create(game(id(2))).await.unwrap();
    ann.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    for changes in [&mut one, &mut two] {
        assert_eq!(next(changes).await, hint(1, 1, 0));
    }
    assert_eq!(ben.events(id(1), 0).await.unwrap().len(), 1);
    ann.say(id(2), Color::Black, at(1), &line("Hello")).await.unwrap();
    assert_eq!(next(&mut one).await, hint(2, 0, 1));
    assert!(ann.append(id(1), 0, batch(id(1), 1)).await.is_err());
    ann.append(id(2), 0, batch(id(2), 1)).await.unwrap();
    assert_eq!(next(&mut one).await, hint(2, 1, 0));
    ann.append(id(1), 1, Batch { holders: vec![black(9)], ..batch(id(1), 1) }).await.unwrap();
    assert_eq!(next(&mut one).await, hint(1, 2, 0));
    assert!(one.are_possible());
}

pub(crate) async fn connected_players_are_known_to_other_servers(store: Arc<dyn Store>) {
    let player = |game, color| Player { game: id(game), color };
    let [one, two, three] = [1, 2, 3].map(|number| ServerId([number; 16]));
    store.attend(one, &[player(1, Color::Black), player(2, Color::White)], LEASE).await.unwrap();
    store.attend(two, &[player(2, Color::White), player(2, Color::Black)], LEASE).await.unwrap();
    store.attend(two, &[player(3, Color::Black)], Duration::ZERO).await.unwrap();
    store.attend(two, &[], LEASE).await.unwrap();
    let expected = [
        (three, 1, true, false),
        (one, 1, false, false),
        (three, 2, true, true),
        (two, 2, false, true),
        (three, 3, false, false),
        (three, 4, false, false),
    ];
    for (asker, game, black, white) in expected {
        assert_eq!(store.attending(id(game), asker).await.unwrap(), ByColor { black, white }, "{game} {asker}");
    }
    store.attend(one, &[player(1, Color::Black)], Duration::ZERO).await.unwrap();
    assert_eq!(store.attending(id(1), three).await.unwrap(), ByColor::both(false));
}

pub(crate) async fn a_claimed_game_is_not_due(store: Arc<dyn Store>) {
    due_at(&*store, &[10, 20]).await;
    assert_eq!(store.claim(id(1), ServerId([1; 16]), LEASE).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(2)]);
    assert_eq!(store.claim(id(1), ServerId([1; 16]), Duration::ZERO).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(1), id(2)]);
    assert_eq!(store.claim(id(1), ServerId([1; 16]), LEASE).await.unwrap(), Claim::Granted);
    store.append(id(1), 1, due(id(1), 30)).await.unwrap();
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(2), id(1)]);
}

pub(crate) async fn a_slow_reader_learns_that_it_missed_changes(store: Arc<dyn Store>) {
    let mut changes = store.changes();
    at_once(&store, 0..100, |store, number| async move {
        store.create(game(id(number))).await.unwrap();
        for last in 0..100 {
            store.append(id(number), last, batch(id(number), 1)).await.unwrap();
        }
    })
    .await;
    let first = tokio::time::timeout(TIMEOUT, changes.next()).await.expect("a hint");
    assert_eq!(first, Change::Missed);
    assert!(matches!(changes.next().await, Change::Game(_)));
}
