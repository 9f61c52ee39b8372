//! What every store promises. Each function is a test for a store without games.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use outflank_server::store::{
    AppendError, Batch, Change, Changes, Claim, CommandTag, Creation, GameEvent, Holder, Known, Listing, LoggedLine,
    MOST_CHAT_LINES, MOST_HOLDERS, NewGame, Occupant, Player, Said, Seat, Seated, Seats, Status, Store, StoreError,
    Summary,
};
use outflank_server::{ChatLine, GameId, Name, Node};
use outflank_table::Event;
use tokio::task::JoinSet;

use crate::made::{
    after, at, batch, black, due, due_in_an_hour, first, game, id, left, listed, logged, plan, quiet, secret, summary,
};

/// Longer than a test runs.
const LEASE: Duration = Duration::from_secs(3_600);

/// How long a hint may take.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) async fn a_new_game_is_kept_whole(store: Arc<dyn Store>) {
    let holders = vec![
        black(1),
        Holder { seat: Seat::Watch, secret: secret(2) },
        Holder { seat: Seat::Player(Color::White), secret: secret(1) },
    ];
    let tag = CommandTag { by: Color::White, id: "c-1".parse().unwrap(), command: "anything".to_owned() };
    let joined = GameEvent::Joined { by: Color::Black, name: Some(Name::try_from("Ann".to_owned()).unwrap()) };
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
    assert_eq!(store.list(&Listing::Open, &first(9)).await.unwrap(), [summary(id(1))]);
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

pub(crate) async fn of_many_creators_one_creates(store: Arc<dyn Store>) {
    let mut creators = JoinSet::new();
    for number in 0..64 {
        let store = Arc::clone(&store);
        creators.spawn(async move {
            let new = held(vec![black(number)]);
            (number, store.create(new).await.unwrap())
        });
    }
    let answers = creators.join_all().await;
    let created: Vec<u8> =
        answers.iter().filter(|(_, answer)| *answer == Creation::Created).map(|&(number, _)| number).collect();
    assert_eq!(created.len(), 1);
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(created[0])]);
}

