//! Lists that are streamed by one server and changed by another.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::three;
use crate::live::ListFeed;
use crate::live::tests::faulty_store::{Fault, Hints};
use crate::live::tests::stage::{seconds, somebody};
use crate::wire::JoinRequest;

/// The messages that come within some seconds, in short.
async fn heard(feed: &mut ListFeed, within: u64) -> Vec<String> {
    let mut heard = Vec::new();
    let all = async {
        while let Some(messages) = feed.next().await {
            for message in messages {
                let message: Value = serde_json::from_str(&message.text).unwrap();
                let (kind, status) = (message["type"].as_str().unwrap(), message["game"]["status"].as_str());
                heard.push(status.map_or(kind.to_owned(), str::to_owned));
            }
        }
    };
    drop(timeout(Duration::from_secs(within), all).await);
    heard
}

#[tokio::test(start_paused = true)]
async fn what_another_server_changes_is_streamed() {
    let [one, two, three] = three().await;
    let (ann, bob) = (somebody(), somebody());
    let mut lobby = three.hall.stream_open().await.unwrap();
    let mut own = three.hall.stream_own(ann).await.unwrap();
    assert_eq!((heard(&mut lobby, 2).await, heard(&mut own, 2).await), (vec!["games".into()], vec!["games".into()]));
    let game = one.create(json!({"white": "anyone"}), ann).await.id;
    assert_eq!(heard(&mut lobby, 2).await, ["waiting"]);
    assert_eq!(heard(&mut own, 1).await, ["waiting"]);
    let _listening = one.hall.subscribe(game, Some(ann), None).await.unwrap();
    let mut bobs = three.hall.stream_own(bob).await.unwrap();
    assert_eq!(heard(&mut bobs, 1).await, ["games"]);
    two.hall.join(game, bob, JoinRequest::default()).await.unwrap();
    assert_eq!(heard(&mut bobs, 1).await, ["running"], "where he sat down is not where he listens");
    assert_eq!(heard(&mut lobby, 2).await, ["gone"]);
    assert_eq!(heard(&mut own, 1).await, ["running"]);
    let _bob_listening = two.hall.subscribe(game, Some(bob), None).await.unwrap();
    one.order(game, ann, json!({"command": "play", "square": "d3"})).await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["running"]);
    two.order(game, bob, json!({"command": "resign"})).await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["over", "gone"]);
    two.order(game, bob, json!({"command": "offer_rematch"})).await.unwrap();
    one.order(game, ann, json!({"command": "accept_rematch"})).await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["running"]);
}

#[tokio::test(start_paused = true)]
async fn lost_hints_and_a_failing_store_lose_no_change() {
    let [one, two, _] = three().await;
    let ann = somebody();
    let game = one.create(json!({"white": "anyone"}), ann).await.id;
    let (mut lobby, mut own) = (two.hall.stream_open().await.unwrap(), two.hall.stream_own(ann).await.unwrap());
    assert_eq!((heard(&mut lobby, 2).await, heard(&mut own, 2).await), (vec!["games".into()], vec!["games".into()]));
    let _listening = one.hall.subscribe(game, Some(ann), None).await.unwrap();
    two.store.hint(Hints::Lost);
    two.store.set(Fault::Away);
    one.hall.join(game, somebody(), JoinRequest::default()).await.unwrap();
    assert_eq!((heard(&mut lobby, 3).await, heard(&mut own, 30).await), (vec![], vec![]));
    two.store.set(Fault::None);
    assert_eq!(heard(&mut lobby, 3).await, ["gone"]);
    assert_eq!(heard(&mut own, 20).await, ["running"]);
    seconds(1).await;
}
