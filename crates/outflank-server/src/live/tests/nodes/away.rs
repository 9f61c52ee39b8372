//! Wrong clocks, servers that come and go, and store outages.

use std::time::Duration;

use outflank_rules::{Color, Square};
use outflank_table::{Ending, Event};
use serde_json::json;
use tokio::time::timeout;

use super::three;
use crate::GameId;
use crate::live::Subscription;
use crate::live::tests::faulty_store::Fault;
use crate::live::tests::stage::{Pair, Stage, error_kind, next_state, play, seconds, table_event};
use crate::store::Store;
use crate::wire::ErrorKind;

async fn pauses(stage: &Stage, game: GameId) -> usize {
    let log = stage.disk.events(game, 0).await.unwrap();
    log.iter().filter(|logged| matches!(table_event(&logged.event), Some(Event::Paused { .. }))).count()
}

async fn listening(stage: &Stage, pair: &Pair) -> [Subscription; 2] {
    [stage.listen(pair.id, pair.black).await, stage.listen(pair.id, pair.white).await]
}

#[tokio::test(start_paused = true)]
async fn the_clock_of_the_store_decides_even_if_server_clocks_are_wrong() {
    let right = Stage::new().await;
    let stages = [right.with_wrong_clock(-7).await, right.with_wrong_clock(90).await];
    let pair = stages[0].pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = [listening(&stages[0], &pair).await, listening(&stages[1], &pair).await];
    for round in 0..4_usize {
        seconds(10).await;
        let state = stages[round % 2].state(pair.id, pair.black).await;
        let command = play(&format!("m{round}"), state.number, state.legal[0].square);
        stages[round % 2].command(pair.id, pair.holder(state.turn), command).await.unwrap();
    }
    for stage in &stages {
        let clocks = stage.state(pair.id, pair.black).await.clocks.unwrap();
        assert!(clocks.black.abs_diff(40_000) <= 20 && clocks.white.abs_diff(40_000) <= 20, "{clocks:?}");
    }
    seconds(39).await;
    assert_eq!(stages[0].replayed(pair.id).await.ending(), None);
    seconds(2).await;
    let table = stages[0].replayed(pair.id).await;
    assert_eq!(table.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_starts_beside_another_pauses_no_clock() {
    let stage = Stage::new().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = listening(&stage, &pair).await;
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
    let [stage, other, _] = three().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = listening(&stage, &pair).await;
    seconds(5).await;
    stage.store.set(Fault::Dead);
    seconds(62).await;
    assert_eq!(pauses(&other, pair.id).await, 0);
    assert_eq!(other.replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn store_outages_are_not_charged() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"clock": {"main": 20_000}})).await;
    let left_alone = stages[1].pair(json!({"clock": {"main": 20_000}})).await;
    let mut listens = [listening(&stages[0], &pair).await, listening(&stages[1], &pair).await];
    seconds(10).await;
    let seen = stages[0].state(pair.id, pair.black).await.number;
    stages.iter().for_each(|stage| stage.store.set(Fault::Unreachable));
    seconds(300).await;
    stages.iter().for_each(|stage| stage.store.set(Fault::None));
    // A move right after the outage, before the heartbeat has noticed it, must not cost time either.
    let early = stages[0].command(pair.id, pair.black, play("early", seen, Square::D3)).await;
    assert_eq!(error_kind(early), ErrorKind::Unavailable);
    for [black, _] in &mut listens {
        let sent = timeout(Duration::from_secs(3), next_state(black)).await.expect("the stream continues");
        assert_eq!(sent["status"], "running");
    }
    seconds(3).await;
    for (game, who) in [(pair.id, pair.black), (left_alone.id, left_alone.black)] {
        assert_eq!(pauses(&stages[0], game).await, 1, "exactly one server paused the game");
        for stage in &stages {
            let state = stage.state(game, who).await;
            assert_eq!(state.status, "running");
            // Ten seconds before the outage, four after it. The last heartbeat was up to a second old.
            let clocks = state.clocks.unwrap();
            assert!((4_500..=7_500).contains(&clocks.black), "{clocks:?}");
        }
    }
    seconds(10).await;
    assert_eq!(stages[0].replayed(pair.id).await.ending(), Some(Ending::TimeOut { by: Color::Black }));
}

#[tokio::test(start_paused = true)]
async fn an_outage_for_one_server_only_pauses_no_clock() {
    let [stage, cut_off, _] = three().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = [listening(&stage, &pair).await, listening(&cut_off, &pair).await];
    seconds(5).await;
    cut_off.store.set(Fault::Unreachable);
    seconds(30).await;
    cut_off.store.set(Fault::None);
    seconds(3).await;
    assert_eq!(pauses(&stage, pair.id).await, 0);
    let clocks = [&stage, &cut_off].map(|stage| stage.state(pair.id, pair.black));
    for state in futures_util::future::join_all(clocks).await {
        let clocks = state.clocks.unwrap();
        assert!(state.status == "running" && clocks.black.abs_diff(22_000) <= 20, "{clocks:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_short_outage_pauses_no_clock() {
    let [stage, other, _] = three().await;
    let pair = stage.pair(json!({"clock": {"main": 60_000}})).await;
    let _listens = listening(&stage, &pair).await;
    [&stage, &other].iter().for_each(|stage| stage.store.set(Fault::Unreachable));
    seconds(3).await;
    [&stage, &other].iter().for_each(|stage| stage.store.set(Fault::None));
    seconds(3).await;
    assert_eq!(pauses(&stage, pair.id).await, 0);
}
