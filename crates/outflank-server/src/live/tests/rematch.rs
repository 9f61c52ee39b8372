use outflank_rules::Color;
use serde_json::json;

use super::stage::{Pair, Stage, client, error_kind, next_state, seconds};
use crate::GameId;
use crate::live::journal::Journal;
use crate::live::new_game;
use crate::store::{Creation, Listing, Page, Store};
use crate::wire::{ErrorKind, JoinRequest};

async fn finished(stage: &Stage, proposal: serde_json::Value) -> Pair {
    let pair = stage.pair(proposal).await;
    stage.order(pair.id, pair.black, "resign").await.unwrap();
    stage.order(pair.id, pair.black, "offer_rematch").await.unwrap();
    pair
}

#[tokio::test(start_paused = true)]
async fn a_rematch_swaps_the_colours_of_the_same_players() {
    let stage = Stage::new().await;
    let pair = finished(&stage, json!({"name": "Ann", "clock": {"main": 60_000}})).await;
    let mut watching = stage.listen(pair.id, pair.black).await;
    let ack = stage.order(pair.id, pair.white, "accept_rematch").await.unwrap();
    assert_eq!(next_state(&mut watching).await["events"][0]["event"], "rematch_agreed");
    let sent = next_state(&mut watching).await;
    let next: GameId = sent["rematch"].as_str().unwrap().parse().unwrap();
    assert_eq!(sent["events"][0], json!({"number": ack.number + 1, "event": "continued", "game": next}));

    let full = stage.hall.full(next, Some(pair.black)).await.unwrap();
    assert_eq!(full.you, [Color::White]);
    assert_eq!(full.rematch_of, Some(pair.id));
    assert_eq!(full.players.white.name.unwrap().as_str(), "Ann");
    assert_eq!(full.state.status, "running");
    assert_eq!(stage.hall.full(next, Some(pair.white)).await.unwrap().you, [Color::Black]);
    assert_eq!(error_kind(stage.hall.full(next, None).await), ErrorKind::NotYours);
    assert_eq!(error_kind(stage.hall.full(next, Some(client())).await), ErrorKind::NotYours);
    stage.order(next, pair.white, "play d3").await.unwrap();
    let again = stage.order(pair.id, pair.black, "offer_rematch").await;
    assert_eq!(error_kind(again), ErrorKind::NotNow);
}

#[tokio::test(start_paused = true)]
async fn the_next_server_creates_a_rematch_that_was_agreed() {
    for made in [false, true] {
        let stage = Stage::new().await;
        let pair = finished(&stage, json!({"start": "xot"})).await;
        stage.hall.close().await;
        // Another server writes the agreement, and dies before or after creating the game.
        let mut journal = Journal::load(&*stage.disk, pair.id).await.unwrap().unwrap();
        let agreed = crate::store::GameEvent::Table(outflank_table::Event::RematchAgreed);
        let now = stage.clock.now();
        stage.disk.append(pair.id, journal.last(), journal.batch(vec![agreed], None, now)).await.unwrap();
        for logged in stage.disk.events(pair.id, journal.last()).await.unwrap() {
            journal.apply(&logged);
        }
        let mut start = None;
        if made {
            let holders = stage.disk.holders(pair.id).await.unwrap();
            let game = new_game::rematch(&journal, None, &holders, now, &mut outflank_players::Random::new(1));
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
async fn a_rematch_draws_a_new_random_opening_and_keeps_other_starts() {
    let stage = Stage::new().await;
    let record = json!({"record": "f5d6c3d3c4"});
    for (start, kept) in [(json!("xot"), false), (json!({"handicap": 2}), true), (record, true)] {
        let pair = finished(&stage, json!({ "start": start })).await;
        stage.order(pair.id, pair.white, "accept_rematch").await.unwrap();
        let next = stage.state(pair.id, pair.black).await.rematch.unwrap();
        let first = stage.hall.played(pair.id, Some(pair.black)).await.unwrap().plan;
        let second = stage.hall.played(next, Some(pair.black)).await.unwrap().plan;
        assert_eq!(first.start, second.start);
        // Two of the 3,623 openings may be the same; their boards have the same size in any case.
        assert!(!kept || first.terms == second.terms);
        let discs = |plan: &crate::store::Plan| plan.terms.start.empty().len();
        assert_eq!(discs(&first), discs(&second));
    }
}

#[tokio::test(start_paused = true)]
async fn the_rematch_of_an_open_game_is_not_open() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let bob = client();
    stage.join(game, bob).await;
    stage.order(game, ann, "resign").await.unwrap();
    stage.order(game, ann, "offer_rematch").await.unwrap();
    stage.order(game, bob, "offer_rematch").await.unwrap();
    let next = stage.state(game, ann).await.rematch.unwrap();
    let full = stage.hall.full(next, Some(bob)).await.unwrap();
    assert_eq!((full.you.as_slice(), full.public), ([Color::Black].as_slice(), true));
    assert!(!full.players.black.open && !full.players.white.open);
    assert_eq!(error_kind(stage.hall.join(next, client(), JoinRequest::default()).await), ErrorKind::NotYours);
    let page = Page { after: None, count: 10 };
    assert!(stage.hall.list(Listing::Open, page).await.unwrap().games.is_empty());
    assert_eq!(stage.hall.list(Listing::Running, page).await.unwrap().games[0].id, next);
}

#[tokio::test(start_paused = true)]
async fn a_player_on_both_seats_needs_no_agreement() {
    let stage = Stage::new().await;
    let me = client();
    let game = stage.create(json!({"black": "me", "white": "me"}), me).await.id;
    stage.order(game, me, "resign").await.unwrap();
    stage.order(game, me, "offer_rematch").await.unwrap();
    assert!(stage.state(game, me).await.rematch.is_some());
}
