use outflank_players::Random;
use outflank_rules::{Color, Rules};
use outflank_table::{Takebacks, Time};
use serde_json::json;

use super::stage::{Stage, client, error_kind, events};
use crate::live::create;
use crate::store::{Listing, MAX_HOLDERS, Occupant, Page, Plan, Store};
use crate::wire::{ErrorKind, JoinRequest, Problem};
use crate::{GameId, Name, Secret};

fn proposed(proposal: serde_json::Value) -> Result<Plan, Problem> {
    let proposal = serde_json::from_value(proposal).unwrap();
    create::plan(&proposal, Time::from_millis(0), &mut Random::new(7))
}

fn named(name: &str) -> JoinRequest {
    JoinRequest { name: Some(Name::try_from(name.to_owned()).unwrap()) }
}

#[test]
fn proposals_have_sensible_defaults() {
    let takebacks = |proposal| proposed(proposal).unwrap().terms.takebacks;
    assert_eq!(takebacks(json!({})), Takebacks::Free);
    assert_eq!(takebacks(json!({"takebacks": "asked"})), Takebacks::Free, "the engine always agrees");
    assert_eq!(takebacks(json!({"takebacks": "never"})), Takebacks::Never);
    assert_eq!(takebacks(json!({"white": "me"})), Takebacks::Free);
    assert_eq!(takebacks(json!({"white": "friend"})), Takebacks::Asked);
    let public = |proposal| proposed(proposal).unwrap().public;
    assert!(!public(json!({})) && !public(json!({"white": "friend"})));
    assert!(public(json!({"white": "anyone"})) && public(json!({"public": true})));
    let hidden = proposed(json!({"white": "anyone", "public": false}));
    assert_eq!(error_kind(hidden), ErrorKind::Unusable, "it would not be listed");
}

#[test]
fn a_game_starts_from_the_requested_position() {
    let start = |start| proposed(json!({ "start": start })).unwrap().terms.start;
    assert_eq!(start(json!("xot")).empty().len(), 52);
    let handicap = start(json!({"handicap": 3}));
    assert_eq!((handicap.turn(), handicap.counts().black, handicap.counts().white), (Color::White, 5, 2));
    let tiger = start(json!({"record": "f5d6c3d3c4"}));
    assert_eq!((tiger.turn(), tiger.empty().len()), (Color::White, 55));
    let board = start(json!({"record": "---------------------------OX------XO--------------------------- O"}));
    assert_eq!(board.turn(), Color::White);
    let thirty = proposed(json!({"rules": "thirty", "start": {"handicap": 1}})).unwrap().terms.start;
    assert_eq!(thirty.rules(), Rules::Thirty);
}

#[test]
fn shuffling_gives_both_colours() {
    let mut random = Random::new(1);
    let proposal = serde_json::from_value(json!({"white": "friend", "shuffle": true})).unwrap();
    let mut black = || create::plan(&proposal, Time::from_millis(0), &mut random).unwrap().occupants.black;
    let drawn: Vec<_> = (0..40).map(|_| black()).collect();
    assert!(drawn.contains(&Occupant::Creator) && drawn.contains(&Occupant::Friend));
}

