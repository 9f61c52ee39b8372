use outflank_rules::Square;
use serde_json::{Value, json};

use super::faulty_store::Fault;
use super::stage::{Stage, client, error_kind, next_state, play, seconds};
use crate::GameId;
use crate::store::Store;
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn a_command_whose_append_failed_takes_effect_once() {
    for (fault, is_written) in [(Fault::NotWritten, false), (Fault::WrittenUnnoticed, true)] {
        let (stage, pair) = Stage::with_pair(json!({})).await;
        let mut watching = stage.listen(pair.id, pair.white).await;
        let seen = stage.state(pair.id, pair.black).await.number;
        let send = || stage.command(pair.id, pair.black, play("a", seen, Square::D3));
        stage.store.set(fault);
        for _ in 0..3 {
            assert_eq!(error_kind(send().await), ErrorKind::Unavailable, "{fault:?}");
        }
        stage.store.set(Fault::None);
        if !is_written {
            assert_eq!(send().await.unwrap().number, seen + 1);
        }
        let sent = next_state(&mut watching).await;
        assert_eq!((&sent["number"], &sent["moves"]), (&json!(seen + 1), &json!("d3")), "{fault:?}");
        assert_eq!(send().await.unwrap().number, seen + 1);
        assert_eq!(stage.disk.events(pair.id, seen).await.unwrap().len(), 1, "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_that_does_not_exist_is_not_found_under_load() {
    let stage = Stage::new().await;
    stage.store.set(Fault::SlowSeats);
    for _ in 0..10 {
        let answer = stage.hall.full(GameId::random(), Some(client())).await;
        assert_eq!(error_kind(answer), ErrorKind::NotFound);
    }
}

#[tokio::test(start_paused = true)]
async fn games_can_be_read_while_the_store_is_read_only() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 10_000}})).await;
    let [_black, mut listening] = stage.listen_both(&pair).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.store.set(Fault::ReadOnly);
    for pause in [1, 10, 100] {
        seconds(pause).await;
        let refused = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await;
        assert_eq!(error_kind(refused), ErrorKind::Unavailable);
        assert_eq!(error_kind(stage.say(pair.id, pair.black, "Hello").await), ErrorKind::Unavailable);
        let state = stage.state(pair.id, pair.black).await;
        assert_eq!((state.number, state.status), (seen, "running"));
        let late = stage.hall.subscribe(pair.id, Some(pair.white), Some(0)).await.unwrap();
        let first: Value = serde_json::from_str(&late.first[0].text).unwrap();
        assert_eq!(first["number"], seen);
    }
    stage.store.set(Fault::None);
    seconds(2).await;
    let sent = next_state(&mut listening).await;
    assert_eq!((&sent["events"][0]["event"], &sent["events"][1]["event"]), (&json!("paused"), &json!("resumed")));
    assert_eq!(sent["number"], seen + 2, "no earlier message");
    let state = stage.state(pair.id, pair.black).await;
    assert!(state.clocks.is_some_and(|clocks| clocks.black > 5_000), "{:?}", state.clocks);
    let ack = stage.command(pair.id, pair.black, play("b", seen + 2, Square::D3)).await.unwrap();
    assert_eq!((ack.number, stage.disk.events(pair.id, 0).await.unwrap().len()), (seen + 3, seen as usize + 3));
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_and_the_engine_plays_as_soon_as_the_store_works_again() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 10_000}})).await;
    let me = client();
    let against = stage.create(json!({"black": "me", "white": "engine:1"}), me).await.id;
    stage.order(against, me, "play d3").await.unwrap();
    stage.store.set(Fault::NotWritten);
    seconds(30).await;
    assert_eq!(stage.replayed(pair.id).await.ending(), None);
    stage.store.set(Fault::None);
    seconds(2).await;
    assert!(stage.replayed(pair.id).await.ending().is_some());
    assert_eq!(stage.replayed(against).await.game().placements().count(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_inconsistent_store_is_not_asked_in_a_busy_loop() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 10_000}})).await;
    stage.store.set(Fault::Contradicting);
    // Paused time advances only while the room sleeps.
    seconds(30).await;
    let seen = stage.disk.events(pair.id, 0).await.unwrap().len();
    let failed = stage.command(pair.id, pair.black, play("a", seen.try_into().unwrap(), Square::D3)).await;
    assert_eq!(error_kind(failed), ErrorKind::Internal);
    stage.store.set(Fault::None);
    seconds(2).await;
    assert!(stage.replayed(pair.id).await.ending().is_some());
}