pub(crate) async fn what_does_not_exist_is_empty(store: Arc<dyn Store>) {
    let line = ChatLine::try_from("Hello".to_owned()).unwrap();
    assert_eq!(store.plan(id(1)).await.unwrap(), None);
    assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    assert_eq!(store.holders(id(1)).await.unwrap(), []);
    assert_eq!(store.seats(id(1), &secret(1)).await.unwrap(), Seats::default());
    assert_eq!(store.chat(id(1), 0).await.unwrap(), []);
    assert_eq!(store.last_alive().await.unwrap(), None);
    assert_eq!(store.running().await.unwrap(), []);
    assert!(matches!(store.append(id(1), 0, batch(id(1), 1)).await, Err(AppendError::Conflict)));
    let seat = store.give_seat(id(1), Seat::Watch, &secret(1)).await;
    assert!(matches!(seat, Err(StoreError::NoSuchGame { game }) if game == id(1)));
    let said = store.say(id(1), Color::Black, at(1), &line).await;
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

pub(crate) async fn only_who_knows_the_last_number_appends(store: Arc<dyn Store>) {
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

pub(crate) async fn of_many_appenders_one_wins(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    for round in 0..5 {
        let mut appenders = JoinSet::new();
        for number in 0..64 {
            let store = Arc::clone(&store);
            appenders.spawn(async move {
                // Two events each: a batch is there whole or not at all.
                let events = vec![(GameEvent::Table(left(number)), None); 2];
                let batch = Batch { events, ..quiet(summary(id(1))) };
                (number, store.append(id(1), 2 * round, batch).await)
            });
        }
        let answers = appenders.join_all().await;
        let won: Vec<u64> = answers.iter().filter(|(_, answer)| answer.is_ok()).map(|&(number, _)| number).collect();
        assert_eq!(won.len(), 1);
        let conflict = |answer: &_| matches!(answer, Ok(()) | Err(AppendError::Conflict));
        assert!(answers.iter().all(|(_, answer)| conflict(answer)));
        let events = store.events(id(1), 2 * round).await.unwrap();
        assert_eq!(events, [logged(2 * round + 1, left(won[0])), logged(2 * round + 2, left(won[0]))]);
    }
}

pub(crate) async fn a_batch_without_events_changes_what_is_listed_and_due(store: Arc<dyn Store>) {
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
    let mut rooms = JoinSet::new();
    for number in 0..GAMES {
        let store = Arc::clone(&store);
        rooms.spawn(async move {
            store.create(game(id(number))).await.unwrap();
            for last in 0..20 {
                // Somebody else is late in every game and every round.
                let (in_time, late) = tokio::join!(
                    store.append(id(number), last, batch(id(number), 1)),
                    store.append(id(number), last + 7, batch(id(number), 1)),
                );
                in_time.unwrap();
                assert!(matches!(late, Err(AppendError::Conflict)));
            }
        });
    }
    rooms.join_all().await;
    for number in 0..GAMES {
        let numbers: Vec<u32> = store.events(id(number), 0).await.unwrap().iter().map(|logged| logged.number).collect();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }
}

/// Games with the numbers from 1 that are due at these times.
async fn due_at(store: &dyn Store, times: &[u64]) {
    for (number, &time) in (1..).zip(times) {
        store.create(NewGame { first: due(id(number), time), ..game(id(number)) }).await.unwrap();
    }
}

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
    // A lease for no time is over at once.
    for lease in [Duration::ZERO, LEASE] {
        assert_eq!(store.claim_due(lease, 9).await.unwrap(), [id(1), id(2)]);
    }
    let claim = || store.claim_due(LEASE, 9);
    assert_eq!(claim().await.unwrap(), []);

    // The batch clears the lease, and makes the game due at another time.
    store.append(id(1), 1, due_in_an_hour(&*store, id(1)).await).await.unwrap();
    assert_eq!(claim().await.unwrap(), []);
    store.append(id(1), 2, due(id(1), 120)).await.unwrap();
    assert_eq!(claim().await.unwrap(), [id(1)]);

    // A batch that was refused clears nothing.
    assert!(store.append(id(2), 0, due(id(2), 5)).await.is_err());
    assert_eq!(claim().await.unwrap(), []);
    // What is no longer due is not claimed, lease or not.
    store.append(id(1), 3, batch(id(1), 1)).await.unwrap();
    store.append(id(2), 1, batch(id(2), 1)).await.unwrap();
    assert_eq!(claim().await.unwrap(), []);
}

pub(crate) async fn two_claimers_share_what_is_due(store: Arc<dyn Store>) {
    due_at(&*store, &[1; 60]).await;
    let mut claimers = JoinSet::new();
    for _ in 0..20 {
        let store = Arc::clone(&store);
        claimers.spawn(async move { store.claim_due(LEASE, 4).await.unwrap() });
    }
    let claimed: Vec<GameId> = claimers.join_all().await.concat();
    assert_eq!(claimed.len(), 60);
    assert_eq!(claimed.into_iter().collect::<BTreeSet<_>>(), (1..=60).map(id).collect());
}

/// Games without a clock may be due at the end of time.
pub(crate) async fn the_end_of_time_is_a_moment(store: Arc<dyn Store>) {
    let end = at(u64::MAX);
    let last = Summary { updated: end, ..summary(id(1)) };
    let first_batch = Batch { due: Some(end), ..quiet(last.clone()) };
    store.create(NewGame { first: first_batch, ..game(id(1)) }).await.unwrap();
    store.append(id(1), 0, Batch { due: Some(end), ..quiet(last.clone()) }).await.unwrap();
    assert_eq!(store.list(&Listing::Open, &first(9)).await.unwrap(), [last]);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);

    // A lease may last that long too.
    store.append(id(1), 0, due(id(1), 5)).await.unwrap();
    assert_eq!(store.claim_due(Duration::MAX, 9).await.unwrap(), [id(1)]);
    assert_eq!(store.claim_due(LEASE, 9).await.unwrap(), []);
    assert_eq!(store.claim(id(1), Node([1; 16]), Duration::MAX).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim(id(1), Node([2; 16]), LEASE).await.unwrap(), Claim::Refused);
}

pub(crate) async fn the_clock_goes_on(store: Arc<dyn Store>) {
    // A clock that was set at all is past 2020.
    let start = store.now().await.unwrap();
    assert!(start > at(1_577_836_800_000), "{start:?}");
    let mut last = start;
    while last == start {
        let now = store.now().await.unwrap();
        assert!(now >= last);
        last = now;
    }
}

