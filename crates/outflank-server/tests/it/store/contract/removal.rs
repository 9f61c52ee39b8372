use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use outflank_rules::{ByColor, Color};
use outflank_server::GameId;
use outflank_server::store::{
    AgingKind, AppendError, Batch, Expiry, GameEvent, GameVersion, Listing, NewGame, Occupant, Seat, Status, Store,
    StoreError, Summary,
};
use outflank_table::{Ending, Event};

use super::LEASE;
use crate::store::made::{at, batch, black, first, game, id, left, line, listed, plan, quiet, secret, summary};

const MOST: usize = 1_000;

fn moved_at(summary: Summary, time: u64) -> NewGame {
    let ended = Event::Ended { ending: Ending::DrawAgreed, clocks: None, at: at(time) };
    // Leaving is not a move.
    let events = [ended, left(time + 1_000_000)].map(|event| (GameEvent::Table(event), None));
    let first = Batch { events: events.to_vec(), holders: vec![black(1)], ..quiet(summary) };
    NewGame { id: first.summary.id, plan: plan(), owner: None, first }
}

fn private(number: u32, status: Status) -> Summary {
    let occupants = ByColor { black: Occupant::Creator, white: Occupant::Friend };
    Summary { status, occupants, updated: at(9_000_000), ..summary(id(number)) }
}

async fn remove_all(store: &dyn Store, kind: AgingKind, before: u64) -> Vec<GameId> {
    let expiry = Expiry { kind, before: at(before) };
    let mut all = Vec::new();
    loop {
        let count = store.count_expired(expiry).await.unwrap();
        let removed = store.remove_expired(expiry, MOST).await.unwrap();
        assert_eq!(store.count_expired(expiry).await.unwrap(), count - removed.len() as u64);
        if removed.is_empty() {
            return all;
        }
        all.extend(removed);
    }
}

async fn ids(store: &dyn Store) -> Vec<GameId> {
    store.scan(None, MOST).await.unwrap().into_iter().map(|summary| summary.id).collect()
}

pub(crate) async fn a_removed_game_leaves_nothing(store: Arc<dyn Store>) {
    for number in 1..=2 {
        store.create(game(id(number))).await.unwrap();
        store.append(id(number), 0, batch(id(number), 3)).await.unwrap();
        store.give_seat(id(number), Seat::Watch, &secret(2)).await.unwrap();
        store.say(id(number), Color::Black, at(1), &line("Hello")).await.unwrap();
        store.renew_offers(&[id(number)], LEASE).await.unwrap();
    }
    assert!(store.remove(id(1)).await.unwrap());
    assert!(!store.remove(id(1)).await.unwrap());
    assert_eq!(store.plan(id(1)).await.unwrap(), None);
    assert_eq!(store.summary(id(1)).await.unwrap(), None);
    assert_eq!(store.events(id(1), 0).await.unwrap(), []);
    assert_eq!(store.holders(id(1)).await.unwrap(), []);
    assert_eq!(store.chat(id(1), 0).await.unwrap(), []);
    for listing in [Listing::Open, Listing::HeldBy(secret(1))] {
        let listed = store.list(&listing, &first(9)).await.unwrap();
        assert_eq!(listed.iter().map(|summary| summary.id).collect::<Vec<_>>(), [id(2)], "{listing:?}");
    }
    let append = store.append(id(1), 3, batch(id(1), 1)).await;
    assert!(matches!(append, Err(AppendError::Conflict)), "{append:?}");
    let said = store.say(id(1), Color::Black, at(1), &line("Hello?")).await;
    assert!(matches!(said, Err(StoreError::NoSuchGame { .. })), "{said:?}");
    let known = |number| GameVersion { game: id(number), last: 3, said: 1 };
    assert_eq!(store.ahead(&[known(1), known(2)]).await.unwrap(), [id(1)], "rooms find out that it is gone");
    assert_eq!(store.events(id(2), 0).await.unwrap().len(), 3);
    assert_eq!(store.chat(id(2), 0).await.unwrap().len(), 1);
}

pub(crate) async fn unfinished_games_age_from_their_last_move(store: Arc<dyn Store>) {
    use Status::{Cancelled, Over, Paused, Running, Waiting};
    for (number, status) in (1..).zip([Waiting, Running, Paused, Cancelled, Over]) {
        store.create(moved_at(private(number, status), 100)).await.unwrap();
    }
    // Never moved: created at 1.
    store.create(listed(private(6, Waiting))).await.unwrap();
    let due = Batch { due: Some(at(50)), ..moved_at(private(7, Running), 100).first };
    store.create(NewGame { first: due, ..moved_at(private(7, Running), 100) }).await.unwrap();
    store.create(moved_at(private(8, Running), 101)).await.unwrap();
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 0).await, []);
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 99).await, [id(6)]);
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 100).await, [1, 2, 3, 4].map(id));
    assert_eq!(ids(&*store).await, [5, 7, 8].map(id));
    // A move begins a new age, and other events do not.
    store.append(id(8), 2, moved_at(private(8, Running), 500).first).await.unwrap();
    store.append(id(8), 4, quiet(private(8, Running))).await.unwrap();
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 499).await, []);
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 500).await, [id(8)]);
    assert_eq!(remove_all(&*store, AgingKind::Finished, 99).await, []);
    assert_eq!(remove_all(&*store, AgingKind::Finished, 100).await, [id(5)]);
    assert_eq!(ids(&*store).await, [id(7)]);
}

