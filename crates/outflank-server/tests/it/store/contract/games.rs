use std::sync::Arc;

use outflank_rules::Color;
use outflank_server::Name;
use outflank_server::store::{
    AppendError, Batch, CommandTag, Creation, GameEvent, Holder, Listing, NewGame, Seat, Seats, Status, Store,
    StoreError, Summary,
};
use outflank_table::Event;

use super::LEASE;
use crate::at_once;
use crate::store::made::{
    at, batch, black, due, first, game, held, id, left, line, logged, plan, quiet, secret, summary,
};

pub(crate) async fn a_new_game_is_kept_whole(store: Arc<dyn Store>) {
    let holders = vec![
        black(1),
        Holder { seat: Seat::Watch, secret: secret(2) },
        Holder { seat: Seat::Player(Color::White), secret: secret(1) },
    ];
    let tag = CommandTag { by: Color::White, id: "c-1".parse().unwrap(), command: "anything".to_owned() };
    let joined =
        GameEvent::Joined { by: Color::Black, name: Some(Name::try_from("Ann".to_owned()).unwrap()), tag: None };
    let opened = GameEvent::Table(Event::Opened { terms: plan().terms, at: at(5) });
    let events = vec![(joined.clone(), None), (opened.clone(), Some(tag.clone()))];
    let batch = Batch { events, holders: holders.clone(), ..quiet(summary(id(1))) };
    let new = NewGame { first: batch, ..game(id(1)) };
    assert_eq!(store.create(new).await.unwrap(), Creation::Created);

    assert_eq!(store.plan(id(1)).await.unwrap(), Some(plan()));
    assert_eq!(store.holders(id(1)).await.unwrap(), holders);
    let log = store.events(id(1), 0).await.unwrap();
    assert_eq!(log.iter().map(|logged| logged.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((&log[0].event, &log[0].command), (&joined, &None));
    assert_eq!((&log[1].event, &log[1].command), (&opened, &Some(tag)));
    assert_eq!(store.summary(id(1)).await.unwrap(), Some(summary(id(1))));
}

pub(crate) async fn a_game_is_created_once(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    let other = Summary { status: Status::Over, ..summary(id(1)) };
    let batch = Batch { holders: vec![black(9)], summary: other, ..due(id(1), 5) };
    let again = NewGame { first: batch, ..game(id(1)) };
    assert_eq!(store.create(again).await.unwrap(), Creation::Exists);

    assert_eq!(store.holders(id(1)).await.unwrap(), [black(1)]);
    assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    assert_eq!(store.list(&Listing::Finished, &first(9)).await.unwrap(), []);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);
}

pub(crate) async fn of_many_creations_one_succeeds(store: Arc<dyn Store>) {
    let answers = at_once(&store, 0..64, |store, number| async move {
        (number, store.create(held(vec![black(number)])).await.unwrap())
    })
    .await;
    let created: Vec<u8> =
        answers.iter().filter(|(_, answer)| *answer == Creation::Created).map(|&(number, _)| number).collect();
    assert_eq!(created.len(), 1);
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(created[0])]);
}

pub(crate) async fn unknown_games_are_empty(store: Arc<dyn Store>) {
    assert_eq!(store.plan(id(1)).await.unwrap(), None);
    assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    assert_eq!(store.holders(id(1)).await.unwrap(), []);
    assert_eq!(store.seats(id(1), &secret(1)).await.unwrap(), Seats::default());
    assert_eq!(store.chat(id(1), 0).await.unwrap(), []);
    assert_eq!(store.last_alive().await.unwrap(), None);
    assert_eq!(store.outages(at(0)).await.unwrap(), []);
    assert!(matches!(store.append(id(1), 0, batch(id(1), 1)).await, Err(AppendError::Conflict)));
    let seat = store.give_seat(id(1), Seat::Watch, &secret(1)).await;
    assert!(matches!(seat, Err(StoreError::NoSuchGame { game }) if game == id(1)));
    let said = store.say(id(1), Color::Black, at(1), &line("Hello")).await;
    assert!(matches!(said, Err(StoreError::NoSuchGame { game }) if game == id(1)));
}

