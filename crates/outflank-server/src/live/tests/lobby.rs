use serde_json::{Value, json};

use super::faulty_store::Fault;
use super::stage::{Stage, client, seconds};
use crate::GameId;
use crate::live::ListFeed;
use crate::store::{Listing, Page};
use crate::wire::ErrorKind;

async fn open(stage: &Stage) -> Vec<GameId> {
    let list = stage.hall.list(Listing::Open, Page { after: None, count: 50 }).await.unwrap();
    list.games.into_iter().map(|game| game.id).collect()
}

async fn next(feed: &mut ListFeed) -> (String, String) {
    let messages = feed.next().await.unwrap();
    assert_eq!(messages.len(), 1);
    let message: Value = serde_json::from_str(&messages[0].text).unwrap();
    let id = message["id"].as_str().or(message["game"]["id"].as_str()).unwrap_or_default();
    (message["type"].as_str().unwrap().to_owned(), id.to_owned())
}

#[tokio::test(start_paused = true)]
async fn an_open_game_is_listed_while_its_creator_is_connected() {
    let (stage, game, ann) = Stage::with_open_game().await;
    assert_eq!(open(&stage).await, [game]);
    seconds(29).await;
    assert_eq!(open(&stage).await, [game]);
    seconds(2).await;
    assert_eq!(open(&stage).await, []);

    let listening = stage.listen(game, ann).await;
    seconds(1).await;
    assert_eq!(open(&stage).await, [game], "its creator has reconnected");
    seconds(600).await;
    assert_eq!(open(&stage).await, [game]);
    drop(listening);
    seconds(24).await;
    assert_eq!(open(&stage).await, [game], "there is time to reload a page");
    seconds(7).await;
    assert_eq!(open(&stage).await, []);
    stage.hall.full(game, None).await.unwrap();
    stage.join(game, client()).await;
}

#[tokio::test(start_paused = true)]
async fn any_request_of_the_creator_lists_the_game_again() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let page = Page { after: None, count: 50 };
    for sign in 0..3 {
        seconds(31).await;
        assert_eq!(open(&stage).await, [], "{sign}");
        let own = match sign {
            0 => stage.hall.full(game, Some(ann)).await.map(|_| None),
            1 => stage.hall.list(Listing::HeldBy(ann), page).await.map(|_| None),
            _ => stage.hall.stream_own(ann).await.map(Some),
        };
        seconds(1).await;
        assert_eq!(open(&stage).await, [game], "{sign}");
        if let Some(mut own) = own.unwrap() {
            let reading = tokio::spawn(async move { while own.next().await.is_some() {} });
            seconds(600).await;
            assert_eq!(open(&stage).await, [game], "it is streamed");
            reading.abort();
        }
    }
    seconds(31).await;
    assert_eq!(open(&stage).await, []);
}

#[tokio::test(start_paused = true)]
async fn only_the_creator_counts() {
    let (stage, game, _) = Stage::with_open_game().await;
    let bob = client();
    let _watching = stage.watch(game).await;
    let _looking = stage.listen(game, bob).await;
    seconds(31).await;
    stage.state(game, bob).await;
    let _own = stage.hall.stream_own(bob).await.unwrap();
    seconds(1).await;
    assert_eq!(open(&stage).await, []);
}

#[tokio::test(start_paused = true)]
async fn the_lobby_stream_follows_the_list() {
    let stage = Stage::new().await;
    let ann = client();
    let mut lobby = stage.hall.stream_open().await.unwrap();
    assert_eq!(next(&mut lobby).await.0, "games");
    let game = stage.create(json!({"white": "anyone"}), ann).await.id;
    let (offered, gone) = (("game".to_owned(), game.to_string()), ("gone".to_owned(), game.to_string()));
    assert_eq!(next(&mut lobby).await, offered);
    for _ in 0..3 {
        let left = tokio::time::Instant::now();
        assert_eq!(next(&mut lobby).await, gone);
        let after = left.elapsed().as_secs();
        assert!((25..35).contains(&after), "gone after {after} s");
        let listening = stage.listen(game, ann).await;
        assert_eq!(next(&mut lobby).await, offered);
        seconds(60).await;
        drop(listening);
    }
}

#[tokio::test(start_paused = true)]
async fn a_creator_may_be_connected_to_any_server() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let (second, third) = (stage.another().await, stage.another().await);
    let _listening = second.listen(game, ann).await;
    seconds(120).await;
    for server in [&stage, &second, &third] {
        assert_eq!(open(server).await, [game]);
    }
    second.store.set(Fault::Dead);
    seconds(20).await;
    assert_eq!(open(&third).await, [game]);
    seconds(11).await;
    assert_eq!(open(&third).await, []);
    let _listening = third.listen(game, ann).await;
    seconds(1).await;
    assert_eq!(open(&stage).await, [game]);
}

#[tokio::test(start_paused = true)]
async fn creators_have_time_to_reconnect_after_a_restart() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let bob = client();
    let other = stage.create(json!({"white": "anyone"}), bob).await.id;
    let listening = [stage.listen(game, ann).await, stage.listen(other, bob).await];
    seconds(60).await;
    stage.hall.close().await;
    drop(listening);
    let again = stage.another().await;
    assert_eq!(open(&again).await.len(), 2);
    seconds(10).await;
    let _listening = again.listen(game, ann).await;
    seconds(21).await;
    assert_eq!(open(&again).await, [game]);
}

#[tokio::test(start_paused = true)]
async fn open_games_are_listed_again_after_a_store_failure() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let _listening = stage.listen(game, ann).await;
    seconds(10).await;
    stage.store.set(Fault::ReadOnly);
    seconds(60).await;
    assert_eq!(open(&stage).await, []);
    let refused = stage.hall.create(serde_json::from_value(json!({"white": "anyone"})).unwrap(), Some(ann), None).await;
    assert_eq!(refused.unwrap_err().error, ErrorKind::Unavailable);
    stage.store.set(Fault::None);
    seconds(6).await;
    assert_eq!(open(&stage).await, [game]);
}
