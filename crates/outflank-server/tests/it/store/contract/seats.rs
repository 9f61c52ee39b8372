use std::sync::Arc;
use std::time::Duration;

use outflank_rules::Color;
use outflank_server::store::{
    AppendError, Batch, DeviceLink, Holder, MAX_HOLDERS, NewGame, Renewal, Seat, Seated, Seats, Store,
};

use super::LEASE;
use crate::at_once;
use crate::store::made::{batch, black, due, game, held, id, quiet, secret, summary};

pub(crate) async fn seats_are_held(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let black = Seats::default().with(Seat::Player(Color::Black));
    assert_eq!(store.seats(id(1), &secret(1)).await.unwrap(), black);
    assert_eq!(store.seats(id(1), &secret(2)).await.unwrap(), Seats::default());

    for _ in 0..2 {
        assert_eq!(store.give_seat(id(1), Seat::Watch, &secret(2)).await.unwrap(), Seated::Held);
        assert_eq!(store.give_seat(id(1), Seat::Player(Color::White), &secret(1)).await.unwrap(), Seated::Held);
    }
    assert_eq!(store.seats(id(1), &secret(1)).await.unwrap(), black.with(Seat::Player(Color::White)));
    assert_eq!(store.seats(id(1), &secret(2)).await.unwrap(), Seats::default().with(Seat::Watch));
    assert_eq!(store.seats(id(2), &secret(2)).await.unwrap(), Seats::default());
    let seats: Vec<Seat> = store.holders(id(1)).await.unwrap().iter().map(|holder| holder.seat).collect();
    assert_eq!(seats, [Seat::Player(Color::Black), Seat::Watch, Seat::Player(Color::White)]);
}

pub(crate) async fn a_seat_has_a_limit(store: Arc<dyn Store>) {
    store.create(held(Vec::new())).await.unwrap();
    let white = Seat::Player(Color::White);
    let answers =
        at_once(
            &store,
            0..64,
            |store, number| async move { store.give_seat(id(1), white, &secret(number)).await.unwrap() },
        )
        .await;
    assert_eq!(answers.into_iter().filter(|answer| *answer == Seated::Held).count(), MAX_HOLDERS);
    let holders = store.holders(id(1)).await.unwrap();
    assert_eq!(holders.len(), MAX_HOLDERS);
    assert_eq!(store.give_seat(id(1), white, &holders[3].secret).await.unwrap(), Seated::Held);
    assert_eq!(store.give_seat(id(1), white, &secret(99)).await.unwrap(), Seated::Full);
    assert_eq!(store.give_seat(id(1), Seat::Watch, &secret(99)).await.unwrap(), Seated::Held);
}

pub(crate) async fn a_new_game_has_the_same_limit(store: Arc<dyn Store>) {
    let holders: Vec<Holder> = (0..40).flat_map(|number| [black(number), black(number)]).collect();
    store.create(held(holders)).await.unwrap();
    let kept: Vec<Holder> = (0..40).map(black).take(MAX_HOLDERS).collect();
    assert_eq!(store.holders(id(1)).await.unwrap(), kept);
}

pub(crate) async fn a_seat_is_given_together_with_its_events(store: Arc<dyn Store>) {
    store.create(held(Vec::new())).await.unwrap();
    let sits = |number| Batch { holders: vec![black(number)], ..batch(id(1), 1) };
    assert!(matches!(store.append(id(1), 1, sits(1)).await, Err(AppendError::Conflict)));
    assert!(matches!(store.append(id(2), 0, sits(1)).await, Err(AppendError::Conflict)));
    assert_eq!(store.holders(id(1)).await.unwrap(), []);

    let answers =
        at_once(&store, 0..64, |store, number| async move { (number, store.append(id(1), 0, sits(number)).await) })
            .await;
    let first: Vec<_> = answers.into_iter().filter(|(_, answer)| answer.is_ok()).collect();
    let [(first, _)] = first[..] else { panic!("{first:?}") };
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(first)]);
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 1);

    let watch = Holder { seat: Seat::Watch, secret: secret(99) };
    let again = Batch { holders: vec![black(first), watch, watch], ..due(id(1), 5) };
    store.append(id(1), 1, again).await.unwrap();
    store.append(id(1), 2, Batch { holders: vec![black(100)], ..quiet(summary(id(1))) }).await.unwrap();
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(first), watch, black(100)]);
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 2);
}

pub(crate) async fn a_batch_for_a_full_seat_is_rejected(store: Arc<dyn Store>) {
    let most: Vec<Holder> = (1..).map(black).take(MAX_HOLDERS - 1).collect();
    store.create(held(most.clone())).await.unwrap();
    let sit = |holders| Batch { holders, ..due(id(1), 5) };
    let answer = store.append(id(1), 0, sit(vec![black(98), black(99)])).await;
    assert!(matches!(answer, Err(AppendError::Full)), "{answer:?}");
    assert!(matches!(store.append(id(1), 1, sit(vec![black(98), black(99)])).await, Err(AppendError::Conflict)));
    assert_eq!(store.holders(id(1)).await.unwrap(), most);
    assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);

    store.append(id(1), 0, sit(vec![black(98)])).await.unwrap();
    assert!(matches!(store.append(id(1), 1, sit(vec![black(99)])).await, Err(AppendError::Full)));
    store.append(id(1), 1, sit(vec![black(98)])).await.unwrap();
    assert_eq!(store.seats(id(1), &secret(99)).await.unwrap(), Seats::default());
}

