use outflank_rules::Color;
use serde_json::json;

use super::faulty_store::Fault;
use super::scripted::Scripted;
use super::stage::{Stage, client, events, seconds};
use crate::{GameId, SecretHash};

async fn after_a_move() -> (Stage, GameId, SecretHash) {
    let (stage, me) = (Stage::with_engine(Scripted::answering(0)).await, client());
    let game = stage.create(json!({"black": "me", "white": "engine:3"}), me).await.id;
    stage.order(game, me, "play d3").await.unwrap();
    (stage, game, me)
}

#[tokio::test(start_paused = true)]
async fn a_takeback_stops_the_search() {
    let (stage, game, me) = after_a_move().await;
    seconds(30).await;
    assert_eq!((stage.engine.asked(), stage.engine.thinking()), (1, 1), "it is not asked again while it thinks");
    let ack = stage.order(game, me, "take_back").await.unwrap();
    assert_eq!(ack.state.moves, "");
    seconds(1).await;
    assert_eq!(stage.engine.thinking(), 0);
    stage.order(game, me, "play c4").await.unwrap();
    stage.engine.allow(1);
    seconds(1).await;
    let state = stage.state(game, me).await;
    assert!(state.moves.starts_with("c4 "), "{}", state.moves);
    assert_eq!(state.moves.split(' ').count(), 2);
    stage.replayed(game).await;
}

#[tokio::test(start_paused = true)]
async fn the_engine_declines_draws_and_accepts_rematches() {
    let stage = Stage::new().await;
    let me = client();
    let game = stage.create(json!({"black": "me", "white": "engine:3"}), me).await.id;
    let declined = stage.order(game, me, "offer_draw").await.unwrap();
    assert_eq!(events(&declined.state), ["draw_offered", "draw_declined"]);
    assert_eq!(declined.number, declined.state.number);
    stage.order(game, me, "resign").await.unwrap();
    let agreed = stage.order(game, me, "offer_rematch").await.unwrap();
    assert_eq!(events(&agreed.state), ["rematch_offered", "rematch_agreed"]);
    let next = stage.state(game, me).await.rematch.unwrap();
    seconds(1).await;
    let full = stage.hall.full(next, Some(me)).await.unwrap();
    assert_eq!(full.you, [Color::White]);
    assert_eq!(full.plies.len(), 1, "the engine has begun");
}

#[tokio::test(start_paused = true)]
async fn a_search_that_died_with_its_server_is_started_again() {
    let (stage, game, _) = after_a_move().await;
    seconds(3).await;
    stage.store.set(Fault::Dead);
    stage.engine.allow(2);
    seconds(100).await;
    let next = stage.another().await;
    seconds(10).await;
    assert_eq!(next.replayed(game).await.game().placements().count(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_game_continues_after_the_engine_stopped() {
    let (stage, game, _) = after_a_move().await;
    stage.engine.stop();
    seconds(5).await;
    assert_eq!(stage.engine.asked(), 1, "it is not asked again");
    stage.hall.close().await;
    let next = Stage { engine: std::sync::Arc::new(Scripted::answering(1)), ..stage }.another().await;
    seconds(10).await;
    assert_eq!(next.replayed(game).await.game().placements().count(), 2);
}
