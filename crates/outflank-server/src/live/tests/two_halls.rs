use outflank_rules::{Color, Square};
use outflank_table::Command;
use serde_json::json;

use super::faulty_store::Fault;
use super::stage::{Stage, client, events, order, play};
use crate::store::Store;
use crate::wire::{ErrorKind, JoinRequest};

#[tokio::test(start_paused = true)]
async fn a_command_is_decided_again_after_a_conflict() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    // Leaving does not make a command stale.
    stage.write(pair.id, Color::White, Command::Leave).await;
    let ack = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap();
    assert_eq!((ack.number, events(&ack.state)), (seen + 2, vec!["left".to_owned(), "played".to_owned()]));
    stage.write(pair.id, Color::White, Command::Play(Square::C3.into())).await;
    let late = stage.command(pair.id, pair.black, order("b", ack.number, "offer_draw")).await.unwrap_err();
    assert_eq!(late.error, ErrorKind::Stale);
    assert_eq!(late.state.unwrap().moves, "d3 c3");
}

#[tokio::test(start_paused = true)]
async fn two_servers_agree_on_a_game() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let other = stage.another().await;
    let mut state = stage.state(pair.id, pair.black).await;
    other.state(pair.id, pair.white).await;
    for round in 0..20 {
        let squares: Vec<Square> = state.legal.iter().map(|legal| legal.square).collect();
        let who = pair.holder(state.turn);
        let plays = (0..8).map(|count| {
            let hall = if count % 2 == 0 { &stage } else { &other };
            hall.command(pair.id, who, play(&format!("r{round}-{count}"), state.number, squares[count % squares.len()]))
        });
        let answers = futures_util::future::join_all(plays).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
        let states: Vec<_> = answers
            .into_iter()
            .map(|answer| answer.map_or_else(|problem| *problem.state.unwrap(), |ack| ack.state))
            .collect();
        assert!(states.iter().all(|sent| sent.board == states[0].board && sent.number == states[0].number));
        state = states[0].clone();
    }
    assert_eq!(stage.replayed(pair.id).await.game().placements().count(), 20);
    let [one, two] = [stage.state(pair.id, pair.black).await, other.state(pair.id, pair.black).await];
    assert_eq!((one.number, one.moves, one.board), (two.number, two.moves, two.board));
}

#[tokio::test(start_paused = true)]
async fn a_client_can_switch_servers_with_its_event_number() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let other = stage.another().await;
    other.state(pair.id, pair.black).await;
    let ack = stage.order(pair.id, pair.black, "play d3").await.unwrap();
    let reply = other.command(pair.id, pair.white, play("a", ack.number, Square::C3)).await.unwrap();
    assert_eq!(reply.state.moves, "d3 c3");
    let resumed = stage.hall.subscribe(pair.id, Some(pair.black), Some(reply.number)).await.unwrap();
    assert_eq!(resumed.first[0].kind, crate::live::MessageKind::State(reply.number));
}

#[tokio::test(start_paused = true)]
async fn a_seat_for_anyone_is_given_once() {
    let (stage, game, _) = Stage::with_open_game().await;
    let other = stage.another().await;
    let (one, two) = (client(), client());
    let (first, second) = tokio::join!(
        stage.hall.join(game, one, JoinRequest::default()),
        other.hall.join(game, two, JoinRequest::default())
    );
    assert!(first.is_ok() != second.is_ok());
    let seats = [stage.disk.seats(game, &one).await.unwrap(), stage.disk.seats(game, &two).await.unwrap()];
    assert_eq!(seats.map(|seats| seats.any()), [first.is_ok(), second.is_ok()]);
}

/// A client that gets no answer may retry on another server.
#[tokio::test(start_paused = true)]
async fn a_client_that_joins_on_two_servers_at_once_has_the_seat_on_both() {
    let (stage, game, _) = Stage::with_open_game().await;
    let other = stage.another().await;
    let bob = client();
    stage.store.set(Fault::Held);
    let slow = stage.hall.join(game, bob, JoinRequest::default());
    let fast = async {
        stage.store.an_append_is_held().await;
        let full = other.hall.join(game, bob, JoinRequest::default()).await;
        stage.store.set(Fault::None);
        full
    };
    let (slow, fast) = tokio::join!(slow, fast);
    assert_eq!((slow.unwrap().you, fast.unwrap().you), (vec![Color::White], vec![Color::White]));
}