#[test]
fn unusable_proposals_are_rejected() {
    let over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X";
    for proposal in [
        json!({"start": {"handicap": 0}}),
        json!({"start": {"handicap": 5}}),
        json!({"start": "xot", "rules": "shellos"}),
        json!({"start": {"record": "f5f5"}}),
        json!({"start": {"record": "hello"}}),
        json!({"start": {"record": ""}}),
        json!({"start": {"record": over}}),
        json!({"clock": {"main": 999}}),
        json!({"clock": {"main": 604_800_001}}),
        json!({"clock": {"main": u64::MAX}}),
        json!({"clock": {"main": 60_000, "increment": u64::MAX}}),
        json!({"clock": {"main": 60_000, "increment": 1, "delay": 1}}),
    ] {
        assert_eq!(error_kind(proposed(proposal.clone())), ErrorKind::Unusable, "{proposal}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_seat_but_the_engines_has_a_link() {
    let stage = Stage::new().await;
    let me = client();
    let made = stage.create(json!({"name": "Ann", "white": "engine:7"}), me).await;
    assert_eq!(made.you, [Color::Black]);
    assert!(made.tokens.white.is_none() && made.links.white.is_none());
    assert_eq!(made.links.black.unwrap(), format!("/game/{}#{}", made.id, made.tokens.black.unwrap()));
    let watch: Secret = made.tokens.watch.unwrap().parse().unwrap();
    let full = stage.hall.full(made.id, Some(watch.hash())).await.unwrap();
    assert!(full.you.is_empty());
    assert_eq!(full.players.black.name.unwrap().as_str(), "Ann");
    assert_eq!(full.players.white.name.unwrap().as_str(), "Engine, level 7");
    let resign = stage.order(made.id, watch.hash(), "resign").await;
    assert_eq!(error_kind(resign), ErrorKind::Watching);

    let public = stage.create(json!({"public": true, "black": "anyone"}), me).await;
    assert_eq!((public.links.watch.unwrap(), public.tokens.watch), (format!("/game/{}", public.id), None));
}

#[tokio::test(start_paused = true)]
async fn a_link_gives_its_seat_to_a_browser() {
    let stage = Stage::new().await;
    let made = stage.create(json!({"white": "friend"}), client()).await;
    let token: Secret = made.tokens.white.unwrap().parse().unwrap();
    assert_eq!(stage.state(made.id, token.hash()).await.status, "waiting");
    for _ in 1..MAX_HOLDERS {
        let seats = stage.hall.take_seat(made.id, &token, client()).await.unwrap();
        assert_eq!(seats.colors().collect::<Vec<_>>(), [Color::White]);
    }
    assert_eq!(error_kind(stage.hall.take_seat(made.id, &token, client()).await), ErrorKind::SeatTaken);
    assert_eq!(error_kind(stage.hall.take_seat(made.id, &Secret::random(), client()).await), ErrorKind::NoSuchSecret);
    assert_eq!(error_kind(stage.hall.take_seat(GameId::random(), &token, client()).await), ErrorKind::NotFound);
    let full = stage.hall.join(made.id, token.hash(), named("Bob")).await.unwrap();
    assert_eq!((full.state.status, full.you.as_slice()), ("running", [Color::White].as_slice()));
    assert_eq!(full.players.white.name.unwrap().as_str(), "Bob");
    let again = stage.hall.join(made.id, token.hash(), named("Rob")).await.unwrap();
    assert_eq!(again.players.white.name.unwrap().as_str(), "Bob");
}

#[tokio::test(start_paused = true)]
async fn of_many_who_join_from_the_lobby_the_first_plays() {
    let stage = Stage::new().await;
    let ann = client();
    let page = Page { after: None, count: 10 };
    let game = stage.create(json!({"white": "anyone", "clock": {"main": 60_000}}), ann).await.id;
    let open = stage.hall.list(Listing::Open, page).await.unwrap().games;
    assert!(open[0].id == game && open[0].players.white.open && !open[0].players.white.joined);
    assert_eq!(stage.state(game, ann).await.clocks.unwrap().running, None);

    let comers: Vec<_> = (0..20).map(|_| client()).collect();
    let joins = comers.iter().map(|&comer| stage.hall.join(game, comer, JoinRequest::default()));
    let answers = futures_util::future::join_all(joins).await;
    let seated: Vec<_> = comers.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).collect();
    assert_eq!(seated.len(), 1);
    assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(|no| no.error == ErrorKind::SeatTaken));
    for comer in &comers {
        let seats = stage.disk.seats(game, comer).await.unwrap();
        assert_eq!(seats.any(), comer == seated[0].0);
    }
    assert!(stage.hall.list(Listing::Open, page).await.unwrap().games.is_empty());
    assert_eq!(stage.hall.list(Listing::Running, page).await.unwrap().games[0].id, game);
    let mine = stage.hall.list(Listing::HeldBy(*seated[0].0), page).await.unwrap().games;
    assert_eq!((mine[0].id, mine[0].you.as_slice()), (game, [Color::White].as_slice()));
}

#[tokio::test(start_paused = true)]
async fn the_creator_of_an_open_game_cannot_use_the_other_seat() {
    let stage = Stage::new().await;
    let ann = client();
    let made = stage.create(json!({"white": "anyone"}), ann).await;
    assert_eq!((made.tokens.white, made.links.white), (None, None));
    stage.hall.join(made.id, client(), named("Bob")).await.unwrap();
    let resign = json!({"id": "a", "seen": 3, "command": "resign", "as": "white"});
    assert_eq!(error_kind(stage.command(made.id, ann, resign).await), ErrorKind::NotYours);
}

#[tokio::test(start_paused = true)]
async fn a_player_on_both_seats_has_no_name_there() {
    let stage = Stage::new().await;
    let ann = client();
    let names = async |proposal| {
        let id = stage.create(proposal, ann).await.id;
        let players = stage.hall.full(id, Some(ann)).await.unwrap().players;
        players.map(|player| player.name.map(|name| name.as_str().to_owned()))
    };
    let both = names(json!({"name": "Ann", "black": "me", "white": "me"})).await;
    assert_eq!((both.black, both.white), (None, None));
    let one = names(json!({"name": "Ann", "black": "me", "white": "friend"})).await;
    assert_eq!((one.black, one.white), (Some("Ann".to_owned()), None));
}

#[tokio::test(start_paused = true)]
async fn two_simultaneous_joins_of_one_client_both_succeed() {
    let (stage, game, _) = Stage::with_open_game().await;
    let bob = client();
    let join = || stage.hall.join(game, bob, named("Bob"));
    let (first, second) = tokio::join!(join(), join());
    assert_eq!((first.unwrap().you, second.unwrap().you), (vec![Color::White], vec![Color::White]));
}

#[tokio::test(start_paused = true)]
async fn a_waiting_game_can_only_be_cancelled() {
    let (stage, game, ann) = Stage::with_open_game().await;
    let early = stage.order(game, ann, "play d3").await;
    assert_eq!(error_kind(early), ErrorKind::NotNow);
    let withdrawn = stage.order(game, ann, "cancel").await.unwrap();
    assert_eq!((withdrawn.state.status, events(&withdrawn.state)), ("cancelled", vec!["cancelled".to_owned()]));
    assert_eq!(error_kind(stage.order(game, ann, "cancel").await), ErrorKind::NotNow);
    assert_eq!(error_kind(stage.hall.join(game, client(), JoinRequest::default()).await), ErrorKind::NotNow);
    assert!(stage.hall.list(Listing::Open, Page { after: None, count: 10 }).await.unwrap().games.is_empty());
}
