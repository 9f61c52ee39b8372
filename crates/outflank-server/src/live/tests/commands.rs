use outflank_rules::{Color, Square};
use serde_json::json;

use super::stage::{Stage, client, error_kind, events, play};
use crate::GameId;
use crate::store::Store;
use crate::wire::ErrorKind;

#[tokio::test(start_paused = true)]
async fn a_whole_game_can_be_played() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let state = stage.play_out(&pair).await;
    assert_eq!(state.status, "over");
    let result = state.result.unwrap();
    assert_eq!(result.how, "played_out");
    assert_eq!(result.discs, state.discs);

    let full = stage.hall.full(pair.id, Some(pair.white)).await.unwrap();
    assert_eq!(full.you, [Color::White]);
    assert_eq!(full.state.board, state.board);
    assert!(full.state.events.is_empty());
    // Every board follows from the start and the plies, without any rules.
    let mut board: Vec<char> = full.start.board.chars().collect();
    for ply in &full.plies {
        let disc = if ply.by == Color::Black { 'X' } else { 'O' };
        for square in ply.flips.into_iter().chain(ply.square) {
            board[usize::from(square.index())] = disc;
        }
    }
    assert_eq!(board.into_iter().collect::<String>(), state.board);
    let moves: Vec<_> =
        full.plies.iter().map(|ply| ply.square.map_or("pass".to_owned(), |square| square.to_string())).collect();
    assert_eq!(moves.join(" "), state.moves);
    assert_eq!(stage.replayed(pair.id).await.game().position().counts(), state.discs);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_command_is_executed_once() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    let first = stage.command(pair.id, pair.black, play("one", seen, Square::D3)).await.unwrap();
    assert_eq!(events(&first.state), ["played"]);
    let reply = stage.command(pair.id, pair.white, play("one", first.number, Square::C3)).await.unwrap();
    let again = stage.command(pair.id, pair.black, play("one", seen, Square::D3)).await.unwrap();
    assert_eq!(again.number, first.number);
    assert_eq!(again.state.number, reply.number, "the state is the current one");
    assert_eq!(stage.disk.events(pair.id, 0).await.unwrap().len(), usize::try_from(reply.number).unwrap());

    let other = stage.command(pair.id, pair.black, play("one", reply.number, Square::C4)).await;
    assert_eq!(error_kind(other), ErrorKind::IdReused);
}

#[tokio::test(start_paused = true)]
async fn a_delayed_command_is_stale_after_a_takeback_although_it_would_be_legal() {
    let (stage, pair) = Stage::with_pair(json!({"takebacks": "free"})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    let played = stage.command(pair.id, pair.black, play("a", seen, Square::D3)).await.unwrap();
    stage.order(pair.id, pair.black, "take_back").await.unwrap();
    // The same move on the same board, but based on an old event number.
    let late = stage.command(pair.id, pair.black, play("c", seen, Square::D3)).await.unwrap_err();
    assert_eq!(late.error, ErrorKind::Stale);
    let state = late.state.unwrap();
    assert_eq!(events(&state), ["played", "taken_back"]);
    assert_eq!(state.number, played.number + 1);
    let beyond = stage.command(pair.id, pair.black, play("d", state.number + 1, Square::D3)).await;
    assert_eq!(error_kind(beyond), ErrorKind::UnknownNumber);
}

#[tokio::test(start_paused = true)]
async fn refusals_of_the_table_have_their_error_kinds() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    for (who, words, kind, has_state) in [
        (pair.white, "play d3", ErrorKind::NotYourTurn, true),
        (pair.black, "play a1", ErrorKind::Illegal, false),
        (pair.black, "accept_draw", ErrorKind::NotNow, true),
        (pair.black, "cancel", ErrorKind::NotNow, true),
    ] {
        let problem = stage.order(pair.id, who, words).await.unwrap_err();
        assert_eq!((problem.error, problem.state.is_some()), (kind, has_state), "{words}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_seat_holders_can_play() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    let watching = stage.command(pair.id, client(), play("a", seen, Square::D3)).await;
    assert_eq!(error_kind(watching), ErrorKind::Watching);
    let foreign = json!({"id": "b", "seen": seen, "as": "black", "command": "resign"});
    assert_eq!(error_kind(stage.command(pair.id, pair.white, foreign).await), ErrorKind::NotYours);

    let private = stage.pair(json!({})).await.id;
    let command = stage.command(private, client(), play("a", seen, Square::D3)).await;
    assert_eq!(error_kind(command), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.full(private, None).await), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.subscribe(private, None, None).await), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.chat(private, None, 0).await), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.played(private, None).await), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.full(GameId::random(), None).await), ErrorKind::NotFound);
}

#[tokio::test(start_paused = true)]
async fn a_client_with_both_seats_plays_for_the_side_to_move() {
    let stage = Stage::new().await;
    let me = client();
    let game = stage.create(json!({"black": "me", "white": "me"}), me).await.id;
    let seen = stage.state(game, me).await.number;
    let first = stage.command(game, me, play("a", seen, Square::D3)).await.unwrap();
    let second = stage.command(game, me, play("b", first.number, Square::C3)).await.unwrap();
    assert_eq!(second.state.moves, "d3 c3");
    assert_eq!(stage.command(game, me, play("a", seen, Square::D3)).await.unwrap().number, first.number);
    let resign = json!({"id": "c", "seen": second.number, "as": "white", "command": "resign"});
    let ended = stage.command(game, me, resign).await.unwrap();
    assert_eq!(ended.state.result.unwrap().winner, Some(Color::Black));
}
