use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::three;
use crate::live::ListFeed;
use crate::live::tests::faulty_store::{Fault, Hints};
use crate::live::tests::stage::{client, seconds};

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
async fn changes_of_another_server_are_streamed() {
    let [one, two, three] = three().await;
    let (ann, bob) = (client(), client());
    let mut lobby = three.hall.stream_open().await.unwrap();
    let mut own = three.hall.stream_own(ann).await.unwrap();
    assert_eq!((heard(&mut lobby, 2).await, heard(&mut own, 2).await), (vec!["games".into()], vec!["games".into()]));
    let game = one.create(json!({"white": "anyone"}), ann).await.id;
    assert_eq!(heard(&mut lobby, 2).await, ["waiting"]);
    assert_eq!(heard(&mut own, 1).await, ["waiting"]);
    let _listening = one.listen(game, ann).await;
    let mut bobs = three.hall.stream_own(bob).await.unwrap();
    assert_eq!(heard(&mut bobs, 1).await, ["games"]);
    two.join(game, bob).await;
    assert_eq!(heard(&mut bobs, 1).await, ["running"], "he joined on another server");
    assert_eq!(heard(&mut lobby, 2).await, ["gone"]);
    assert_eq!(heard(&mut own, 1).await, ["running"]);
    let _bob_listening = two.listen(game, bob).await;
    one.order(game, ann, "play d3").await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["running"]);
    two.order(game, bob, "resign").await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["over", "gone"]);
    two.order(game, bob, "offer_rematch").await.unwrap();
    one.order(game, ann, "accept_rematch").await.unwrap();
    assert_eq!(heard(&mut own, 1).await, ["running"]);
}

#[tokio::test(start_paused = true)]
async fn lost_hints_and_a_failing_store_lose_no_change() {
    let [one, two, _] = three().await;
    let ann = client();
    let game = one.create(json!({"white": "anyone"}), ann).await.id;
    let (mut lobby, mut own) = (two.hall.stream_open().await.unwrap(), two.hall.stream_own(ann).await.unwrap());
    assert_eq!((heard(&mut lobby, 2).await, heard(&mut own, 2).await), (vec!["games".into()], vec!["games".into()]));
    let _listening = one.listen(game, ann).await;
    two.store.hint(Hints::Lost);
    two.store.set(Fault::Unreachable);
    one.join(game, client()).await;
    assert_eq!((heard(&mut lobby, 3).await, heard(&mut own, 30).await), (vec![], vec![]));
    two.store.set(Fault::None);
    assert_eq!(heard(&mut lobby, 3).await, ["gone"]);
    assert_eq!(heard(&mut own, 20).await, ["running"]);
    seconds(1).await;
}