pub(crate) async fn offers_age_when_their_creator_has_left(store: Arc<dyn Store>) {
    for number in 1..=4 {
        store.create(game(id(number))).await.unwrap();
    }
    store.renew_offers(&[id(1)], LEASE).await.unwrap();
    store.renew_offers(&[id(2), id(4)], Duration::ZERO).await.unwrap();
    let begun = Summary { status: Status::Running, joined: ByColor::both(true), ..summary(id(4)) };
    store.append(id(4), 0, quiet(begun)).await.unwrap();
    // The third was never offered, as after a crash or an upgrade: it ages from now on.
    assert_eq!(remove_all(&*store, AgingKind::Offer, 0).await, []);
    let now = store.now().await.unwrap().as_millis();
    let gone = remove_all(&*store, AgingKind::Offer, now + 1_000).await;
    assert_eq!(gone.into_iter().collect::<BTreeSet<_>>(), BTreeSet::from([id(2), id(3)]));
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, 0).await, [], "the first is open, the fourth is new");
    assert_eq!(remove_all(&*store, AgingKind::Unfinished, u64::MAX).await, [id(4)]);
    assert_eq!(ids(&*store).await, [id(1)]);
}

pub(crate) async fn the_only_open_game_ages_like_others(store: Arc<dyn Store>) {
    store.create(game(id(1))).await.unwrap();
    store.renew_offers(&[id(1)], Duration::ZERO).await.unwrap();
    let left = store.now().await.unwrap().as_millis();
    assert_eq!(remove_all(&*store, AgingKind::Offer, 0).await, []);
    while store.now().await.unwrap().as_millis() <= left {
        tokio::task::yield_now().await;
    }
    assert_eq!(remove_all(&*store, AgingKind::Offer, left).await, [id(1)]);
}

pub(crate) async fn removal_is_done_in_small_batches(store: Arc<dyn Store>) {
    for number in 1..=5 {
        let moved = moved_at(private(number, Status::Running), number.into());
        let events = vec![moved.first.events[0].clone(); 1_500];
        store.create(NewGame { first: Batch { events, ..moved.first }, ..moved }).await.unwrap();
    }
    let expiry = Expiry { kind: AgingKind::Unfinished, before: at(5) };
    assert_eq!(store.remove_expired(expiry, 1).await.unwrap(), [id(1)], "the oldest first");
    assert_eq!(store.remove_expired(expiry, MOST).await.unwrap(), [id(2), id(3)]);
    assert_eq!(store.remove_expired(expiry, 0).await.unwrap(), []);
    assert_eq!(store.count_expired(expiry).await.unwrap(), 2);
}

pub(crate) async fn retention_begins_once(store: Arc<dyn Store>) {
    let before = store.now().await.unwrap();
    let since = store.retained_since().await.unwrap();
    assert!(before <= since && since <= store.now().await.unwrap());
    while store.now().await.unwrap() <= since {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.retained_since().await.unwrap(), since);
}

pub(crate) async fn all_games_are_scanned_in_order(store: Arc<dyn Store>) {
    for number in [3, 1, 5, 2, 4] {
        store.create(listed(private(number, Status::Waiting))).await.unwrap();
    }
    assert_eq!(ids(&*store).await, [1, 2, 3, 4, 5].map(id));
    let page = store.scan(Some(id(2)), 2).await.unwrap();
    assert_eq!(page, [private(3, Status::Waiting), private(4, Status::Waiting)]);
    assert_eq!(store.scan(Some(id(5)), 2).await.unwrap(), []);
}

/// Set by `cargo xtask soak`.
const AGED_GAMES: &str = "OUTFLANK_AGED_GAMES";

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Over 400 days, games of all kinds are played. Each day the host removes unfinished games after 30 days and finished ones after 300.
pub(crate) async fn exactly_the_promised_games_remain_after_400_days(store: Arc<dyn Store>) {
    let games: u32 = std::env::var(AGED_GAMES).map_or(400, |count| count.parse().unwrap());
    let statuses = [Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled];
    let mut kept = Vec::new();
    let mut created = 0;
    for day in 0..400_u64 {
        while u64::from(created) * 400 < u64::from(games) * (day + 1) {
            created += 1;
            let status = statuses[created as usize % statuses.len()];
            let mut new = moved_at(private(created, status), day * DAY);
            // A third of the running games have a clock.
            let has_clock = status == Status::Running && (created / 5).is_multiple_of(3);
            new.first.due = has_clock.then(|| at((day + 7) * DAY));
            store.create(new).await.unwrap();
            kept.push((day, created, status, has_clock));
        }
        let old = |days: u64| (day * DAY).checked_sub(days * DAY);
        let mut expected = BTreeSet::new();
        kept.retain(|&(from, number, status, has_clock)| {
            let days = if status == Status::Over { 300 } else { 30 };
            let stays = has_clock || day - from < days;
            if !stays {
                expected.insert(id(number));
            }
            stays
        });
        let mut removed = BTreeSet::new();
        for (kind, days) in [(AgingKind::Unfinished, 30), (AgingKind::Finished, 300)] {
            let Some(before) = old(days) else { continue };
            while let games @ [_, ..] = &*store.remove_expired(Expiry { kind, before: at(before) }, MOST).await.unwrap()
            {
                removed.extend(games.iter().copied());
            }
        }
        assert_eq!(removed, expected, "day {day}");
    }
    let mut after = None;
    let mut found = BTreeSet::new();
    loop {
        let page = store.scan(after, MOST).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        found.extend(page.iter().map(|summary| summary.id));
    }
    assert_eq!(found, kept.iter().map(|&(_, number, ..)| id(number)).collect());
    assert!(found.len() > games as usize / 10, "some remain");
    for game in found {
        assert_eq!(store.events(game, 0).await.unwrap().len(), 2);
    }
}