pub(crate) async fn one_server_thinks_for_a_game(store: Arc<dyn Store>) {
    let [ann, ben] = [Node([1; 16]), Node([2; 16])];
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let claim = async |game, by, lease| store.claim(game, by, lease).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Refused);
    assert_eq!(claim(id(2), ben, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(3), ben, LEASE).await, Claim::Refused, "there is no such game");

    // Who holds it may ask again, and may give it up.
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ann, Duration::ZERO).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Refused);

    // What was refused changes nothing, and neither does talk.
    assert!(store.append(id(1), 7, batch(id(1), 1)).await.is_err());
    store.say(id(1), Color::Black, at(1), &ChatLine::try_from("Hello".to_owned()).unwrap()).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Refused);
    // After the next event there is something else to think about.
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    assert_eq!(claim(id(1), ann, LEASE).await, Claim::Granted);
    assert_eq!(claim(id(1), ben, LEASE).await, Claim::Refused);
}

pub(crate) async fn of_many_claimers_one_thinks(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    for last in 0..5 {
        let mut claimers = JoinSet::new();
        for number in 0..32 {
            let store = Arc::clone(&store);
            claimers.spawn(async move { store.claim(id(1), Node([number; 16]), LEASE).await.unwrap() });
        }
        let granted = claimers.join_all().await.into_iter().filter(|claim| *claim == Claim::Granted).count();
        assert_eq!(granted, 1);
        store.append(id(1), last, batch(id(1), 1)).await.unwrap();
    }
}

pub(crate) async fn who_is_behind_is_told(store: Arc<dyn Store>) {
    let line = ChatLine::try_from("Hello".to_owned()).unwrap();
    for number in 1..=3 {
        store.create(game(id(number))).await.unwrap();
        store.append(id(number), 0, batch(id(number), 2)).await.unwrap();
    }
    store.say(id(2), Color::Black, at(1), &line).await.unwrap();
    let ahead = async |known: &[(u32, u32, u32)]| {
        let known: Vec<Known> = known.iter().map(|&(game, last, said)| Known { game: id(game), last, said }).collect();
        store.ahead(&known).await.unwrap().into_iter().collect::<BTreeSet<GameId>>()
    };
    assert_eq!(ahead(&[]).await, BTreeSet::new());
    assert_eq!(ahead(&[(1, 2, 0), (2, 2, 1), (3, 2, 0), (4, 0, 0)]).await, BTreeSet::new());
    assert_eq!(ahead(&[(1, 0, 0), (2, 2, 1), (3, 1, 0)]).await, BTreeSet::from([id(1), id(3)]));
    assert_eq!(ahead(&[(1, 3, 1), (2, 2, 0), (3, u32::MAX, u32::MAX)]).await, BTreeSet::from([id(2)]));
    let many: Vec<_> = (0..5_000).map(|number| (number, 1, 0)).collect();
    assert_eq!(ahead(&many).await, BTreeSet::from([id(1), id(2), id(3)]));
}

/// Of a store that several servers can have.
pub(crate) async fn changes_are_told(store: Arc<dyn Store>) {
    let next = async |changes: &mut Changes| tokio::time::timeout(PATIENCE, changes.next()).await.expect("a hint");
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let (mut one, mut two) = (store.changes(), store.changes());
    store.append(id(1), 0, batch(id(1), 1)).await.unwrap();
    for changes in [&mut one, &mut two] {
        assert_eq!(next(changes).await, Change::Game(Known { game: id(1), last: 1, said: 0 }));
    }
    store.say(id(2), Color::Black, at(1), &ChatLine::try_from("Hello".to_owned()).unwrap()).await.unwrap();
    assert_eq!(next(&mut one).await, Change::Game(Known { game: id(2), last: 0, said: 1 }));
    // Of what was refused nothing is told.
    assert!(store.append(id(1), 0, batch(id(1), 1)).await.is_err());
    store.append(id(2), 0, batch(id(2), 1)).await.unwrap();
    assert_eq!(next(&mut one).await, Change::Game(Known { game: id(2), last: 1, said: 0 }));
    assert!(one.are_possible());
}

