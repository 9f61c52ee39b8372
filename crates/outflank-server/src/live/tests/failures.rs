//! What happens when the store fails.

use outflank_rules::Square;
use serde_json::{Value, json};

use super::faulty_store::Fault;
use super::stage::{Stage, next_state, play, seconds, trouble};
use crate::ChatLine;
use crate::store::Store;
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn what_was_not_written_did_not_happen() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({})).await;
    let mut watching = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.store.set(Fault::NotWritten);
    for _ in 0..3 {
        let failed = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await;
        assert_eq!(trouble(failed), ErrorKind::Unavailable);
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
    assert_eq!(trouble(failed), ErrorKind::Unavailable);
    stage.store.set(Fault::None);
    // The room finds it by itself, and who sends the command again is answered.
    let told = next_state(&mut watching).await;
    assert_eq!((&told["number"], &told["moves"]), (&json!(seen + 1), &json!("d3")));
    let ack = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap();
    assert_eq!(ack.number, seen + 1);
    assert_eq!(stage.disk.events(pair.id, seen).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn while_nothing_can_be_written_whoever_looks_sees_what_is_kept() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 10_000}})).await;
    let mut listening = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let _black = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.store.set(Fault::Full);
    // Long before the flag would fall, when it would, and long after it.
    for pause in [1, 10, 100] {
        seconds(pause).await;
        let refused = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await;
        assert_eq!(trouble(refused), ErrorKind::Unavailable);
        let line = ChatLine::try_from("Hello".to_owned()).unwrap();
        assert_eq!(trouble(stage.hall.say(pair.id, Some(pair.black), line).await), ErrorKind::Unavailable);
        let state = stage.state(pair.id, pair.black).await;
        assert_eq!((state.number, state.status), (seen, "running"));
        let late = stage.hall.subscribe(pair.id, Some(pair.white), Some(0)).await.unwrap();
        let first: Value = serde_json::from_str(&late.first[0].text).unwrap();
        assert_eq!(first["number"], seen);
    }
    stage.store.set(Fault::None);
    seconds(2).await;
    // Nobody pays for the time, and who listened all the while hears of it.
    let told = next_state(&mut listening).await;
    assert_eq!((&told["events"][0]["event"], &told["events"][1]["event"]), (&json!("paused"), &json!("resumed")));
    assert_eq!(told["number"], seen + 2, "nothing was told before");
    let state = stage.state(pair.id, pair.black).await;
    assert!(state.clocks.is_some_and(|clocks| clocks.black > 5_000), "{:?}", state.clocks);
    let ack = stage.command(pair.id, pair.black, play("b", seen + 2, Square::D3)).await.unwrap();
    assert_eq!((ack.number, stage.disk.events(pair.id, 0).await.unwrap().len()), (seen + 3, seen as usize + 3));
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
    assert_eq!(trouble(failed), ErrorKind::Internal);
    stage.store.set(Fault::None);
    seconds(2).await;
    assert!(stage.replayed(pair.id).await.ending().is_some());
}
