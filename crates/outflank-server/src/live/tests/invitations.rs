use serde_json::json;

use super::stage::{Stage, client, error_kind, seconds};
use crate::store::{MAX_HOLDERS, Seat};
use crate::wire::{Created, ErrorKind};
use crate::{GameId, Secret, SecretHash};

const WHITE: Seat = Seat::Player(outflank_rules::Color::White);

async fn waiting(stage: &Stage) -> (SecretHash, GameId, Secret) {
    let creator = client();
    let Created { id, tokens, .. } = stage.create(json!({"white": "friend"}), creator).await;
    (creator, id, tokens.white.unwrap().parse().unwrap())
}

fn token(text: &str) -> Secret {
    text.parse().unwrap()
}

#[tokio::test(start_paused = true)]
async fn an_invitation_is_revoked_on_every_server() {
    let stage = Stage::new().await;
    let other = stage.another().await;
    let (creator, game, old) = waiting(&stage).await;
    // A program may use the token itself, so the other server has seen it.
    other.hall.full(game, Some(old.hash())).await.unwrap();
    let new = stage.hall.invite(game, Some(creator), WHITE).await.unwrap();
    for hall in [&stage.hall, &other.hall] {
        assert_eq!(error_kind(hall.full(game, Some(old.hash())).await), ErrorKind::NotYours);
        assert_eq!(error_kind(hall.take_seat(game, &old, client()).await), ErrorKind::NoSuchSecret);
    }
    let friend = client();
    other.hall.take_seat(game, &token(&new.token), friend).await.unwrap();
    other.join(game, friend).await;
    assert_eq!(error_kind(stage.hall.invite(game, Some(creator), WHITE).await), ErrorKind::SeatTaken);
}

#[tokio::test(start_paused = true)]
async fn a_friend_who_joins_elsewhere_is_not_invited_again() {
    let stage = Stage::new().await;
    let other = stage.another().await;
    let (creator, game, link) = waiting(&stage).await;
    // The room here is open and has not heard of the other server yet.
    stage.hall.full(game, Some(creator)).await.unwrap();
    let friend = client();
    other.hall.take_seat(game, &link, friend).await.unwrap();
    other.join(game, friend).await;
    assert_eq!(error_kind(stage.hall.invite(game, Some(creator), WHITE).await), ErrorKind::SeatTaken);
    stage.hall.take_seat(game, &link, client()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_device_link_of_one_server_works_on_another() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let other = stage.another().await;
    let link = stage.hall.link_game(pair.id, Some(pair.black)).await.unwrap();
    let phone = client();
    let seats = other.hall.take_seat(pair.id, &token(&link.token), phone).await.unwrap();
    assert!(seats.players.black && !seats.players.white);
    other.order(pair.id, phone, "play f5").await.unwrap();
    assert_eq!(error_kind(stage.hall.take_seat(pair.id, &token(&link.token), client()).await), ErrorKind::NoSuchSecret);
}

#[tokio::test(start_paused = true)]
async fn a_seat_with_too_many_holders_takes_no_further_device() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    for number in 0..2 * MAX_HOLDERS {
        let link = stage.hall.link_game(pair.id, Some(pair.black)).await.unwrap();
        let taken = stage.hall.take_seat(pair.id, &token(&link.token), client()).await;
        match number < MAX_HOLDERS - 2 {
            true => drop(taken.unwrap()),
            false => assert_eq!(error_kind(taken), ErrorKind::SeatTaken, "{number}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_device_link_expires() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    for (wait, works) in [(599, true), (600, false)] {
        let link = stage.hall.link_all(pair.black).await.unwrap();
        seconds(wait).await;
        let taken = stage.hall.take_over_all(&token(&link.token), client()).await;
        assert_eq!(taken.is_ok(), works, "{wait} s");
    }
    let link = stage.hall.link_all(pair.black).await.unwrap();
    seconds(601).await;
    assert_eq!(error_kind(stage.hall.take_over_all(&token(&link.token), client()).await), ErrorKind::NoSuchSecret);
}
