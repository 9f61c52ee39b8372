use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Ending, Event};
use serde_json::json;

use super::faulty_store::Fault;
use super::stage::{Stage, error_kind, events, next_state, play, seconds};
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_without_a_request() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 30_000}})).await;
    let [mut watching, _other] = stage.listen_both(&pair).await;
    let sent = next_state(&mut watching).await;
    assert_eq!(sent["status"], "over");
    assert_eq!(sent["events"][0]["how"], "time_out");
    assert_eq!(sent["result"]["winner"], "white");
    assert_eq!(sent["clocks"], json!({"black": 0, "white": 30_000, "running": null}));
    assert_eq!(stage.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_a_game_without_a_room() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 3_600_000}})).await;
    seconds(600).await;
    assert_eq!(stage.hall.rooms_open(), 0, "the room is closed");
    seconds(3_002).await;
    assert_eq!(stage.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_has_fallen_is_too_late() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 1_000}})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    tokio::time::sleep(Duration::from_millis(950)).await;
    // Time advances without running tasks, so the room's timer fires after the move.
    tokio::time::advance(Duration::from_millis(50)).await;
    let late = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap_err();
    assert_eq!(late.error, ErrorKind::Stale);
    assert_eq!(events(&late.state.unwrap()), ["ended"]);
    let again = stage.order(pair.id, pair.black, "play d3").await;
    assert_eq!(error_kind(again), ErrorKind::NotNow);
}

#[tokio::test(start_paused = true)]
async fn downtime_is_not_charged() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 60_000}})).await;
    let without_clock = stage.pair(json!({})).await;
    let quiet = stage.state(without_clock.id, without_clock.black).await.number;
    let _listens = stage.listen_both(&pair).await;
    stage.order(pair.id, pair.black, "play d3").await.unwrap();
    tokio::time::sleep(Duration::from_millis(5_500)).await;
    // Killed, not closed. Its last heartbeat is half a second old.
    stage.store.set(Fault::Dead);
    tokio::time::sleep(Duration::from_secs(3_600)).await;

    let next = stage.another().await;
    let state = next.state(pair.id, pair.white).await;
    assert_eq!(state.status, "running");
    let clocks = state.clocks.unwrap();
    assert_eq!(clocks.running, Some(Color::White));
    assert!((54_000..=56_000).contains(&clocks.white), "{clocks:?}");
    let after = next.state(without_clock.id, without_clock.black).await.number;
    assert!(after <= quiet + 2, "without clocks only absences are paused");
    next.replayed(without_clock.id).await;
    tokio::time::sleep(Duration::from_millis(clocks.white + 10)).await;
    assert_eq!(next.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::White }));
}

#[tokio::test(start_paused = true)]
async fn a_start_reads_no_game() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 600_000}})).await;
    for _ in 0..10 {
        stage.pair(json!({"clock": {"main": 600_000}})).await;
        stage.pair(json!({})).await;
    }
    stage.hall.close().await;
    seconds(3_600).await;
    let next = stage.another().await;
    assert_eq!((next.hall.rooms_open(), next.store.reads()), (0, 0));
    // All were due while the server was down. Each is corrected then, and its flag falls ten minutes later.
    seconds(10).await;
    assert_eq!(next.hall.rooms_open(), 11, "only games with a clock");
    assert_eq!(next.replayed(pair.id).await.ending(), None);
    seconds(600).await;
    assert_eq!(next.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn short_outages_are_not_charged() {
    for (fault, length) in
        [(Fault::Stalled, 400), (Fault::Stalled, 4_000), (Fault::Unreachable, 200), (Fault::Unreachable, 4_000)]
    {
        let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 3_000}})).await;
        let [mut black, _white] = stage.listen_both(&pair).await;
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        stage.store.set(fault);
        tokio::time::sleep(Duration::from_millis(length)).await;
        stage.store.set(Fault::None);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let sent = next_state(&mut black).await;
        assert_eq!((&sent["events"][0]["event"], &sent["events"][1]["event"]), (&json!("paused"), &json!("resumed")));
        let left = stage.state(pair.id, pair.black).await.clocks.unwrap().black;
        assert!(left.abs_diff(1_500) <= 250, "{left} ms left after {fault:?} for {length} ms");
    }
}

