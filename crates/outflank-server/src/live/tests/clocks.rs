//! Clocks: flags fall by themselves, and nobody pays for a server that does not run.

use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Ending, Table};
use serde_json::json;

use super::faulty_store::Fault;
use super::stage::{Stage, events, next_state, play, seconds, trouble};
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_without_any_message() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 30_000}})).await;
    let mut watching = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    // White listens too, and nobody is gone.
    let _other = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
    let told = next_state(&mut watching).await;
    assert_eq!(told["status"], "over");
    assert_eq!(told["events"][0]["how"], "time_out");
    assert_eq!(told["result"]["winner"], "white");
    assert_eq!(told["clocks"], json!({"black": 0, "white": 30_000, "running": null}));
    assert_eq!(stage.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_a_game_that_everybody_has_left() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 3_600_000}})).await;
    seconds(600).await;
    assert_eq!(stage.hall.rooms_open(), 0, "the room is left");
    seconds(3_002).await;
    let table = stage.replayed(pair.id).await;
    assert_eq!(table.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_move_after_the_flag_has_fallen_is_too_late() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 1_000}})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    // The process stands still, so that the timer of the room comes after the move.
    tokio::time::advance(Duration::from_millis(1_000)).await;
    let late = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap_err();
    assert_eq!(late.error, ErrorKind::Stale);
    assert_eq!(events(&late.state.unwrap()), ["ended"]);
    let again = stage.order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await;
    assert_eq!(trouble(again), ErrorKind::NotNow);
}

#[tokio::test(start_paused = true)]
async fn nobody_pays_for_the_time_in_which_no_server_ran() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let without_clock = stage.pair(json!({})).await;
    let quiet = stage.state(without_clock.id, without_clock.black).await.number;
    let _listens = [
        stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap(),
        stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap(),
    ];
    stage.order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5_500)).await;
    // Killed, not closed. It is known to have run until half a second before.
    stage.store.set(Fault::Dead);
    tokio::time::sleep(Duration::from_secs(3_600)).await;

    let next = stage.another().await;
    let state = next.state(pair.id, pair.white).await;
    assert_eq!(state.status, "running");
    let clocks = state.clocks.unwrap();
    assert_eq!(clocks.running, Some(Color::White));
    assert!((54_000..=56_000).contains(&clocks.white), "{clocks:?}");
    let after = next.state(without_clock.id, without_clock.black).await.number;
    assert!(after <= quiet + 2, "where no clock runs nothing is paused but who is gone");
    next.replayed(without_clock.id).await;
    // And it runs on from now.
    tokio::time::sleep(Duration::from_millis(clocks.white + 10)).await;
    assert_eq!(next.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::White }));
}

#[tokio::test(start_paused = true)]
async fn a_flag_that_fell_before_the_server_stopped_has_fallen() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 10_000}})).await;
    // Nothing is written any more, but it is noted that the server runs.
    stage.store.set(Fault::NotWritten);
    seconds(20).await;
    stage.store.set(Fault::Dead);
    let next = stage.another().await;
    // The one who died has the game for a few seconds more.
    seconds(7).await;
    let ending = next.replayed(pair.id).await.ending();
    assert_eq!(ending, Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn closing_stops_the_clocks_until_the_next_start() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000, "increment": 1_000}})).await;
    tokio::time::sleep(Duration::from_millis(7_300)).await;
    stage.hall.close().await;
    assert_eq!(trouble(stage.hall.full(pair.id, Some(pair.black)).await), ErrorKind::Unavailable);
    seconds(86_400).await;
    let next = stage.another().await;
    assert_eq!(next.state(pair.id, pair.black).await.clocks.unwrap().black, 52_700);
    let table: Table = next.replayed(pair.id).await;
    assert_eq!(table.ending(), None);
}
