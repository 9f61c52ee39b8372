use std::sync::Arc;

use outflank_rules::Color;
use outflank_server::store::{AppendError, Batch, Holder, MAX_HOLDERS, Seat, Seated, Seats, Store};

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

    // A holder can get the same seat again, and a seat can be given without an event.
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
    // There is room for one, not for two.
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
