//! Those who look on.

use outflank_rules::Color;
use serde_json::{Value, json};

use super::stage::{Stage, next_state, seconds, somebody, trouble};
use crate::ChatLine;
use crate::live::{MessageKind, Subscription};
use crate::wire::ErrorKind;

fn line(text: &str) -> ChatLine {
    ChatLine::try_from(text.to_owned()).unwrap()
}

/// Everything that waits for a reader.
fn waiting(subscription: &mut Subscription) -> Vec<Value> {
    let mut messages = Vec::new();
    while let Some(Some(message)) = futures_util::FutureExt::now_or_never(subscription.messages.recv()) {
        messages.push(serde_json::from_str(&message.text).unwrap());
    }
    messages
}

#[tokio::test(start_paused = true)]
async fn a_stream_begins_with_everything_and_goes_on_from_any_number() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut watching = stage.hall.subscribe(pair.id, None, None).await.unwrap();
    let full: Value = serde_json::from_str(&watching.first[0].text).unwrap();
    assert_eq!((&full["type"], &full["you"]), (&json!("full"), &json!([])));
    let start = full["state"]["number"].as_u64().unwrap();
    let read = async {
        let mut number = start;
        loop {
            let told = next_state(&mut watching).await;
            for event in told["events"].as_array().unwrap() {
                number += 1;
                assert_eq!(event["number"], number, "no event is missing");
            }
            if told["status"] == "over" {
                return told;
            }
        }
    };
    let (state, told) = tokio::join!(stage.play_out(&pair), read);
    assert_eq!((&told["moves"], &told["number"]), (&json!(state.moves), &json!(state.number)));

    for after in [0, 5, state.number] {
        let resumed = stage.hall.subscribe(pair.id, None, Some(after)).await.unwrap();
        let told: Value = serde_json::from_str(&resumed.first[0].text).unwrap();
        assert_eq!(told["type"], "state");
        assert_eq!(told["events"].as_array().unwrap().len(), usize::try_from(state.number - after).unwrap());
        assert_eq!(resumed.first[0].kind, MessageKind::State(state.number));
    }
    let beyond = stage.hall.subscribe(pair.id, None, Some(state.number + 1)).await;
    assert_eq!(trouble(beyond), ErrorKind::UnknownNumber);
}

#[tokio::test(start_paused = true)]
async fn who_does_not_read_is_let_go_and_the_others_are_not_kept_waiting() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut slow = stage.hall.subscribe(pair.id, None, None).await.unwrap();
    let state = stage.play_out(&pair).await;
    let mut read = 0;
    while slow.messages.recv().await.is_some() {
        read += 1;
    }
    assert_eq!(read, 32);
    assert_eq!(state.status, "over");
}

#[tokio::test(start_paused = true)]
async fn it_is_told_how_many_watch() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut player = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let watchers: Vec<_> = futures_util::future::join_all((0..5).map(|_| stage.hall.subscribe(pair.id, None, None)))
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    seconds(3).await;
    let told: Vec<_> = waiting(&mut player).into_iter().filter(|told| told["type"] == "watchers").collect();
    assert_eq!(told.last().unwrap()["count"], 5);
    assert!(told.len() <= 2, "at most once a second");
    drop(watchers);
    seconds(3).await;
    let told: Vec<_> = waiting(&mut player).into_iter().filter(|told| told["type"] == "watchers").collect();
    assert_eq!(told, [json!({"type": "watchers", "count": 0})]);
}

#[tokio::test(start_paused = true)]
async fn a_crowd_keeps_no_player_out() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut crowd = Vec::new();
    let refused = loop {
        match stage.hall.subscribe(pair.id, None, None).await {
            Ok(watching) => crowd.push(watching),
            Err(problem) => break problem.error,
        }
        assert!(crowd.len() <= 20_000, "there is a limit");
    };
    assert_eq!(refused, ErrorKind::Unavailable);
    assert!(stage.hall.subscribe(pair.id, Some(pair.black), None).await.is_ok());
    // Nor does a player bring in any number.
    let player = || stage.hall.subscribe(pair.id, Some(pair.white), None);
    let many = futures_util::future::join_all((0..1_000).map(|_| player())).await;
    assert!(many.iter().any(Result::is_err));
    assert!(stage.hall.subscribe(pair.id, Some(pair.black), None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn players_hear_each_other_and_nobody_else_does() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut black = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let mut watching = stage.hall.subscribe(pair.id, None, None).await.unwrap();
    let said = stage.hall.say(pair.id, Some(pair.white), line("Good luck!")).await.unwrap();
    assert_eq!((said.number, said.by), (1, Color::White));
    let heard: Vec<_> = waiting(&mut black).into_iter().filter(|told| told["type"] == "chat").collect();
    let at = said.at.as_millis();
    assert_eq!(heard, [json!({"type": "chat", "number": 1, "by": "white", "at": at, "text": "Good luck!"})]);
    assert!(waiting(&mut watching).iter().all(|told| told["type"] != "chat"));
    assert_eq!(trouble(stage.hall.say(pair.id, None, line("I too")).await), ErrorKind::Watching);
    assert_eq!(trouble(stage.hall.chat(pair.id, None, 0).await), ErrorKind::Watching);

    // It can be read later, also when the game is over.
    stage.order(pair.id, pair.black, json!({"command": "resign"})).await.unwrap();
    for count in 2..=5 {
        assert_eq!(stage.hall.say(pair.id, Some(pair.white), line("well")).await.unwrap().number, count);
    }
    assert_eq!(trouble(stage.hall.say(pair.id, Some(pair.white), line("and")).await), ErrorKind::TooMany);
    seconds(10).await;
    assert_eq!(stage.hall.say(pair.id, Some(pair.white), line("played")).await.unwrap().number, 6);
    let later = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let chat: Vec<_> = later.first.iter().filter(|told| matches!(told.kind, MessageKind::Chat(_))).collect();
    assert_eq!(chat.len(), 6);
    let watcher = stage.hall.subscribe(pair.id, Some(somebody()), None).await.unwrap();
    assert!(watcher.first.iter().all(|told| !matches!(told.kind, MessageKind::Chat(_))));
    assert_eq!(stage.hall.chat(pair.id, Some(pair.black), 4).await.unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn closing_ends_what_is_listened_to_and_refuses_what_comes() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({})).await;
    let mut black = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    stage.hall.close().await;
    assert!(black.messages.recv().await.is_none());
    let late = json!({"id": "a", "seen": 4, "command": "play", "square": "d3"});
    assert_eq!(trouble(stage.command(pair.id, pair.black, late).await), ErrorKind::Unavailable);
    let made = stage.hall.create(serde_json::from_value(json!({})).unwrap(), None).await;
    assert_eq!(trouble(made), ErrorKind::Unavailable);
    stage.hall.close().await;
}
