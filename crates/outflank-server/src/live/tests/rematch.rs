//! The game after a game.

use outflank_rules::Color;
use serde_json::json;

use super::stage::{Pair, Stage, next_state, seconds, somebody, trouble};
use crate::GameId;
use crate::live::journal::Journal;
use crate::live::rematch::next_game;
use crate::store::{Creation, Listing, Page, Store};
use crate::wire::{ErrorKind, JoinRequest, Proposal};

async fn finished(stage: &Stage, proposal: serde_json::Value) -> Pair {
    let pair = stage.pair(proposal).await;
    stage.order(pair.id, pair.black, json!({"command": "resign"})).await.unwrap();
    stage.order(pair.id, pair.black, json!({"command": "offer_rematch"})).await.unwrap();
    pair
}

#[tokio::test(start_paused = true)]
async fn a_rematch_has_the_same_people_with_colours_changed() {
    let stage = Stage::set().await;
    let pair = finished(&stage, json!({"name": "Ann", "clock": {"main": 60_000}})).await;
    let mut watching = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let ack = stage.order(pair.id, pair.white, json!({"command": "accept_rematch"})).await.unwrap();
    assert_eq!(next_state(&mut watching).await["events"][0]["event"], "rematch_agreed");
    let told = next_state(&mut watching).await;
    let next: GameId = told["rematch"].as_str().unwrap().parse().unwrap();
    assert_eq!(told["events"][0], json!({"number": ack.number + 1, "event": "continued", "game": next}));

    let full = stage.hall.full(next, Some(pair.black)).await.unwrap();
    assert_eq!(full.you, [Color::White]);
    assert_eq!(full.rematch_of, Some(pair.id));
    assert_eq!(full.players.white.name.unwrap().as_str(), "Ann");
    assert_eq!(full.state.status, "running");
    assert_eq!(stage.hall.full(next, Some(pair.white)).await.unwrap().you, [Color::Black]);
    assert_eq!(trouble(stage.hall.full(next, None).await), ErrorKind::NotYours);
    assert_eq!(trouble(stage.hall.full(next, Some(somebody())).await), ErrorKind::NotYours);
    stage.order(next, pair.white, json!({"command": "play", "square": "d3"})).await.unwrap();
    // There is one rematch of a game.
    let again = stage.order(pair.id, pair.black, json!({"command": "offer_rematch"})).await;
    assert_eq!(trouble(again), ErrorKind::NotNow);
}

#[tokio::test(start_paused = true)]
async fn a_rematch_that_was_not_finished_is_finished_by_the_next_server() {
    for made in [false, true] {
        let stage = Stage::set().await;
        let pair = finished(&stage, json!({"start": "xot"})).await;
        stage.hall.close().await;
        // Another server writes the agreement down, and dies before or after it has made the game.
        let mut journal = Journal::load(&*stage.disk, pair.id).await.unwrap().unwrap();
        let agreed = crate::store::GameEvent::Table(outflank_table::Event::RematchAgreed);
        let now = stage.clock.now();
        stage.disk.append(pair.id, journal.last(), journal.batch(vec![agreed], None, now)).await.unwrap();
        for logged in stage.disk.events(pair.id, journal.last()).await.unwrap() {
            journal.take_in(&logged);
        }
        let mut start = None;
        if made {
            let holders = stage.disk.holders(pair.id).await.unwrap();
            let game = next_game(&journal, &holders, now, &mut outflank_players::Random::new(1));
            start = Some(game.plan.terms.start);
            assert_eq!(stage.disk.create(game).await.unwrap(), Creation::Created);
        }
        let next = stage.another().await;
        seconds(7).await;
        let rematch = next.state(pair.id, pair.black).await.rematch.unwrap();
        let played = next.hall.played(rematch, Some(pair.black)).await.unwrap();
        assert!(start.is_none_or(|start| start == played.plan.terms.start), "it was made once");
        assert_eq!(next.disk.seats(rematch, &pair.black).await.unwrap().colors().collect::<Vec<_>>(), [Color::White]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_random_opening_is_drawn_anew_and_another_start_is_kept() {
    let stage = Stage::set().await;
    let record = json!({"record": "f5d6c3d3c4"});
    for (start, kept) in [(json!("xot"), false), (json!({"handicap": 2}), true), (record, true)] {
        let pair = finished(&stage, json!({ "start": start })).await;
        stage.order(pair.id, pair.white, json!({"command": "accept_rematch"})).await.unwrap();
        let next = stage.state(pair.id, pair.black).await.rematch.unwrap();
        let first = stage.hall.played(pair.id, Some(pair.black)).await.unwrap().plan;
        let second = stage.hall.played(next, Some(pair.black)).await.unwrap().plan;
        assert_eq!(first.start, second.start);
        // Two openings of 3,623 are alike once in a while; their boards are of the same size in any case.
        assert!(!kept || first.terms == second.terms);
        let discs = |plan: &crate::store::Plan| plan.terms.start.empty().len();
        assert_eq!(discs(&first), discs(&second));
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_else_can_come_to_a_rematch_of_a_game_that_was_open() {
    let stage = Stage::set().await;
    let (ann, bob) = (somebody(), somebody());
    let game = stage.create(json!({"black": "me", "white": "anyone"}), ann).await.id;
    stage.hall.join(game, bob, JoinRequest::default()).await.unwrap();
    stage.order(game, ann, json!({"command": "resign"})).await.unwrap();
    stage.order(game, ann, json!({"command": "offer_rematch"})).await.unwrap();
    stage.order(game, bob, json!({"command": "offer_rematch"})).await.unwrap();
    let next = stage.state(game, ann).await.rematch.unwrap();
    let full = stage.hall.full(next, Some(bob)).await.unwrap();
    assert_eq!((full.you.as_slice(), full.public), ([Color::Black].as_slice(), true));
    assert!(!full.players.black.open && !full.players.white.open);
    assert_eq!(trouble(stage.hall.join(next, somebody(), JoinRequest::default()).await), ErrorKind::NotYours);
    let open = stage.hall.list(Listing::Open, Page { after: None, count: 10 }).await.unwrap();
    assert!(open.games.is_empty());
    let running = stage.hall.list(Listing::Running, Page { after: None, count: 10 }).await.unwrap();
    assert_eq!(running.games[0].id, next);
}

#[tokio::test(start_paused = true)]
async fn who_plays_both_sides_agrees_with_themselves() {
    let stage = Stage::set().await;
    let me = somebody();
    let both: Proposal = serde_json::from_value(json!({"black": "me", "white": "me"})).unwrap();
    let game = stage.hall.create(both, Some(me)).await.unwrap().id;
    stage.order(game, me, json!({"command": "resign"})).await.unwrap();
    stage.order(game, me, json!({"command": "offer_rematch"})).await.unwrap();
    assert!(stage.state(game, me).await.rematch.is_some());
}