/// Who is at a server of the store is known to the others, as long as it is true.
pub(crate) async fn players_are_noted_as_connected(store: Arc<dyn Store>) {
    let player = |game, color| Player { game: id(game), color };
    let [one, two, three] = [1, 2, 3].map(|number| Node([number; 16]));
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
    // A later word counts.
    store.attend(one, &[player(1, Color::Black)], Duration::ZERO).await.unwrap();
    assert_eq!(store.attending(id(1), three).await.unwrap(), ByColor::both(false));
}

/// Where the engine thinks nobody else has to look after the game.
pub(crate) async fn a_game_that_is_thought_about_is_not_due(store: Arc<dyn Store>) {
    due_at(&*store, &[10, 20]).await;
    assert_eq!(store.claim(id(1), Node([1; 16]), LEASE).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(2)]);
    assert_eq!(store.claim(id(1), Node([1; 16]), Duration::ZERO).await.unwrap(), Claim::Granted);
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(1), id(2)]);
    // What has gone on is due as its last batch says.
    assert_eq!(store.claim(id(1), Node([1; 16]), LEASE).await.unwrap(), Claim::Granted);
    store.append(id(1), 1, due(id(1), 30)).await.unwrap();
    assert_eq!(store.claim_due(Duration::ZERO, 9).await.unwrap(), [id(2), id(1)]);
}

