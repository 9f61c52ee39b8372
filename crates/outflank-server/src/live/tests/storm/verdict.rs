//! What must be true after a storm.

use std::collections::{BTreeMap, HashMap, HashSet};

use outflank_table::{Event, Time};
use serde_json::Value;

use super::client::{Client, as_told};
use super::disk::Disk;
use super::ledger::{Given, Ledger};
use super::network::Network;
use super::view::State;
use crate::live::journal::Journal;
use crate::live::view;
use crate::store::{GameEvent, LoggedEvent};
use crate::{Clock, GameId};

/// A game as the store has it.
struct Kept {
    journal: Journal,
    log: Vec<LoggedEvent>,
    said: BTreeMap<u32, String>,
}

/// Everybody knows what is in the store, and nothing else. Tells what happened in words, so that two storms can be compared.
pub(super) async fn judge(
    disk: &Disk,
    network: &Network,
    clients: &[Client],
    ledger: &Ledger,
    first: GameId,
    clock: &Clock,
) -> String {
    let games = games(disk, first).await;
    let last = *games.keys().find(|game| games[*game].journal.standing().rematch.is_none()).expect("a last game");
    let now = clock.now();
    // The clocks of two servers agree as well as a slow store can tell them the time.
    let skew = 2 * network.weather.store_slowest;
    for client in clients {
        assert_eq!(client.game, last, "everybody has followed to the last game");
        assert!(client.outbox.is_empty(), "everything is answered: {:?}", client.outbox);
        let kept = &games[&client.game];
        let view = client.view.as_ref().expect("everybody has seen the game");
        assert_agrees(view.state.clone(), kept, now, skew, "a client");
        if client.color.is_some() {
            assert_eq!(client.heard, kept.said, "a player has heard what was said");
        }
    }
    for place in &network.places {
        let server = place.server().expect("it runs");
        for (&game, kept) in &games {
            let told = as_told(&server.hall.full(game, None).await.expect("everybody may watch").state);
            assert_agrees(told, kept, now, skew, "a server");
        }
    }
    let pages = ledger.pages();
    for ((game, number), event) in &pages.told {
        let entry = games[game].journal.told_after(number - 1).first().expect("what was told is in the store");
        assert_eq!(event, &serde_json::to_value(entry).expect("an event can be written"), "it was told as it is kept");
    }
    let carried = carried_out(&games);
    for (given, ack) in &pages.acknowledged {
        let (order, number) = carried.get(given).expect("what was acknowledged is in the store");
        assert_eq!((order, *number), (&ack.order, ack.number), "{given:?}");
    }
    for given in &pages.refused {
        assert!(!carried.contains_key(given), "what was refused did not happen: {given:?}");
    }
    for ((game, text), acknowledged) in &pages.said {
        let count = games[game].said.values().filter(|line| *line == text).count();
        assert!(count <= 1 && count >= usize::from(*acknowledged), "{text}: {count} times");
    }
    in_words(&games)
}

/// Somebody knows what is in the store.
fn assert_agrees(known: State, kept: &Kept, now: Time, skew: u64, who: &str) {
    let state = as_told(&view::state(&kept.journal, kept.journal.last(), now));
    let moment = known.at.max(state.at);
    assert_eq!(known.at(moment).within(skew, &state.clone().at(moment)), state.at(moment), "{who} is wrong");
}

/// How much has happened in a game and its rematches.
pub(super) async fn size(disk: &Disk, first: GameId) -> usize {
    games(disk, first).await.values().map(|kept| kept.log.len() + kept.said.len()).sum()
}

/// The game and its rematches.
async fn games(disk: &Disk, first: GameId) -> BTreeMap<GameId, Kept> {
    let store = disk.store();
    let mut games = BTreeMap::new();
    let mut next = Some(first);
    while let Some(game) = next {
        // This checks the events: they are numbered without gaps, and a table can have made them.
        let journal = Journal::load(&*store, game).await.expect("the store answers").expect("the game is kept");
        let log = store.events(game, 0).await.expect("the store answers");
        assert!(log.iter().map(|logged| logged.number).eq(1..=journal.last()));
        let lines = store.chat(game, 0).await.expect("the store answers");
        assert!(lines.iter().map(|line| line.number).eq(1..=u32::try_from(lines.len()).expect("few lines")));
        let said = lines.into_iter().map(|line| (line.number, line.text.as_str().to_owned())).collect();
        next = journal.standing().rematch;
        games.insert(game, Kept { journal, log, said });
    }
    games
}

/// Every command that is in the store, with the last event that followed. None was carried out twice: its events come together,
/// and nothing happens in them twice.
fn carried_out(games: &BTreeMap<GameId, Kept>) -> HashMap<Given, (Value, u32)> {
    let mut carried = HashMap::new();
    for (&game, kept) in games {
        for batch in kept.log.chunk_by(|one, next| one.command.is_some() && one.command == next.command) {
            let Some(tag) = &batch[0].command else { continue };
            let mut kinds = HashSet::new();
            for logged in batch {
                let GameEvent::Table(event) = &logged.event else { continue };
                assert!(kinds.insert(std::mem::discriminant(event)), "carried out twice: {batch:?}");
            }
            let given = Given { game, by: tag.by, id: tag.id.as_str().to_owned() };
            let order = serde_json::from_str(&tag.command).expect("an order");
            let number = batch.last().expect("there is one").number;
            assert!(carried.insert(given, (order, number)).is_none(), "carried out twice: {tag:?}");
        }
    }
    carried
}

/// What happened, without the names of games, which are not the same in two storms.
fn in_words(games: &BTreeMap<GameId, Kept>) -> String {
    let mut in_order: Vec<&Kept> = games.values().collect();
    in_order.sort_by_key(|kept| kept.journal.plan().created);
    let mut words = String::new();
    for kept in in_order {
        for logged in &kept.log {
            let what = match &logged.event {
                GameEvent::Table(Event::Opened { at, .. }) => format!("opened at {at:?}"),
                GameEvent::Table(event) => format!("{event:?}"),
                GameEvent::Continued { .. } => "continued".to_owned(),
                other => format!("{other:?}"),
            };
            words += &format!("{} {what} {:?}\n", logged.number, logged.command);
        }
        words += &format!("{:?}\n", kept.said);
    }
    words
}
