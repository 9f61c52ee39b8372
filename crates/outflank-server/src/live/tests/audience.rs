use outflank_rules::Color;
use serde_json::{Value, json};

use super::stage::{Stage, chat_lines, client, error_kind, line, next_state, order, received, seconds};
use crate::live::{MessageKind, Subscription};
use crate::wire::ErrorKind;

fn received_of(subscription: &mut Subscription, kind: &str) -> Vec<Value> {
    let sent = received(subscription).into_iter().map(|message| serde_json::from_str::<Value>(&message.text).unwrap());
    sent.filter(|sent| sent["type"] == kind).collect()
}

#[tokio::test(start_paused = true)]
async fn a_stream_starts_with_the_whole_game_or_resumes_after_any_event() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let mut watching = stage.watch(pair.id).await;
    let full: Value = serde_json::from_str(&watching.first[0].text).unwrap();
    assert_eq!((&full["type"], &full["you"]), (&json!("full"), &json!([])));
    let mut number = full["state"]["number"].as_u64().unwrap();
    let read = async {
        loop {
            let sent = next_state(&mut watching).await;
            for event in sent["events"].as_array().unwrap() {
                number += 1;
                assert_eq!(event["number"], number, "no event is missing");
            }
            if sent["status"] == "over" {
                return sent;
            }
        }
    };
    let (state, sent) = tokio::join!(stage.play_out(&pair), read);
    assert_eq!((&sent["moves"], &sent["number"]), (&json!(state.moves), &json!(state.number)));

    for after in [0, 5, state.number] {
        let resumed = stage.hall.subscribe(pair.id, None, Some(after)).await.unwrap();
        let sent: Value = serde_json::from_str(&resumed.first[0].text).unwrap();
        assert_eq!(sent["type"], "state");
        assert_eq!(sent["events"].as_array().unwrap().len(), usize::try_from(state.number - after).unwrap());
        assert_eq!(resumed.first[0].kind, MessageKind::State(state.number));
    }
    let beyond = stage.hall.subscribe(pair.id, None, Some(state.number + 1)).await.unwrap();
    let sent: Value = serde_json::from_str(&beyond.first[0].text).unwrap();
    assert_eq!((&sent["type"], &sent["state"]["number"]), (&json!("full"), &json!(state.number)));
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_that_does_not_read_is_dropped() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let mut slow = stage.watch(pair.id).await;
    let state = stage.play_out(&pair).await;
    let mut read = 0;
    while slow.messages.recv().await.is_some() {
        read += 1;
    }
    assert_eq!(read, 32);
    assert_eq!(state.status, "over");
}

#[tokio::test(start_paused = true)]
async fn subscribers_get_the_number_of_watchers() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let mut player = stage.listen(pair.id, pair.black).await;
    let watchers = futures_util::future::join_all((0..5).map(|_| stage.watch(pair.id))).await;
    seconds(3).await;
    let sent = received_of(&mut player, "watchers");
    assert_eq!(sent.last().unwrap()["count"], 5);
    assert!(sent.len() <= 2, "at most once a second");
    drop(watchers);
    seconds(3).await;
    assert_eq!(received_of(&mut player, "watchers"), [json!({"type": "watchers", "count": 0})]);
}

#[tokio::test(start_paused = true)]
async fn a_crowd_of_watchers_does_not_lock_out_players() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let mut crowd = Vec::new();
    let refused = loop {
        match stage.hall.subscribe(pair.id, None, None).await {
            Ok(watching) => crowd.push(watching),
            Err(problem) => break problem.error,
        }
        assert!(crowd.len() <= 20_000, "watchers are limited");
    };
    assert_eq!(refused, ErrorKind::Unavailable);
    assert!(stage.hall.subscribe(pair.id, Some(pair.black), None).await.is_ok());
    let player = || stage.hall.subscribe(pair.id, Some(pair.white), None);
    let many = futures_util::future::join_all((0..1_000).map(|_| player())).await;
    assert!(many.iter().any(Result::is_err));
    assert!(stage.hall.subscribe(pair.id, Some(pair.black), None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn only_players_get_the_chat() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let mut black = stage.listen(pair.id, pair.black).await;
    let mut watching = stage.watch(pair.id).await;
    let said = stage.say(pair.id, pair.white, "Good luck!").await.unwrap();
    assert_eq!((said.number, said.by), (1, Color::White));
    let sent = json!({"type": "chat", "number": 1, "by": "white", "at": said.at.as_millis(), "text": "Good luck!"});
    assert_eq!(received_of(&mut black, "chat"), [sent]);
    assert!(received_of(&mut watching, "chat").is_empty());
    assert_eq!(error_kind(stage.hall.say(pair.id, None, line("I too")).await), ErrorKind::Watching);
    assert_eq!(error_kind(stage.hall.chat(pair.id, None, 0).await), ErrorKind::Watching);

    stage.order(pair.id, pair.black, "resign").await.unwrap();
    for count in 2..=5 {
        assert_eq!(stage.say(pair.id, pair.white, "well").await.unwrap().number, count);
    }
    assert_eq!(error_kind(stage.say(pair.id, pair.white, "and").await), ErrorKind::TooMany);
    seconds(10).await;
    assert_eq!(stage.say(pair.id, pair.white, "played").await.unwrap().number, 6);
    assert_eq!(chat_lines(&stage.listen(pair.id, pair.black).await.first).len(), 6);
    assert!(chat_lines(&stage.listen(pair.id, client()).await.first).is_empty());
    assert_eq!(stage.hall.chat(pair.id, Some(pair.black), 4).await.unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn closing_ends_subscriptions_and_rejects_requests() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let mut black = stage.listen(pair.id, pair.black).await;
    stage.hall.close().await;
    assert!(black.messages.recv().await.is_none());
    let late = stage.command(pair.id, pair.black, order("a", 4, "play d3")).await;
    assert_eq!(error_kind(late), ErrorKind::Unavailable);
    let made = stage.hall.create(serde_json::from_value(json!({})).unwrap(), None, None).await;
    assert_eq!(error_kind(made), ErrorKind::Unavailable);
    stage.hall.close().await;
}
