use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use outflank_server::store::{Listing, Occupant, Seat, Status, Store, Summary};

use super::LEASE;
use crate::store::made::{after, at, first, id, listed, offer, quiet, secret, summary};

pub(crate) async fn lists_contain_the_matching_games(store: Arc<dyn Store>) {
    use Status::{Cancelled, Over, Paused, Running, Waiting};
    let friend = ByColor { black: Occupant::Creator, white: Occupant::Friend };
    let both = ByColor::both(true);
    let games = [
        Summary { status: Waiting, ..summary(id(1)) },
        Summary { status: Waiting, occupants: friend, ..summary(id(2)) },
        Summary { status: Waiting, joined: both, ..summary(id(3)) },
        Summary { status: Running, joined: both, ..summary(id(4)) },
        Summary { status: Paused, joined: both, ..summary(id(5)) },
        Summary { status: Over, joined: both, ..summary(id(6)) },
        Summary { status: Cancelled, ..summary(id(7)) },
    ];
    for summary in &games {
        store.create(listed(summary.clone())).await.unwrap();
    }
    let list = async |listing: Listing| store.list(&listing, &first(99)).await.unwrap();
    offer(&*store, 1..=7).await;
    assert_eq!(list(Listing::Open).await, games[..1]);
    assert_eq!(list(Listing::Running).await, [games[4].clone(), games[3].clone()]);
    assert_eq!(list(Listing::Finished).await, games[5..6]);
    let held = list(Listing::HeldBy(secret(1))).await;
    assert_eq!(held.iter().map(|summary| summary.id).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1].map(id));
    assert_eq!(list(Listing::HeldBy(secret(2))).await, []);
    let played = list(Listing::PlayedBy(secret(1))).await;
    assert_eq!(played.iter().map(|summary| summary.id).collect::<Vec<_>>(), [5, 4, 3, 2, 1].map(id));
    assert_eq!(list(Listing::PlayedBy(secret(2))).await, []);
    for summary in &games {
        assert_eq!(store.summary(summary.id).await.unwrap().as_ref(), Some(summary));
    }
    assert_eq!(store.summary(id(99)).await.unwrap(), None);
}

pub(crate) async fn private_games_are_in_no_public_list(store: Arc<dyn Store>) {
    let statuses = [Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled];
    for (number, status) in (1..).zip(statuses) {
        store.create(listed(Summary { status, public: false, ..summary(id(number)) })).await.unwrap();
    }
    offer(&*store, 1..=5).await;
    for listing in [Listing::Open, Listing::Running, Listing::Finished, Listing::HeldBy(secret(2))] {
        assert_eq!(store.list(&listing, &first(99)).await.unwrap(), [], "{listing:?}");
    }
    store.give_seat(id(2), Seat::Watch, &secret(2)).await.unwrap();
    assert_eq!(store.list(&Listing::HeldBy(secret(2)), &first(99)).await.unwrap(), []);
    assert_eq!(store.list(&Listing::HeldBy(secret(1)), &first(99)).await.unwrap().len(), 4);
    store.give_seat(id(2), Seat::Player(Color::Black), &secret(2)).await.unwrap();
    store.give_seat(id(2), Seat::Player(Color::White), &secret(2)).await.unwrap();
    assert_eq!(store.list(&Listing::HeldBy(secret(2)), &first(99)).await.unwrap().len(), 1);
}

pub(crate) async fn a_list_is_read_by_pages(store: Arc<dyn Store>) {
    // Three games change at each time, so that the time alone does not mark the end of a page.
    let games: Vec<Summary> =
        (0..30).map(|number| Summary { updated: at(u64::from(number / 3)), ..summary(id(number)) }).collect();
    for summary in &games {
        store.create(listed(summary.clone())).await.unwrap();
    }
    offer(&*store, 0..=29).await;
    let latest_first: Vec<Summary> = games.into_iter().rev().collect();
    for listing in [Listing::Open, Listing::HeldBy(secret(1)), Listing::PlayedBy(secret(1))] {
        for count in [1, 2, 3, 7, 30, 31] {
            let mut read = Vec::new();
            let mut page = store.list(&listing, &first(count)).await.unwrap();
            while let Some(last) = page.last() {
                assert!(page.len() <= count);
                let next = after(last, count);
                read.append(&mut page);
                page = store.list(&listing, &next).await.unwrap();
            }
            assert_eq!(read, latest_first, "{listing:?} by {count}");
        }
        assert_eq!(store.list(&listing, &first(0)).await.unwrap(), []);
        assert_eq!(store.list(&listing, &first(usize::MAX)).await.unwrap(), latest_first);
    }
}

pub(crate) async fn newer_games_do_not_shift_a_page(store: Arc<dyn Store>) {
    let listed_at = |number: u32, time: u64| listed(Summary { updated: at(time), ..summary(id(number)) });
    for number in 1..=4 {
        store.create(listed_at(number, number.into())).await.unwrap();
    }
    offer(&*store, 1..=5).await;
    let page = store.list(&Listing::Open, &first(2)).await.unwrap();
    assert_eq!(page.iter().map(|summary| summary.id).collect::<Vec<_>>(), [id(4), id(3)]);
    // A new game appears, and the last game of the page moves to the front.
    store.create(listed_at(5, 5)).await.unwrap();
    offer(&*store, 5..=5).await;
    store.append(id(3), 0, listed_at(3, 6).first).await.unwrap();
    let next = store.list(&Listing::Open, &after(&page[1], 2)).await.unwrap();
    assert_eq!(next.iter().map(|summary| summary.id).collect::<Vec<_>>(), [id(2), id(1)]);
    let front = store.list(&Listing::Open, &first(9)).await.unwrap();
    assert_eq!(front.iter().map(|summary| summary.id).collect::<Vec<_>>(), [3, 5, 4, 2, 1].map(id));
}

pub(crate) async fn an_open_game_is_listed_as_long_as_it_is_offered(store: Arc<dyn Store>) {
    for number in 1..=3 {
        store.create(listed(summary(id(number)))).await.unwrap();
    }
    let open = async || -> Vec<_> {
        let list = store.list(&Listing::Open, &first(9)).await.unwrap();
        list.into_iter().map(|summary| summary.id).collect()
    };
    assert_eq!(open().await, []);
    store.renew_offers(&[id(1), id(3), id(9)], LEASE).await.unwrap();
    store.renew_offers(&[], LEASE).await.unwrap();
    assert_eq!(open().await, [id(3), id(1)]);
    store.renew_offers(&[id(3)], Duration::ZERO).await.unwrap();
    assert_eq!(open().await, [id(1)]);
    store.renew_offers(&[id(2), id(3), id(3)], LEASE).await.unwrap();
    assert_eq!(open().await, [id(3), id(2), id(1)]);
    let begun = Summary { status: Status::Running, joined: ByColor::both(true), ..summary(id(2)) };
    store.append(id(2), 0, quiet(begun)).await.unwrap();
    store.renew_offers(&[id(2)], LEASE).await.unwrap();
    assert_eq!(open().await, [id(3), id(1)]);
    let many: Vec<_> = (0..5_000).map(id).collect();
    store.renew_offers(&many, LEASE).await.unwrap();
    assert_eq!(open().await, [id(3), id(1)]);
}
