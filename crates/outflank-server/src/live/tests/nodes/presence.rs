use outflank_rules::Color;
use outflank_table::{Command, Event};
use serde_json::json;

use super::{three, three_with_pair};
use crate::GameId;
use crate::live::tests::faulty_store::Fault;
use crate::live::tests::stage::{Stage, seconds};

async fn found_gone(stage: &Stage, game: GameId) -> usize {
    let events = stage.table_events(game).await;
    events.iter().filter(|event| matches!(event, Event::Left { .. })).count()
}

#[tokio::test(start_paused = true)]
async fn players_on_different_servers_are_both_present() {
    let (stages, pair) = three_with_pair(json!({"public": true})).await;
    let _black = stages[0].listen(pair.id, pair.black).await;
    let white = stages[1].listen(pair.id, pair.white).await;
    let _watching = stages[2].watch(pair.id).await;
    seconds(600).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 0);
    // The player's last server notices first.
    drop(white);
    seconds(11).await;
    let table = stages[2].replayed(pair.id).await;
    assert!(table.gone_since(Color::White).is_some() && table.gone_since(Color::Black).is_none());
    let _white = stages[2].listen(pair.id, pair.white).await;
    seconds(600).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 1);
    assert_eq!(stages[0].state(pair.id, pair.black).await.gone, Default::default());
}

#[tokio::test(start_paused = true)]
async fn a_player_who_switches_servers_is_not_gone() {
    let (stages, pair) = three_with_pair(json!({"public": true})).await;
    let _black = stages[0].listen(pair.id, pair.black).await;
    let mut white = stages[0].listen(pair.id, pair.white).await;
    for round in 0..12_usize {
        seconds(45).await;
        drop(white);
        seconds(3).await;
        white = stages[round % 3].listen(pair.id, pair.white).await;
    }
    assert_eq!(found_gone(&stages[0], pair.id).await, 0);
}

#[tokio::test(start_paused = true)]
async fn players_of_a_dead_server_are_gone_unless_they_reconnect() {
    let stages = three().await;
    let [lost, saved] = [stages[0].pair(json!({})).await, stages[0].pair(json!({})).await];
    let mut listening = Vec::new();
    for pair in [&lost, &saved] {
        listening.push(stages[0].listen(pair.id, pair.black).await);
        listening.push(stages[1].listen(pair.id, pair.white).await);
    }
    seconds(60).await;
    stages[1].store.set(Fault::Dead);
    seconds(4).await;
    let _white = stages[2].listen(saved.id, saved.white).await;
    seconds(30).await;
    assert!(stages[0].replayed(lost.id).await.gone_since(Color::White).is_some());
    assert_eq!(found_gone(&stages[0], saved.id).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_player_wrongly_marked_as_gone_returns_at_once() {
    let (stages, pair) = three_with_pair(json!({})).await;
    let _black = stages[0].listen(pair.id, pair.black).await;
    let _white = stages[1].listen(pair.id, pair.white).await;
    seconds(20).await;
    stages[2].write(pair.id, Color::White, Command::Leave).await;
    seconds(1).await;
    assert_eq!(stages[0].replayed(pair.id).await.gone_since(Color::White), None);
    seconds(120).await;
    assert_eq!(found_gone(&stages[0], pair.id).await, 1);
}
