//! Studying.

use outflank_study::report::{Grade, Report};
use outflank_study::review::{Plan, Review as Findings};

use crate::tui::app::state::Screen;
use crate::tui::screens::overlay::Overlay;
use crate::tui::tests::*;

/// A game with a blunder at its fifth move, and a few moves more.
const BLUNDER: &str = "f5d6c3d3c7f4";

fn studied(moves: &str) -> Desk {
    let mut desk = Desk::new();
    desk.happen(Event::Paste(moves.to_owned()));
    desk
}

#[test]
fn a_game_is_stepped_through() {
    let mut desk = studied(BLUNDER);
    assert_eq!((desk.review().at(), desk.review().len()), (0, 6));
    for (key, at) in [
        (KeyCode::Right, 1),
        (KeyCode::Right, 2),
        (KeyCode::Left, 1),
        (KeyCode::End, 6),
        (KeyCode::Right, 6),
        (KeyCode::Home, 0),
        (KeyCode::Left, 0),
    ] {
        desk.key(key);
        assert_eq!(desk.review().at(), at, "{key:?}");
    }
    desk.mouse(Deed::ScrollDown, 0, 0);
    assert_eq!(desk.review().at(), 1);
}

#[test]
fn the_engine_follows_what_is_shown_and_sweeps_the_game_once() {
    let mut desk = studied(BLUNDER);
    let searches = |desk: &Desk| -> Vec<Position> {
        let position = |effect: &Effect| match effect {
            Effect::Search { position, .. } => Some(*position),
            _ => None,
        };
        desk.effects.iter().filter_map(position).collect()
    };
    assert_eq!(searches(&desk), [*desk.review().position(); 2], "what is shown, and the first of the whole game");
    let shown = desk.review().searching.unwrap().id;
    desk.key(KeyCode::Right);
    assert!(desk.effects.contains(&Effect::Stop(shown)));
    assert_eq!(searches(&desk), [*desk.review().position()]);
    desk.search();
    assert!(desk.review().sweep.is_over());
    assert_eq!(desk.review().losses().iter().flatten().count(), 6);
    assert_eq!(desk.review().values().iter().flatten().count(), 7);
    desk.pass_time(1_000);
    assert!(searches(&desk).is_empty(), "everything is known");
}

#[test]
fn the_worst_move_is_found() {
    let mut desk = studied(BLUNDER);
    desk.type_in("w");
    assert_eq!(desk.told(), "The engine has found no mistake yet.");
    desk.happen(Event::Tick);
    let mut desk = studied(BLUNDER);
    desk.search();
    let losses = desk.review().losses();
    let worst = (0..6).max_by(|&a, &b| losses[a].unwrap().total_cmp(&losses[b].unwrap())).unwrap();
    desk.type_in("w");
    assert_eq!(desk.review().at(), worst);
    assert_eq!(desk.review().next(), desk.review().line().placements().nth(worst), "the mistake is the next move");
    desk.key(KeyCode::Home);
    desk.key(KeyCode::Down);
    assert!(desk.review().mistakes().contains(&desk.review().at()));
}

#[test]
fn playing_on_is_a_variation_and_one_key_goes_back() {
    let mut desk = studied(BLUNDER);
    desk.key(KeyCode::Right);
    desk.type_in("f6\n");
    assert_eq!(desk.review().leaves(), Some(1));
    desk.click_square(Square::E6);
    assert_eq!((desk.review().at(), desk.review().len()), (3, 3));
    desk.key(KeyCode::Backspace);
    assert_eq!((desk.review().at(), desk.review().len(), desk.review().leaves()), (1, 6, None));
    desk.type_in("a1\n");
    assert!(desk.told().starts_with("a1 cannot be played"), "{}", desk.told());
}

#[test]
fn a_game_under_way_is_studied_and_gone_back_to() {
    let mut desk = Desk::game("human", "engine:3", "f5");
    let asked = desk.asked().unwrap();
    desk.type_in("x");
    assert!(matches!(desk.state.screen, Screen::Study));
    assert!(desk.effects.contains(&Effect::Stop(asked)), "nobody plays meanwhile");
    desk.key(KeyCode::Esc);
    assert!(matches!(desk.state.screen, Screen::Game));
    assert!(desk.asked().is_some());
    let stops = desk.effects.iter().filter(|effect| matches!(effect, Effect::Stop(_))).count();
    assert_eq!(stops, 2, "{:?}", desk.effects);
}

