//! Studying.

use super::*;
use crate::tui::state::Screen;

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
    assert_eq!(searches(&desk).len(), 2, "what is shown, and the end of the game");
    assert_eq!(searches(&desk)[0], *desk.review().position());
    let shown = desk.review().searching.unwrap().id;
    desk.key(KeyCode::Right);
    assert!(desk.effects.contains(&Effect::Stop(shown)));
    assert_eq!(searches(&desk), [*desk.review().position()]);
    desk.search();
    assert!(desk.review().is_swept());
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
