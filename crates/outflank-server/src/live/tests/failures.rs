//! What happens when the store fails.

use outflank_rules::Square;
use serde_json::json;

use super::faulty_store::Fault;
use super::stage::{Stage, next_state, play, seconds, trouble};
use crate::store::Store;
use crate::wire::Trouble;

#[tokio::test(start_paused = true)]
async fn what_was_not_written_did_not_happen() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({})).await;
    let mut watching = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.store.set(Fault::NotWritten);
    for _ in 0..3 {
        let failed = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await;
        assert_eq!(trouble(failed), Trouble::Unavailable);
    }
    stage.store.set(Fault::None);
    let ack = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap();
    assert_eq!(ack.number, seen + 1);
    let told = next_state(&mut watching).await;
    assert_eq!(told["number"], seen + 1, "nothing was told before");
    assert_eq!(stage.disk.events(pair.id, seen).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_was_written_without_being_noticed_happened() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({})).await;
    let mut watching = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.store.set(Fault::WrittenUnnoticed);
    let failed = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await;
    assert_eq!(trouble(failed), Trouble::Unavailable);
    stage.store.set(Fault::None);
    // The room finds it by itself, and who sends the command again is answered.
    let told = next_state(&mut watching).await;
    assert_eq!((&told["number"], &told["moves"]), (&json!(seen + 1), &json!("d3")));
    let ack = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap();
    assert_eq!(ack.number, seen + 1);
    assert_eq!(stage.disk.events(pair.id, seen).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_and_the_engine_plays_as_soon_as_the_store_works_again() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 10_000}})).await;
    let me = super::stage::somebody();
    let against = stage.create(json!({"black": "me", "white": "engine:1"}), me).await.id;
    stage.order(against, me, json!({"command": "play", "square": "d3"})).await.unwrap();
    stage.store.set(Fault::NotWritten);
    seconds(30).await;
    assert_eq!(stage.replayed(pair.id).await.ending(), None);
    stage.store.set(Fault::None);
    seconds(2).await;
    assert!(stage.replayed(pair.id).await.ending().is_some());
    assert_eq!(stage.replayed(against).await.game().placements().count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_contradicts_itself_is_not_asked_without_a_pause() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 10_000}})).await;
    stage.store.set(Fault::Contradicting);
    // This ends only if the room sleeps: as long as it is busy, no time passes.
    seconds(30).await;
    let seen = stage.disk.events(pair.id, 0).await.unwrap().len();
    let failed = stage.command(pair.id, pair.black, play("a", seen.try_into().unwrap(), Square::D3)).await;
    assert_eq!(trouble(failed), Trouble::Internal);
    stage.store.set(Fault::None);
    seconds(2).await;
    assert!(stage.replayed(pair.id).await.ending().is_some());
}