#[test]
fn a_game_is_played_from_the_position_of_a_study() {
    let mut desk = studied(BLUNDER);
    desk.key(KeyCode::End);
    desk.type_in("p\n");
    assert_eq!(desk.moves(), BLUNDER);
}

#[test]
fn the_engine_can_be_switched_off() {
    let mut desk = studied(BLUNDER);
    desk.type_in("i");
    assert_eq!(desk.effects.iter().filter(|effect| matches!(effect, Effect::Stop(_))).count(), 2);
    desk.key(KeyCode::Right);
    assert!(desk.effects.is_empty());
}

#[test]
fn the_report_is_that_of_the_study_crate() {
    let mut desk = studied(BLUNDER);
    desk.search();
    let game = plain::parse(BLUNDER).unwrap().check().unwrap().game().clone();
    let (mut review, mut plan) = (Findings::of(&game), Plan::within(Duration::from_secs(20)));
    let (engine, mut spent) = (Engine::default(), Duration::ZERO);
    while let Some(search) = plan.next(&review, spent) {
        let analysis = quick(&engine, &search.position, search.limits);
        spent += analysis.time;
        review.learn(&search, &analysis);
    }
    let report = desk.review().report();
    assert_eq!(report.moves.len(), 6);
    let grades = |report: &Report| report.moves.iter().map(|judged| (judged.number, judged.grade)).collect::<Vec<_>>();
    assert_eq!(grades(report), grades(&Report::of(&game, &review)));
    assert!(report.moves[4].grade.is_serious(), "{:?}", report.moves[4]);
}

#[test]
fn a_search_of_the_report_that_was_broken_off_is_made_again() {
    let mut desk = studied(BLUNDER);
    let sweeping = |desk: &Desk| desk.review().sweeping.map(|search| search.position);
    let engine = Engine::default();
    for _ in 0..3 {
        let search = desk.review().sweeping.unwrap();
        let analysis = quick(&engine, &search.position, desk.limits[&search.id]);
        desk.happen(Event::Searched { id: search.id, analysis });
    }
    let before = (sweeping(&desk), desk.review().report().clone());
    assert!(before.0.is_some());
    desk.type_in("i");
    assert_eq!(sweeping(&desk), None);
    desk.type_in("i");
    assert_eq!((sweeping(&desk), desk.review().report().clone()), before);
    desk.search();
    assert_eq!(desk.review().report().moves.len(), 6);
}

#[test]
fn another_game_does_not_learn_from_the_searches_of_the_first() {
    let mut desk = studied(BLUNDER);
    let first = desk.review().sweeping.unwrap();
    desk.happen(Event::Paste("d3c5e6".to_owned()));
    assert!(desk.effects.contains(&Effect::Stop(first.id)), "{:?}", desk.effects);
    let analysis = analysis_of(&first.position, 1);
    desk.happen(Event::Searched { id: first.id, analysis });
    assert!(desk.review().report().moves.is_empty());
    desk.search();
    assert_eq!(desk.review().report().moves.len(), 3);
}

#[test]
fn a_variation_is_judged_where_it_was_tried_and_is_no_part_of_the_report() {
    let mut desk = studied(BLUNDER);
    desk.search();
    let report = desk.review().report().clone();
    desk.key(KeyCode::Right);
    desk.search();
    desk.type_in("f6\n");
    desk.search();
    let losses = desk.review().losses();
    assert_eq!(losses.len(), 2);
    assert!(losses.iter().all(Option::is_some), "{losses:?}");
    assert_eq!(desk.review().values().iter().flatten().count(), 3);
    assert_eq!(*desk.review().report(), report);
    assert!(desk.review().judged(0).is_some() && desk.review().judged(1).is_none());
}

#[test]
fn the_report_is_a_page_that_any_key_closes() {
    let mut desk = studied(BLUNDER);
    desk.type_in("r");
    assert!(matches!(desk.state.overlay, Some(Overlay::Page(_))));
    desk.search();
    assert!(matches!(desk.state.overlay, Some(Overlay::Page(_))), "it grows while one looks at it");
    desk.key(KeyCode::Esc);
    assert!(desk.state.overlay.is_none() && matches!(desk.state.screen, Screen::Study));
    assert_eq!(desk.state.wake(), None, "nothing moves when nothing happens");
}

#[test]
fn a_report_of_a_game_without_moves_is_empty() {
    let mut desk = Desk::new();
    desk.type_in("x");
    desk.search();
    assert!(desk.review().report().moves.is_empty());
    desk.type_in("wx");
    assert_eq!(desk.told(), "No move gave away two discs or more.");
    assert_eq!(Grade::MISTAKE, 2.0, "as the sentence says");
}
