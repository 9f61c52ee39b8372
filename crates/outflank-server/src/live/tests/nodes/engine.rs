use serde_json::json;

use super::{three, three_with_engine};
use crate::live::tests::faulty_store::{Fault, Hints};
use crate::live::tests::scripted::Scripted;
use crate::live::tests::stage::{client, play, seconds};

#[tokio::test(start_paused = true)]
async fn one_of_three_servers_with_the_game_open_searches() {
    for hints in [Hints::Passed, Hints::Lost, Hints::Muddled] {
        let stages = three_with_engine(Scripted::answering(0)).await;
        stages.iter().for_each(|stage| stage.store.hint(hints));
        let engine = &stages[0].engine;
        let me = client();
        let game = stages[0].create(json!({"black": "me", "white": "engine:3"}), me).await.id;
        let mut watching = Vec::new();
        for stage in &stages {
            watching.push(stage.listen(game, me).await);
        }
        for count in 0..5_usize {
            let state = stages[0].state(game, me).await;
            let command = play(&format!("m{count}"), state.number, state.legal[0].square);
            stages[count % 3].command(game, me, command).await.unwrap();
            seconds(30).await;
            assert_eq!((engine.asked(), engine.thinking()), (count + 1, 1), "{hints:?}");
            engine.allow(1);
            seconds(3).await;
            for stage in &stages {
                assert_eq!(stage.state(game, me).await.moves.split(' ').count(), 2 * count + 2);
            }
        }
        assert_eq!(stages[0].replayed(game).await.game().placements().count(), 10);
    }
}

#[tokio::test(start_paused = true)]
async fn another_server_searches_if_the_first_one_dies() {
    let stages = three_with_engine(Scripted::answering(0)).await;
    let engine = &stages[0].engine;
    let me = client();
    let game = stages[1].create(json!({"black": "me", "white": "engine:3"}), me).await.id;
    let _watching = stages[0].listen(game, me).await;
    stages[1].order(game, me, "play d3").await.unwrap();
    seconds(8).await;
    assert_eq!((engine.asked(), engine.thinking()), (1, 1));
    stages[1].store.set(Fault::Dead);
    seconds(8).await;
    assert_eq!(engine.asked(), 2);
    engine.allow(2);
    seconds(1).await;
    assert_eq!(stages[0].state(game, me).await.moves.split(' ').count(), 2);
}

#[tokio::test(start_paused = true)]
async fn two_engines_play_without_watchers_and_search_each_move_once() {
    let stages = three().await;
    let me = client();
    let created = stages[0].create(json!({"black": "engine:1", "white": "engine:2"}), me).await;
    assert!(created.you.is_empty());
    seconds(5).await;
    let replayed = stages[1].replayed(created.id).await;
    let state = stages[2].state(created.id, me).await;
    assert_eq!((state.status, state.discs), ("over", replayed.game().position().counts()));
    assert_eq!(stages[0].engine.asked(), replayed.game().placements().count());
}
