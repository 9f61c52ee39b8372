//! Who is at another server is not gone.

use outflank_rules::Color;
use outflank_table::{Command, Event, Seat};
use serde_json::json;

use super::three;
use crate::GameId;
use crate::live::journal::Journal;
use crate::live::tests::faulty_store::Fault;
use crate::live::tests::stage::{Stage, seconds, table_event};
use crate::store::{GameEvent, Store};

/// How often somebody was found gone.
async fn found_gone(stage: &Stage, game: GameId) -> usize {
    let log = stage.disk.events(game, 0).await.unwrap();
    log.iter().filter(|logged| matches!(table_event(&logged.event), Some(Event::Left { .. }))).count()
}

#[tokio::test(start_paused = true)]
async fn players_at_different_servers_are_both_there() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let _black = stages[0].hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let white = stages[1].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let _watching = stages[2].hall.subscribe(pair.id, None, None).await.unwrap();
    seconds(600).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 0);
    // The server where the player was finds it out first.
    drop(white);
    seconds(11).await;
    let table = stages[2].replayed(pair.id).await;
    assert!(table.gone_since(Color::White).is_some() && table.gone_since(Color::Black).is_none());
    let _white = stages[2].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    seconds(600).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 1);
    assert_eq!(stages[0].state(pair.id, pair.black).await.gone, Default::default());
}

#[tokio::test(start_paused = true)]
async fn who_changes_to_another_server_is_not_gone() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let _black = stages[0].hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let mut white = stages[0].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    for round in 0..12_usize {
        seconds(45).await;
        drop(white);
        seconds(3).await;
        white = stages[round % 3].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    }
    assert_eq!(found_gone(&stages[0], pair.id).await, 0);
}

#[tokio::test(start_paused = true)]
async fn who_was_at_a_server_that_died_is_gone_unless_another_one_has_them() {
    let stages = three().await;
    let [lost, saved] = [stages[0].pair(json!({})).await, stages[0].pair(json!({})).await];
    let mut listening = Vec::new();
    for pair in [&lost, &saved] {
        listening.push(stages[0].hall.subscribe(pair.id, Some(pair.black), None).await.unwrap());
        listening.push(stages[1].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap());
    }
    seconds(60).await;
    stages[1].store.set(Fault::Dead);
    seconds(4).await;
    let _white = stages[2].hall.subscribe(saved.id, Some(saved.white), None).await.unwrap();
    seconds(30).await;
    assert!(stages[0].replayed(lost.id).await.gone_since(Color::White).is_some());
    assert_eq!(found_gone(&stages[0], saved.id).await, 0);
}

#[tokio::test(start_paused = true)]
async fn who_is_wrongly_found_gone_is_back_at_once() {
    let stages = three().await;
    let pair = stages[0].pair(json!({})).await;
    let _black = stages[0].hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let _white = stages[1].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    seconds(20).await;
    let journal = Journal::load(&*stages[2].disk, pair.id).await.unwrap().unwrap();
    let now = stages[2].clock.now();
    let white = Seat::Player(Color::White);
    let left = journal.table().unwrap().decide(white, Command::Leave, now).unwrap();
    let left = left.into_iter().map(GameEvent::Table).collect();
    stages[2].disk.append(pair.id, journal.last(), journal.batch(left, None, now)).await.unwrap();
    seconds(1).await;
    assert_eq!(stages[0].replayed(pair.id).await.gone_since(Color::White), None);
    seconds(120).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 1);
}