pub(crate) async fn events_follow_in_order(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 2)).await.unwrap();
    store.append(id(1), 2, batch(id(1), 300)).await.unwrap();
    store.append(id(1), 302, batch(id(1), 1)).await.unwrap();

    let all = store.events(id(1), 0).await.unwrap();
    let expected: Vec<_> = (0..2).chain(0..300).chain(0..1).map(left).collect();
    assert_eq!(all, (1..).zip(expected).map(|(number, event)| logged(number, event)).collect::<Vec<_>>());
    assert_eq!(store.events(id(1), 300).await.unwrap(), all[300..]);
    assert_eq!(store.events(id(1), 303).await.unwrap(), []);
    assert_eq!(store.events(id(1), u32::MAX).await.unwrap(), []);
}

pub(crate) async fn appending_needs_the_last_number(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 3)).await.unwrap();
    let over = Summary { status: Status::Over, ..summary(id(1)) };
    for expected in [0, 1, 2, 4, u32::MAX] {
        let late = Batch { summary: over.clone(), ..due(id(1), 1) };
        assert!(matches!(store.append(id(1), expected, late).await, Err(AppendError::Conflict)), "{expected}");
    }
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 3);
    assert_eq!(store.list(&Listing::Finished, &first(9)).await.unwrap(), []);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);
    store.append(id(1), 3, batch(id(1), 1)).await.unwrap();
}

pub(crate) async fn of_many_appends_one_wins(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    for round in 0..5 {
        let answers = at_once(&store, 0..64, |store, number| async move {
            let events = vec![(GameEvent::Table(left(number)), None); 2];
            let batch = Batch { events, ..quiet(summary(id(1))) };
            (number, store.append(id(1), 2 * round, batch).await)
        })
        .await;
        let won: Vec<u64> = answers.iter().filter(|(_, answer)| answer.is_ok()).map(|&(number, _)| number).collect();
        assert_eq!(won.len(), 1);
        let conflict = |answer: &_| matches!(answer, Ok(()) | Err(AppendError::Conflict));
        assert!(answers.iter().all(|(_, answer)| conflict(answer)));
        let events = store.events(id(1), 2 * round).await.unwrap();
        assert_eq!(events, [logged(2 * round + 1, left(won[0])), logged(2 * round + 2, left(won[0]))]);
    }
}

pub(crate) async fn a_batch_without_events_updates_list_and_timer(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    let over = Summary { status: Status::Over, ..summary(id(1)) };
    store.append(id(1), 1, Batch { due: Some(at(5)), ..quiet(over.clone()) }).await.unwrap();
    assert_eq!(store.list(&Listing::Finished, &first(9)).await.unwrap(), [over]);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), [id(1)]);
    assert!(matches!(store.append(id(1), 0, batch(id(1), 0)).await, Err(AppendError::Conflict)));
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 1);
}

pub(crate) async fn games_do_not_touch_each_other(store: Arc<dyn Store>) {
    const GAMES: u32 = 50;
    at_once(&store, 0..GAMES, |store, number| async move {
        store.create(game(id(number))).await.unwrap();
        for last in 0..20 {
            // A second writer is late in every game and every round.
            let (in_time, late) = tokio::join!(
                store.append(id(number), last, batch(id(number), 1)),
                store.append(id(number), last + 7, batch(id(number), 1)),
            );
            in_time.unwrap();
            assert!(matches!(late, Err(AppendError::Conflict)));
        }
    })
    .await;
    for number in 0..GAMES {
        let numbers: Vec<u32> = store.events(id(number), 0).await.unwrap().iter().map(|logged| logged.number).collect();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }
}
