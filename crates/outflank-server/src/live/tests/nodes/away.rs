use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Ending, Event};
use serde_json::json;
use tokio::time::timeout;

use super::three_with_pair;
use crate::GameId;
use crate::live::tests::faulty_store::Fault;
use crate::live::tests::stage::{Stage, events, next_state, play, seconds};

async fn pauses(stage: &Stage, game: GameId) -> usize {
    let events = stage.table_events(game).await;
    events.iter().filter(|event| matches!(event, Event::Paused { .. })).count()
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_the_store_decides_even_if_server_clocks_are_wrong() {
    let right = Stage::new().await;
    let stages = [right.with_wrong_clock(-7).await, right.with_wrong_clock(90).await];
    let pair = stages[0].pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = [stages[0].listen_both(&pair).await, stages[1].listen_both(&pair).await];
    for round in 0..4_usize {
        seconds(10).await;
        let state = stages[round % 2].state(pair.id, pair.black).await;
        stages[round % 2].play_first(&pair, &state).await;
    }
    for stage in &stages {
        let clocks = stage.state(pair.id, pair.black).await.clocks.unwrap();
        assert!(clocks.black.abs_diff(40_000) <= 20 && clocks.white.abs_diff(40_000) <= 20, "{clocks:?}");
    }
    seconds(39).await;
    assert_eq!(stages[0].replayed(pair.id).await.ending(), None);
    seconds(2).await;
    assert_eq!(stages[0].replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_starts_beside_another_pauses_no_clock() {
    let (stage, pair) = Stage::with_pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = stage.listen_both(&pair).await;
    for _ in 0..3 {
        seconds(5).await;
        stage.another().await;
    }
    assert_eq!(pauses(&stage, pair.id).await, 0);
    let clocks = stage.state(pair.id, pair.black).await.clocks.unwrap();
    assert!(clocks.black.abs_diff(45_000) <= 20, "{clocks:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_dies_beside_another_pauses_no_clock_and_flags_fall() {
    let ([stage, other, _], pair) = three_with_pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = stage.listen_both(&pair).await;
    seconds(5).await;
    stage.store.set(Fault::Dead);
    seconds(62).await;
    assert_eq!(pauses(&other, pair.id).await, 0);
    assert_eq!(other.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn store_outages_are_not_charged() {
    let (stages, pair) = three_with_pair(json!({"clock": {"main": 20_000}})).await;
    let left_alone = stages[1].pair(json!({"clock": {"main": 20_000}})).await;
    let mut listens = [stages[0].listen_both(&pair).await, stages[1].listen_both(&pair).await];
    seconds(10).await;
    let seen = stages[0].state(pair.id, pair.black).await.number;
    stages.iter().for_each(|stage| stage.store.set(Fault::Unreachable));
    seconds(300).await;
    stages.iter().for_each(|stage| stage.store.set(Fault::None));
    // A move right after the outage, before the heartbeat has noticed it, costs no time either, and is not stale.
    let early = stages[0].command(pair.id, pair.black, play("early", seen, Square::D3)).await.unwrap();
    assert_eq!(events(&early.state), ["paused", "resumed", "played"]);
    let black = early.state.clocks.unwrap().black;
    assert!(black.abs_diff(10_000) <= 300, "{black}");
    for [black, _] in &mut listens {
        let sent = timeout(Duration::from_secs(3), next_state(black)).await.expect("the stream continues");
        assert_eq!(sent["status"], "running");
    }
    seconds(4).await;
    for (game, who) in [(pair.id, pair.black), (left_alone.id, left_alone.black)] {
        assert_eq!(pauses(&stages[0], game).await, 1, "exactly one server paused the game");
        for stage in &stages {
            let state = stage.state(game, who).await;
            assert_eq!(state.status, "running");
            // Ten seconds before the outage, and four after it.
            let clocks = state.clocks.unwrap();
            assert!((clocks.black + clocks.white).abs_diff(26_000) <= 600, "{clocks:?}");
        }
    }
    seconds(17).await;
    assert_eq!(stages[0].replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::White }));
}

#[tokio::test(start_paused = true)]
async fn an_outage_for_one_server_only_pauses_no_clock() {
    for (cut_off, length) in [(1, 30), (2, 3)] {
        let (stages, pair) = three_with_pair(json!({"clock": {"main": 60_000}})).await;
        let _listens = [stages[0].listen_both(&pair).await, stages[1].listen_both(&pair).await];
        seconds(5).await;
        stages[..cut_off].iter().for_each(|stage| stage.store.set(Fault::Unreachable));
        seconds(length).await;
        stages[..cut_off].iter().for_each(|stage| stage.store.set(Fault::None));
        seconds(3).await;
        assert_eq!(pauses(&stages[2], pair.id).await, 0, "{cut_off}");
        for stage in &stages {
            let state = stage.state(pair.id, pair.black).await;
            let (status, black) = (state.status, state.clocks.unwrap().black);
            assert!(status == "running" && black.abs_diff(52_000 - 1_000 * length) <= 20, "{cut_off}: {black}");
        }
    }
}
