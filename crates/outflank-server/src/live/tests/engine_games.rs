use serde_json::{Value, json};

use super::scripted::Scripted;
use super::stage::{Stage, client, error_kind, seconds};
use crate::store::{Status, Store};
use crate::wire::ErrorKind;
use crate::{Limits, Owner};

fn owner(site: i64, client: i64) -> Option<Owner> {
    Some(Owner::from_bits(site << 32 | client))
}

fn against_engine() -> Value {
    json!({"black": "me", "white": "engine:10", "clock": {"main": 604_800_000}})
}

async fn fill(stage: &Stage, owner: Option<Owner>, count: usize) {
    for _ in 0..count {
        stage.create_from(owner, against_engine(), client()).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_has_a_limited_number_of_running_games_against_the_engine() {
    let (stage, most) = (Stage::with_engine(Scripted::answering(0)).await, Limits::default().engine_games_per_address);
    fill(&stage, owner(1, 1), most).await;
    let refused = stage.create_from(owner(1, 1), against_engine(), client()).await.unwrap_err();
    assert_eq!(refused.error, ErrorKind::TooMany);
    assert!(refused.message.contains(&format!("at most {most}")), "{}", refused.message);
    stage.create_from(owner(1, 1), json!({"white": "friend"}), client()).await.expect("it needs no engine");
    fill(&stage, owner(1, 2), 1).await;
    fill(&stage, None, 1).await;
}

#[tokio::test(start_paused = true)]
async fn a_site_with_many_clients_has_the_games_of_four() {
    let (stage, most) = (Stage::with_engine(Scripted::answering(0)).await, Limits::default().engine_games_per_address);
    for client in 1..=4 {
        fill(&stage, owner(7, client), most).await;
    }
    let refused = stage.create_from(owner(7, 5), against_engine(), client()).await;
    assert_eq!(error_kind(refused), ErrorKind::TooMany);
    fill(&stage, owner(8, 5), 1).await;
}

#[tokio::test(start_paused = true)]
async fn games_that_are_over_or_abandoned_do_not_count() {
    let (stage, most) = (Stage::with_engine(Scripted::answering(0)).await, Limits::default().engine_games_per_address);
    let me = client();
    fill(&stage, owner(1, 1), most - 1).await;
    let game = stage.create_from(owner(1, 1), against_engine(), me).await.unwrap().id;
    assert_eq!(error_kind(stage.create_from(owner(1, 1), against_engine(), me).await), ErrorKind::TooMany);
    stage.order(game, me, "resign").await.unwrap();
    fill(&stage, owner(1, 1), 1).await;
    assert_eq!(error_kind(stage.create_from(owner(1, 1), against_engine(), me).await), ErrorKind::TooMany);
    seconds(10 * 60 + 1).await;
    fill(&stage, owner(1, 1), most).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_counts_as_long_as_the_engine_is_to_move() {
    let (stage, most) = (Stage::with_engine(Scripted::answering(0)).await, Limits::default().engine_games_per_address);
    for _ in 0..most {
        let begins = json!({"black": "engine:10", "white": "me"});
        stage.create_from(owner(1, 1), begins, client()).await.unwrap();
    }
    seconds(3_600).await;
    assert_eq!(error_kind(stage.create_from(owner(1, 1), against_engine(), client()).await), ErrorKind::TooMany);
}

#[tokio::test(start_paused = true)]
async fn a_full_server_says_so() {
    let (stage, limits) = (Stage::with_engine(Scripted::answering(0)).await, Limits::default());
    let clients = limits.engine_games / limits.engine_games_per_address + 1;
    for site in 1..=clients as i64 {
        let left = limits.engine_games - (site as usize - 1) * limits.engine_games_per_address;
        fill(&stage, owner(site, 0), left.min(limits.engine_games_per_address)).await;
    }
    let refused = stage.create_from(owner(0, 0), against_engine(), client()).await.unwrap_err();
    assert_eq!(refused.error, ErrorKind::Unavailable);
    assert!(refused.message.contains("try again"), "{}", refused.message);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_has_the_owner_of_the_first_game() {
    let (stage, me) = (Stage::with_engine(Scripted::answering(0)).await, client());
    let game = stage.create_from(owner(3, 4), against_engine(), me).await.unwrap().id;
    stage.order(game, me, "resign").await.unwrap();
    stage.order(game, me, "offer_rematch").await.unwrap();
    seconds(1).await;
    assert_eq!(stage.disk.summary(game.rematch()).await.unwrap().unwrap().status, Status::Running);
    assert_eq!(stage.disk.owner(game.rematch()).await.unwrap(), owner(3, 4));
    assert_eq!(stage.engine.owners(), [owner(3, 4).unwrap()], "the engine begins");
}