/// Who does not read for long is told that it missed something, and then the rest.
pub(crate) async fn who_reads_late_has_missed_something(store: Arc<dyn Store>) {
    let mut changes = store.changes();
    let mut writers = JoinSet::new();
    for number in 0..100 {
        let store = Arc::clone(&store);
        writers.spawn(async move {
            store.create(game(id(number))).await.unwrap();
            for last in 0..100 {
                store.append(id(number), last, batch(id(number), 1)).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    let first = tokio::time::timeout(PATIENCE, changes.next()).await.expect("a hint");
    assert_eq!(first, Change::Missed);
    assert!(matches!(changes.next().await, Change::Game(_)));
}

pub(crate) async fn running_games_are_found(store: Arc<dyn Store>) {
    let statuses = [Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled];
    for (number, status) in (1..).zip(statuses) {
        store.create(listed(Summary { status, ..summary(id(number)) })).await.unwrap();
    }
    store.create(listed(Summary { status: Status::Running, public: false, ..summary(id(6)) })).await.unwrap();
    assert_eq!(store.running().await.unwrap(), [id(2), id(6)]);
    store.append(id(2), 0, quiet(Summary { status: Status::Over, ..summary(id(2)) })).await.unwrap();
    store.append(id(1), 0, quiet(Summary { status: Status::Running, ..summary(id(1)) })).await.unwrap();
    assert_eq!(store.running().await.unwrap(), [id(1), id(6)]);
}

pub(crate) async fn lists_hold_what_they_say(store: Arc<dyn Store>) {
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
    assert_eq!(list(Listing::Open).await, games[..1]);
    assert_eq!(list(Listing::Running).await, [games[4].clone(), games[3].clone()]);
    assert_eq!(list(Listing::Finished).await, games[5..6]);
    let held = list(Listing::HeldBy(secret(1))).await;
    assert_eq!(held.iter().map(|summary| summary.id).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1].map(id));
    assert_eq!(list(Listing::HeldBy(secret(2))).await, []);
}

pub(crate) async fn private_games_are_in_no_public_list(store: Arc<dyn Store>) {
    let statuses = [Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled];
    for (number, status) in (1..).zip(statuses) {
        store.create(listed(Summary { status, public: false, ..summary(id(number)) })).await.unwrap();
    }
    for listing in [Listing::Open, Listing::Running, Listing::Finished, Listing::HeldBy(secret(2))] {
        assert_eq!(store.list(&listing, &first(99)).await.unwrap(), [], "{listing:?}");
    }
    // Who plays sees them; who only watches does not.
    store.give_seat(id(2), Seat::Watch, &secret(2)).await.unwrap();
    assert_eq!(store.list(&Listing::HeldBy(secret(2)), &first(99)).await.unwrap(), []);
    assert_eq!(store.list(&Listing::HeldBy(secret(1)), &first(99)).await.unwrap().len(), 4);
    // Who plays both sides sees the game once.
    store.give_seat(id(2), Seat::Player(Color::Black), &secret(2)).await.unwrap();
    store.give_seat(id(2), Seat::Player(Color::White), &secret(2)).await.unwrap();
    assert_eq!(store.list(&Listing::HeldBy(secret(2)), &first(99)).await.unwrap().len(), 1);
}

pub(crate) async fn a_list_is_read_by_pages(store: Arc<dyn Store>) {
    // Three games change at each moment, so that the moment alone does not tell where a page ended.
    let games: Vec<Summary> =
        (0..30).map(|number| Summary { updated: at(u64::from(number / 3)), ..summary(id(number)) }).collect();
    for summary in &games {
        store.create(listed(summary.clone())).await.unwrap();
    }
    let latest_first: Vec<Summary> = games.into_iter().rev().collect();
    for listing in [Listing::Open, Listing::HeldBy(secret(1))] {
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

pub(crate) async fn a_page_is_not_moved_by_newer_games(store: Arc<dyn Store>) {
    let listed_at = |number: u32, time: u64| listed(Summary { updated: at(time), ..summary(id(number)) });
    for number in 1..=4 {
        store.create(listed_at(number, number.into())).await.unwrap();
    }
    let page = store.list(&Listing::Open, &first(2)).await.unwrap();
    assert_eq!(page.iter().map(|summary| summary.id).collect::<Vec<_>>(), [id(4), id(3)]);
    // A new game appears, and the one that ended the page moves to the front.
    store.create(listed_at(5, 5)).await.unwrap();
    store.append(id(3), 0, listed_at(3, 6).first).await.unwrap();
    let next = store.list(&Listing::Open, &after(&page[1], 2)).await.unwrap();
    assert_eq!(next.iter().map(|summary| summary.id).collect::<Vec<_>>(), [id(2), id(1)]);
    let front = store.list(&Listing::Open, &first(9)).await.unwrap();
    assert_eq!(front.iter().map(|summary| summary.id).collect::<Vec<_>>(), [3, 5, 4, 2, 1].map(id));
}

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
    let mut browsers = JoinSet::new();
    for number in 0..64 {
        let store = Arc::clone(&store);
        browsers.spawn(async move { store.give_seat(id(1), white, &secret(number)).await.unwrap() });
    }
    let held = browsers.join_all().await.into_iter().filter(|answer| *answer == Seated::Held).count();
    assert_eq!(held, MOST_HOLDERS);
    let holders = store.holders(id(1)).await.unwrap();
    assert_eq!(holders.len(), MOST_HOLDERS);
    // Who holds it already still does, and other seats are not full.
    assert_eq!(store.give_seat(id(1), white, &holders[3].secret).await.unwrap(), Seated::Held);
    assert_eq!(store.give_seat(id(1), white, &secret(99)).await.unwrap(), Seated::Full);
    assert_eq!(store.give_seat(id(1), Seat::Watch, &secret(99)).await.unwrap(), Seated::Held);
}

pub(crate) async fn a_new_game_has_the_same_limit(store: Arc<dyn Store>) {
    let holders: Vec<Holder> = (0..40).flat_map(|number| [black(number), black(number)]).collect();
    store.create(held(holders)).await.unwrap();
    let kept: Vec<Holder> = (0..40).map(black).take(MOST_HOLDERS).collect();
    assert_eq!(store.holders(id(1)).await.unwrap(), kept);
}

pub(crate) async fn a_seat_is_given_exactly_if_the_events_are_added(store: Arc<dyn Store>) {
    store.create(held(Vec::new())).await.unwrap();
    let sits = |number| Batch { holders: vec![black(number)], ..batch(id(1), 1) };
    assert!(matches!(store.append(id(1), 1, sits(1)).await, Err(AppendError::Conflict)));
    assert!(matches!(store.append(id(2), 0, sits(1)).await, Err(AppendError::Conflict)));
    assert_eq!(store.holders(id(1)).await.unwrap(), []);

    let mut comers = JoinSet::new();
    for number in 0..64 {
        let (store, sits) = (Arc::clone(&store), sits(number));
        comers.spawn(async move { (number, store.append(id(1), 0, sits).await) });
    }
    let first: Vec<_> = comers.join_all().await.into_iter().filter(|(_, answer)| answer.is_ok()).collect();
    let [(first, _)] = first[..] else { panic!("{first:?}") };
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(first)]);
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 1);

    // Who holds a seat may be given it again, and a seat can be given without an event.
    let watch = Holder { seat: Seat::Watch, secret: secret(99) };
    let again = Batch { holders: vec![black(first), watch, watch], ..due(id(1), 5) };
    store.append(id(1), 1, again).await.unwrap();
    store.append(id(1), 2, Batch { holders: vec![black(100)], ..quiet(summary(id(1))) }).await.unwrap();
    assert_eq!(store.holders(id(1)).await.unwrap(), [black(first), watch, black(100)]);
    assert_eq!(store.events(id(1), 0).await.unwrap().len(), 2);
}

pub(crate) async fn a_batch_for_a_full_seat_is_refused(store: Arc<dyn Store>) {
    let most: Vec<Holder> = (1..).map(black).take(MOST_HOLDERS - 1).collect();
    store.create(held(most.clone())).await.unwrap();
    let sit = |holders| Batch { holders, ..due(id(1), 5) };
    // There is a place for one, and none for two.
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

pub(crate) async fn chat_is_numbered(store: Arc<dyn Store>) {
    let text = |text: &str| ChatLine::try_from(text.to_owned()).unwrap();
    store.create(game(id(1))).await.unwrap();
    store.create(game(id(2))).await.unwrap();
    let hello = text("Hello <b>'\"; DROP TABLE games; 棋");
    assert_eq!(store.say(id(1), Color::Black, at(7), &hello).await.unwrap(), Said::Kept(1));
    assert_eq!(store.say(id(2), Color::Black, at(8), &text("elsewhere")).await.unwrap(), Said::Kept(1));
    assert_eq!(store.say(id(1), Color::White, at(9), &text("hi")).await.unwrap(), Said::Kept(2));
    let lines = [
        LoggedLine { number: 1, by: Color::Black, at: at(7), text: hello },
        LoggedLine { number: 2, by: Color::White, at: at(9), text: text("hi") },
    ];
    assert_eq!(store.chat(id(1), 0).await.unwrap(), lines);
    assert_eq!(store.chat(id(1), 1).await.unwrap(), lines[1..]);
    assert_eq!(store.chat(id(1), 2).await.unwrap(), []);
}

pub(crate) async fn chat_has_a_limit(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    let mut speakers = JoinSet::new();
    for number in 0..MOST_CHAT_LINES + 20 {
        let store = Arc::clone(&store);
        speakers.spawn(async move {
            let line = ChatLine::try_from(format!("line {number}")).unwrap();
            store.say(id(1), Color::Black, at(1), &line).await.unwrap()
        });
    }
    let answers = speakers.join_all().await;
    let mut numbers: Vec<u32> =
        answers.iter().filter_map(|said| if let Said::Kept(number) = said { Some(*number) } else { None }).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=MOST_CHAT_LINES).collect::<Vec<_>>());
    let kept: Vec<u32> = store.chat(id(1), 0).await.unwrap().iter().map(|line| line.number).collect();
    assert_eq!(kept, numbers);
}

pub(crate) async fn the_latest_sign_of_life_counts(store: Arc<dyn Store>) {
    let mut latest = None;
    for time in [5, 9, 3, 12] {
        store.note_alive(at(time)).await.unwrap();
        latest = latest.max(Some(at(time)));
        assert_eq!(store.last_alive().await.unwrap(), latest);
    }
}

pub(crate) async fn a_closed_store_says_so(store: Arc<dyn Store>) {
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
    assert!(matches!(store.claim(id(1), Node([1; 16]), LEASE).await, Err(StoreError::Closed)));
    assert!(matches!(store.ahead(&[Known { game: id(1), last: 0, said: 0 }]).await, Err(StoreError::Closed)));
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

/// Whoever asks while the store is being closed gets an answer: done, or closed.
pub(crate) async fn what_was_accepted_before_the_end_is_answered(store: Arc<dyn Store>) {
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
                    // The game was not created before the end.
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

/// A new game whose seats are held by these.
fn held(holders: Vec<Holder>) -> NewGame {
    NewGame { first: Batch { holders, ..quiet(summary(id(1))) }, ..game(id(1)) }
}
