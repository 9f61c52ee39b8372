use std::time::Duration;

use outflank_rules::ByColor;
use outflank_table::Event;
use serde_json::{Value, json};

use super::nodes::three_with_engine;
use super::scripted::Scripted;
use super::stage::{Stage, client, next_state, seconds};
use crate::{GameId, Limits, Owner};

const WEEK: u64 = 7 * 24 * 60 * 60 * 1_000;

fn proposal() -> Value {
    json!({"black": "engine:10", "white": "engine:10", "public": true, "clock": {"main": WEEK}})
}

async fn clocks(stage: &Stage, game: GameId) -> ByColor<Duration> {
    let table = stage.replayed(game).await;
    table.clocks(stage.clock.now()).unwrap()
}

async fn is_paused(stage: &Stage, game: GameId) -> bool {
    stage.replayed(game).await.is_paused()
}

async fn pauses(stage: &Stage, game: GameId) -> (usize, usize) {
    let events = stage.table_events(game).await;
    let count = |is: fn(&Event) -> bool| events.iter().filter(|&event| is(event)).count();
    (count(|event| matches!(event, Event::Paused { .. })), count(|event| matches!(event, Event::Resumed { .. })))
}

#[tokio::test(start_paused = true)]
async fn an_unwatched_game_between_engines_pauses_with_its_clocks_stopped() {
    let stage = Stage::with_engine(Scripted::answering(0)).await;
    let game = stage.create(proposal(), client()).await.id;
    seconds(9).await;
    assert_eq!((is_paused(&stage, game).await, stage.engine.thinking()), (false, 1), "the creator is about to look");
    seconds(2).await;
    assert_eq!((is_paused(&stage, game).await, stage.engine.thinking()), (true, 0));
    let stopped = clocks(&stage, game).await;
    seconds(3_600).await;
    assert_eq!(clocks(&stage, game).await, stopped);
    assert_eq!(stage.hall.rooms_open(), 0);
    assert_eq!(pauses(&stage, game).await, (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_paused_game_resumes_when_someone_subscribes() {
    let stage = Stage::with_engine(Scripted::answering(0)).await;
    let game = stage.create(proposal(), client()).await.id;
    seconds(100).await;
    assert!(is_paused(&stage, game).await);
    let mut watching = stage.watch(game).await;
    let first: Value = serde_json::from_str(&watching.first[0].text).unwrap();
    assert_eq!(first["state"]["status"], "running");
    seconds(100).await;
    assert_eq!((is_paused(&stage, game).await, stage.engine.thinking()), (false, 1), "it runs while it is watched");
    stage.engine.allow(1);
    assert_eq!(next_state(&mut watching).await["events"][0]["event"], "played");
    drop(watching);
    seconds(9).await;
    assert!(!is_paused(&stage, game).await);
    seconds(2).await;
    assert!(is_paused(&stage, game).await);
    assert_eq!(pauses(&stage, game).await, (2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_paused_game_resumes_only_within_the_limit() {
    let (stage, me, owner) = (Stage::with_engine(Scripted::answering(0)).await, client(), Some(Owner::from_bits(1)));
    let paused = stage.create_from(owner, proposal(), me).await.unwrap().id;
    seconds(60).await;
    assert!(is_paused(&stage, paused).await);
    let mut running = Vec::new();
    for _ in 0..Limits::default().engine_games_per_address {
        running.push(stage.create_from(owner, json!({"white": "engine:10"}), me).await.unwrap().id);
    }
    let _watching = stage.watch(paused).await;
    seconds(60).await;
    assert!(is_paused(&stage, paused).await);
    stage.order(running[0], me, "resign").await.unwrap();
    seconds(11).await;
    assert!(!is_paused(&stage, paused).await);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_polls_watches() {
    let stage = Stage::with_engine(Scripted::answering(0)).await;
    let game = stage.create(proposal(), client()).await.id;
    seconds(100).await;
    for _ in 0..20 {
        assert_eq!(stage.hall.full(game, None).await.unwrap().state.status, "running");
        seconds(5).await;
    }
    assert_eq!(pauses(&stage, game).await, (1, 1));
}

#[tokio::test(start_paused = true)]
async fn an_unwatched_game_pauses_after_a_restart_without_a_search() {
    let stage = Stage::with_engine(Scripted::answering(0)).await;
    let game = stage.create(proposal(), client()).await.id;
    let watching = stage.watch(game).await;
    seconds(60).await;
    stage.hall.close().await;
    drop(watching);
    let asked = stage.engine.asked();
    // Other servers of this store could know of the watcher for a while.
    seconds(20).await;
    let next = stage.another().await;
    seconds(10).await;
    assert_eq!((is_paused(&next, game).await, next.engine.asked()), (true, asked));
    let _watching = next.watch(game).await;
    seconds(1).await;
    assert_eq!((is_paused(&next, game).await, next.engine.asked()), (false, asked + 1));
}

#[tokio::test(start_paused = true)]
async fn a_game_with_a_player_is_never_paused() {
    let stage = Stage::with_engine(Scripted::answering(0)).await;
    let game = stage.create(json!({"black": "engine:1", "white": "me", "clock": {"main": WEEK}}), client()).await.id;
    seconds(100).await;
    assert_eq!((pauses(&stage, game).await, stage.engine.thinking()), ((0, 0), 1));
}

#[tokio::test(start_paused = true)]
async fn a_game_runs_if_it_is_watched_on_any_server() {
    let stages = three_with_engine(Scripted::answering(0)).await;
    let game = stages[0].create(proposal(), client()).await.id;
    let watching = stages[1].watch(game).await;
    for round in 0..10 {
        let visitor = (round == 2).then(|| stages[2].watch(game));
        if let Some(visitor) = visitor {
            drop(visitor.await);
        }
        seconds(10).await;
        assert!(!is_paused(&stages[0], game).await, "round {round}");
    }
    let (paused, resumed) = pauses(&stages[0], game).await;
    assert!(paused == resumed && paused <= 1, "{paused} pauses");
    drop(watching);
    seconds(40).await;
    assert!(is_paused(&stages[0], game).await);
}
