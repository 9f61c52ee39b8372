use std::collections::{BTreeMap, HashMap, HashSet};

use outflank_table::{Event, Time};
use serde_json::Value;

use super::client::{Client, as_received};
use super::disk::Disk;
use super::ledger::{Given, Ledger};
use super::network::Network;
use super::view::State;
use crate::live::journal::Journal;
use crate::live::view;
use crate::store::{GameEvent, LoggedEvent};
use crate::{Clock, GameId};

struct Kept {
    journal: Journal,
    log: Vec<LoggedEvent>,
    said: BTreeMap<u32, String>,
}

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
    // Two servers' clocks differ by the delays of the store.
    let skew = 2 * network.weather.store_slowest;
    for client in clients {
        assert_eq!(client.game, last, "all clients have followed to the last game");
        assert!(client.outbox.is_empty(), "everything is answered: {:?}", client.outbox);
        let kept = &games[&client.game];
        let view = client.view.as_ref().expect("all clients have seen the game");
        assert_agrees(view.state.clone(), kept, now, skew, "a client");
        if client.color.is_some() {
            assert_eq!(client.heard, kept.said, "players have the whole chat");
        }
    }
    for place in &network.places {
        let server = place.server().expect("it runs");
        for (&game, kept) in &games {
            let received = as_received(&server.hall.full(game, None).await.expect("the game is public").state);
            assert_agrees(received, kept, now, skew, "a server");
        }
    }
    let pages = ledger.pages();
    for ((game, number), event) in &pages.received {
        let entry = games[game].journal.entries_after(number - 1).first().expect("sent events are in the store");
        assert_eq!(
            event,
            &serde_json::to_value(entry).expect("an event can be written"),
            "events are sent as they are stored"
        );
    }
    let carried = carried_out(&games);
    for (given, ack) in &pages.acknowledged {
        let (order, number) = carried.get(given).expect("acknowledged commands are in the store");
        assert_eq!((order, *number), (&ack.order, ack.number), "{given:?}");
    }
    for given in &pages.refused {
        assert!(!carried.contains_key(given), "rejected commands are not in the store: {given:?}");
    }
    for ((game, text), acknowledged) in &pages.said {
        let count = games[game].said.values().filter(|line| *line == text).count();
        assert!(count <= 1 && count >= usize::from(*acknowledged), "{text}: {count} times");
    }
    transcript(&games)
}

fn assert_agrees(known: State, kept: &Kept, now: Time, skew: u64, who: &str) {
    let state = as_received(&view::state(&kept.journal, kept.journal.last(), now));
    let moment = known.at.max(state.at);
    assert_eq!(known.at(moment).within(skew, &state.clone().at(moment)), state.at(moment), "{who} is wrong");
}

pub(super) async fn size(disk: &Disk, first: GameId) -> usize {
    games(disk, first).await.values().map(|kept| kept.log.len() + kept.said.len()).sum()
}

async fn games(disk: &Disk, first: GameId) -> BTreeMap<GameId, Kept> {
    let store = disk.store();
    let mut games = BTreeMap::new();
    let mut next = Some(first);
    while let Some(game) = next {
        // This also checks that the events have no gaps and could have happened.
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

/// All executed commands with their last event. A command's events are consecutive and contain no kind twice.
fn carried_out(games: &BTreeMap<GameId, Kept>) -> HashMap<Given, (Value, u32)> {
    let mut carried = HashMap::new();
    for (&game, kept) in games {
        for batch in kept.log.chunk_by(|one, next| one.command.is_some() && one.command == next.command) {
            let Some(tag) = &batch[0].command else { continue };
            let mut kinds = HashSet::new();
            for logged in batch {
                let GameEvent::Table(event) = &logged.event else { continue };
                assert!(kinds.insert(std::mem::discriminant(event)), "executed twice: {batch:?}");
            }
            let given = Given { game, by: tag.by, id: tag.id.as_str().to_owned() };
            let order = serde_json::from_str(&tag.command).expect("an order");
            let number = batch.last().expect("there is one").number;
            assert!(carried.insert(given, (order, number)).is_none(), "executed twice: {tag:?}");
        }
    }
    carried
}

fn transcript(games: &BTreeMap<GameId, Kept>) -> String {
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
