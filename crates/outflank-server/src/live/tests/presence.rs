use std::time::Duration;

use outflank_rules::Color;
use outflank_table::Ending;
use serde_json::json;

use super::stage::{Stage, chat_lines, client, error_kind, next_state, order, received, seconds};
use crate::store::Store;
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn an_absent_player_is_gone_and_the_game_can_be_claimed() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let [mut black, white] = stage.listen_both(&pair).await;
    seconds(120).await;
    assert_eq!(stage.state(pair.id, pair.black).await.gone, Default::default(), "a subscriber is present");

    drop(white);
    let sent = next_state(&mut black).await;
    assert_eq!(sent["events"][0]["event"], "left");
    assert_eq!(sent["gone"]["white"]["claim_in"], 60_000);
    assert_eq!(sent["gone"]["black"], json!(null));
    let early = stage.order(pair.id, pair.black, "claim").await;
    assert_eq!(error_kind(early), ErrorKind::NotNow);

    let seen = stage.state(pair.id, pair.black).await.number;
    stage.hall.full(pair.id, Some(pair.white)).await.unwrap();
    assert_eq!(next_state(&mut black).await["events"][0]["event"], "returned");
    stage.command(pair.id, pair.black, order("a", seen, "play d3")).await.unwrap();
    assert_eq!(next_state(&mut black).await["events"][0]["event"], "played");
    assert_eq!(next_state(&mut black).await["events"][0]["event"], "left");
    seconds(60).await;
    let ack = stage.order(pair.id, pair.black, "claim").await.unwrap();
    assert_eq!(ack.state.result.unwrap().how, "abandoned");
    assert_eq!(stage.replayed(pair.id).await.ending(), Some(Ending::Abandoned { by: Color::White }));
}

#[tokio::test(start_paused = true)]
async fn a_room_notes_that_all_players_are_gone_before_it_closes() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let both = stage.listen_both(&pair).await;
    seconds(300).await;
    drop(both);
    seconds(9).await;
    assert_eq!(stage.hall.rooms_open(), 1);
    assert_eq!(stage.replayed(pair.id).await.gone_since(Color::Black), None);
    seconds(2).await;
    let table = stage.replayed(pair.id).await;
    assert!(Color::ALL.into_iter().all(|color| table.gone_since(color).is_some()));
    seconds(60).await;
    assert_eq!(stage.hall.rooms_open(), 0);
}

#[tokio::test(start_paused = true)]
async fn requests_count_as_presence() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(9_900)).await;
        let state = stage.state(pair.id, pair.black).await;
        stage.state(pair.id, pair.white).await;
        assert_eq!(state.gone, Default::default());
    }
}

#[tokio::test(start_paused = true)]
async fn absence_is_not_tracked_against_the_engine_or_on_one_screen() {
    let stage = Stage::new().await;
    for proposal in [json!({}), json!({"black": "me", "white": "me"})] {
        let me = client();
        let game = stage.create(proposal, me).await.id;
        let before = stage.state(game, me).await.number;
        seconds(300).await;
        assert_eq!(stage.disk.events(game, before).await.unwrap(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn a_room_without_subscribers_closes_and_reopens() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    assert_eq!(stage.hall.rooms_open(), 1);
    seconds(59).await;
    assert_eq!(stage.hall.rooms_open(), 1);
    seconds(2).await;
    assert_eq!(stage.hall.rooms_open(), 0);
    stage.order(pair.id, pair.black, "play d3").await.unwrap();
    assert_eq!(stage.state(pair.id, pair.white).await.moves, "d3");
    assert_eq!(stage.hall.rooms_open(), 1);
}

#[tokio::test(start_paused = true)]
async fn requests_to_a_closing_room_are_answered() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    for round in 0..20 {
        // Around the moment at which the room closes.
        tokio::time::sleep(Duration::from_millis(59_990 + round)).await;
        let asked = (0..8).map(|_| stage.hall.full(pair.id, Some(pair.black)));
        for answer in futures_util::future::join_all(asked).await {
            assert_eq!(answer.unwrap().id, pair.id);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_watcher_who_joins_is_present_and_gets_the_chat() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let bob = client();
    let _ann_listens = stage.listen(game, ann).await;
    let mut bob_listens = stage.listen(game, bob).await;
    let mut other = stage.listen(game, client()).await;
    stage.join(game, bob).await;
    seconds(30).await;
    assert_eq!(stage.state(game, ann).await.gone, Default::default());
    stage.say(game, ann, "Good luck!").await.unwrap();
    assert_eq!(chat_lines(&received(&mut bob_listens)), [1]);
    assert!(chat_lines(&received(&mut other)).is_empty());
    drop(bob_listens);
    seconds(11).await;
    assert!(stage.state(game, ann).await.gone.white.is_some());
}