/// Correcting all clocks would add to the load that delays the heartbeats.
#[tokio::test(start_paused = true)]
async fn slow_heartbeats_beside_moves_are_not_an_outage() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 60_000}})).await;
    let other = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = stage.listen_both(&other).await;
    let mut state = stage.state(pair.id, pair.black).await;
    stage.store.set(Fault::SlowHeartbeats);
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        state = stage.play_first(&pair, &state).await;
    }
    let pauses = |event: &&Event| matches!(event, Event::Paused { .. });
    assert_eq!(stage.table_events(other.id).await.iter().filter(pauses).count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_move_sent_during_an_outage_counts_when_it_is_over() {
    for fault in [Fault::Stalled, Fault::Unreachable] {
        let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 3_000}})).await;
        let _listens = stage.listen_both(&pair).await;
        let seen = stage.state(pair.id, pair.black).await.number;
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        stage.store.set(fault);
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        let (ack, ()) = tokio::join!(
            async {
                loop {
                    match stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await {
                        Ok(ack) => return ack,
                        Err(problem) => assert_eq!(problem.error, ErrorKind::Unavailable),
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            async {
                tokio::time::sleep(Duration::from_millis(2_500)).await;
                stage.store.set(Fault::None);
            }
        );
        assert_eq!(events(&ack.state), ["paused", "resumed", "played"], "{fault:?}");
        let left = ack.state.clocks.unwrap().black;
        assert!(left.abs_diff(2_000) <= 250, "{left} ms left after {fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn steps_of_the_store_clock_are_not_charged() {
    for step in [3_600_000, 300, -300, -3_600_000] {
        let (stage, store_clock) = Stage::with_store_clock().await;
        let pair = stage.pair(json!({"clock": {"main": 3_000}})).await;
        let other = stage.another_with_own_clock().await;
        let _listens = [stage.listen_both(&pair).await, other.listen_both(&pair).await];
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        store_clock.step(step);
        tokio::time::sleep(Duration::from_millis(1_000)).await;
        for stage in [&stage, &other] {
            let left = stage.state(pair.id, pair.black).await.clocks.unwrap().black;
            assert!(left.abs_diff(1_000) <= 250, "{left} ms left after a step of {step} ms");
        }
        tokio::time::sleep(Duration::from_millis(1_300)).await;
        assert_eq!(stage.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }), "{step}");
    }
}

#[tokio::test(start_paused = true)]
async fn clocks_run_when_the_store_clock_was_set_back_while_no_server_ran() {
    let (stage, store_clock) = Stage::with_store_clock().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    seconds(10).await;
    stage.hall.close().await;
    store_clock.step(-3_600_000);
    seconds(60).await;
    let next = stage.another_with_own_clock().await;
    seconds(10).await;
    let left = next.state(pair.id, pair.black).await.clocks.unwrap().black;
    assert!(left.abs_diff(40_000) <= 300, "{left} ms left");
    // Rooms close, and the keeper has to find the game.
    seconds(42).await;
    assert_eq!(next.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_fell_before_the_server_stopped_has_fallen() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 10_000}})).await;
    // Appends fail, but heartbeats are written.
    stage.store.set(Fault::NotWritten);
    seconds(20).await;
    stage.store.set(Fault::Dead);
    let next = stage.another().await;
    // The dead server's claim lasts a few more seconds.
    seconds(7).await;
    assert_eq!(next.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn clocks_stop_between_closing_and_the_next_start() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 60_000, "increment": 1_000}})).await;
    tokio::time::sleep(Duration::from_millis(7_300)).await;
    stage.hall.close().await;
    assert_eq!(error_kind(stage.hall.full(pair.id, Some(pair.black)).await), ErrorKind::Unavailable);
    seconds(86_400).await;
    let next = stage.another().await;
    assert_eq!(next.state(pair.id, pair.black).await.clocks.unwrap().black, 52_700);
    assert_eq!(next.replayed(pair.id).await.ending(), None);
}
