//! What the screens look like.

use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::settings::Theme;
use crate::tui::draw;

const SMALL: Size = Size { columns: 80, rows: 24 };
const LARGE: Size = Size { columns: 120, rows: 40 };

fn seen(desk: &mut Desk, size: Size) -> String {
    desk.happen(Event::Resize(size));
    let mut terminal = Terminal::new(TestBackend::new(size.columns, size.rows)).unwrap();
    terminal.draw(|frame| draw::draw(&desk.state, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..size.rows).map(row).collect::<Vec<_>>().join("\n")
}

/// A snapshot in both sizes.
macro_rules! assert_seen {
    ($name:literal, $desk:expr) => {
        let mut desk = $desk;
        assert_snapshot!(concat!($name, "_80x24"), seen(&mut desk, SMALL));
        assert_snapshot!(concat!($name, "_120x40"), seen(&mut desk, LARGE));
    };
}

/// Some moves into a game against the engine, with a clock and a square pointed at.
fn middle_game() -> Desk {
    let game = plain::parse("f5d6c3d3c4f4c5b3c2b4").unwrap().check().unwrap().game().clone();
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(300) };
    let mut desk = Desk::game_from("human", "engine:5", &game, time);
    desk.pass_time(15_000);
    desk.type_in("e3\n");
    desk.pass_time(291_500);
    let position = *desk.contest().position();
    let id = desk.asked().unwrap();
    desk.happen(Event::Progress { id, analysis: analysis_of(&position, 1) });
    desk.answer(position.choices().squares().first().unwrap());
    desk.pass_time(1_000);
    let square = desk.contest().position().choices().squares().first().unwrap();
    desk.type_in(&square.to_string());
    desk
}

fn studied() -> Desk {
    let mut desk = Desk::new();
    desk.happen(Event::Paste("f5d6c3d3c7f4".to_owned()));
    desk.search();
    desk.key(KeyCode::End);
    desk.search();
    for _ in 0..2 {
        desk.key(KeyCode::Left);
    }
    desk
}

#[test]
fn the_menu() {
    assert_seen!("menu", Desk::new());
}

#[test]
fn the_terms_of_a_game() {
    let mut desk = Desk::new();
    desk.type_in("n");
    assert_seen!("form", desk);
    let mut desk = Desk::new();
    desk.type_in("w");
    assert_seen!("form_watch", desk);
}

#[test]
fn a_board_that_is_set_up() {
    let mut desk = Desk::new();
    desk.type_in("nea1xh8o");
    assert_seen!("editor", desk);
}

#[test]
fn a_game() {
    assert_seen!("game", middle_game());
}

#[test]
fn a_game_with_a_hint() {
    let mut desk = Desk::game("human", "human", "f5d6");
    desk.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = desk.effects.first() else { panic!() };
    desk.happen(Event::Searched { id, analysis: analysis_of(&position, 5) });
    assert_seen!("hint", desk);
}

#[test]
fn a_forced_pass() {
    let mut desk = Desk::game("human", "human", "d3c3b3b2f5a3a1");
    desk.type_in("c1\n");
    assert_seen!("pass", desk);
}

#[test]
fn the_end() {
    let mut desk = Desk::game("human", "engine:1", "e6f6g6d6c4c5c6c3");
    desk.type_in("b2\n");
    assert_seen!("end", desk);
}

#[test]
fn a_study() {
    assert_seen!("study", studied());
    let mut desk = studied();
    desk.key(KeyCode::Right);
    let square = desk.review().position().choices().squares().first().unwrap();
    desk.type_in(&format!("{square}\n"));
    assert_seen!("study_variation", desk);
}

#[test]
fn the_keys_of_a_game() {
    let mut desk = middle_game();
    desk.type_in("?");
    assert_seen!("keys_game", desk);
}

#[test]
fn the_keys_of_a_study() {
    let mut desk = studied();
    desk.type_in("?");
    assert_seen!("keys_study", desk);
}

#[test]
fn a_question_and_a_line_to_be_typed() {
    let mut desk = middle_game();
    desk.type_in("q");
    assert_seen!("question", desk);
    let mut desk = middle_game();
    desk.type_in("s");
    assert_seen!("prompt", desk);
}

#[test]
fn without_colours() {
    let mut desk = middle_game();
    desk.state.settings.theme = Theme::Monochrome;
    assert_seen!("monochrome", desk);
}

#[test]
fn without_colours_and_without_unicode() {
    let mut desk = middle_game();
    desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let text = seen(&mut desk, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("ascii", desk);
    let mut desk = studied();
    desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    desk.type_in("?");
    let text = seen(&mut desk, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("ascii_study_keys", desk);
}

#[test]
fn small_windows() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11), (19, 11), (5, 2), (1, 1)] {
        let text = seen(&mut middle_game(), Size { columns, rows });
        assert_snapshot!(format!("small_{columns}x{rows}"), text);
    }
}

#[test]
fn a_turned_board_has_turned_coordinates() {
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("v");
    assert_snapshot!("turned", seen(&mut desk, SMALL));
}