pub(crate) async fn the_link_of_a_seat_is_replaced(store: Arc<dyn Store>) {
    let watch = |number| Holder { seat: Seat::Watch, secret: secret(number) };
    store.create(held(vec![black(1), watch(1), black(2), watch(3)])).await.unwrap();
    let renew = async |expected, seat, number| store.renew_link(id(1), expected, seat, &secret(number)).await.unwrap();
    assert_eq!(renew(0, Seat::Player(Color::Black), 7).await, Renewal::Renewed);
    assert_eq!(renew(0, Seat::Player(Color::Black), 8).await, Renewal::Renewed);
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(8), watch(1), black(2), watch(3)]);
    assert_eq!(store.seats(id(1), &secret(7)).await.unwrap(), Seats::default());
    assert_eq!(store.seats(id(1), &secret(1)).await.unwrap(), Seats::default().with(Seat::Watch));

    assert_eq!(renew(1, Seat::Watch, 9).await, Renewal::Conflict);
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    assert_eq!(renew(0, Seat::Watch, 9).await, Renewal::Conflict);
    assert_eq!(renew(1, Seat::Player(Color::White), 9).await, Renewal::Renewed);
    let white = Holder { seat: Seat::Player(Color::White), secret: secret(9) };
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(8), watch(1), black(2), watch(3), white]);
    let missing = store.renew_link(id(2), 0, Seat::Watch, &secret(9)).await.unwrap();
    assert_eq!(missing, Renewal::Conflict);
}

fn link(token: u8, holder: u8, game: Option<u32>) -> DeviceLink {
    DeviceLink { token: secret(token), holder: secret(holder), game: game.map(id) }
}

pub(crate) async fn a_device_link_works_once(store: Arc<dyn Store>) {
    let watch = |number| Holder { seat: Seat::Watch, secret: secret(number) };
    store.create(held(vec![black(9), watch(9), black(1), watch(1)])).await.unwrap();
    let take = async |token, game: Option<u32>, number| {
        store.use_device_link(&secret(token), game.map(id), &secret(number)).await.unwrap()
    };
    store.link_device(link(100, 1, Some(1)), LEASE).await.unwrap();
    store.link_device(link(101, 1, Some(1)), LEASE).await.unwrap();
    store.link_device(link(102, 1, None), Duration::ZERO).await.unwrap();
    assert_eq!(take(100, Some(1), 2).await, None, "replaced");
    assert_eq!(take(102, None, 2).await, None, "expired");
    assert_eq!(take(101, None, 2).await, None, "for one game");
    assert_eq!(take(101, Some(2), 2).await, None, "for another game");
    assert_eq!(take(101, Some(1), 2).await, Some(vec![id(1)]));
    assert_eq!(take(101, Some(1), 3).await, None, "used");
    let holders = [black(9), watch(9), black(1), watch(1), black(2), watch(2)];
    assert_eq!(store.holders(id(1)).await.unwrap(), holders);

    store.link_device(link(103, 1, Some(1)), LEASE).await.unwrap();
    assert_eq!(take(103, Some(1), 2).await, Some(vec![id(1)]), "it holds them already");
    assert_eq!(store.holders(id(1)).await.unwrap(), holders);
    store.link_device(link(104, 7, Some(1)), LEASE).await.unwrap();
    assert_eq!(take(104, Some(1), 2).await, Some(Vec::new()), "a holder without seats");
    store.link_device(link(105, 1, Some(1)), LEASE).await.unwrap();
    store.remove(id(1)).await.unwrap();
    assert_eq!(take(105, Some(1), 2).await, Some(Vec::new()), "the game is gone");
}

pub(crate) async fn of_many_devices_one_uses_a_link(store: Arc<dyn Store>) {
    store.create(held(vec![black(1)])).await.unwrap();
    store.link_device(link(100, 1, Some(1)), LEASE).await.unwrap();
    let answers = at_once(&store, 2..66, |store, number| async move {
        store.use_device_link(&secret(100), Some(id(1)), &secret(number)).await.unwrap()
    });
    assert_eq!(answers.await.into_iter().flatten().count(), 1);
    assert_eq!(store.holders(id(1)).await.unwrap().len(), 2);
}

pub(crate) async fn a_device_takes_over_all_games(store: Arc<dyn Store>) {
    for number in 1..=4 {
        store.create(game(id(number))).await.unwrap();
    }
    let full = (2..).map(black).take(MAX_HOLDERS - 1).map(|holder| holder.secret);
    for other in full {
        store.give_seat(id(2), Seat::Player(Color::Black), &other).await.unwrap();
    }
    store.give_seat(id(3), Seat::Player(Color::White), &secret(1)).await.unwrap();
    store
        .create(NewGame { first: Batch { holders: Vec::new(), ..quiet(summary(id(5))) }, ..game(id(5)) })
        .await
        .unwrap();
    store.give_seat(id(5), Seat::Watch, &secret(1)).await.unwrap();
    store.link_device(link(100, 1, None), LEASE).await.unwrap();
    let taken = store.use_device_link(&secret(100), None, &secret(99)).await.unwrap();
    assert_eq!(taken, Some(vec![id(1), id(3), id(4)]));
    let black = Seats::default().with(Seat::Player(Color::Black));
    assert_eq!(store.seats(id(1), &secret(99)).await.unwrap(), black);
    assert_eq!(store.seats(id(2), &secret(99)).await.unwrap(), Seats::default(), "full");
    assert_eq!(store.seats(id(3), &secret(99)).await.unwrap(), black.with(Seat::Player(Color::White)));
    assert_eq!(store.seats(id(5), &secret(99)).await.unwrap(), Seats::default());
}
