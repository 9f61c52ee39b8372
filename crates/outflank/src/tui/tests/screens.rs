//! What the screens look like.

use insta::assert_snapshot;
use outflank_study::puzzles;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::drill::{learning, puzzled, training};
use super::learn::{lesson, step};
use super::*;
use crate::commands::db::IndexEvent;
use crate::commands::drill::{Course, Openings};
use crate::storage::settings::Theme;
use crate::tui::draw;

const SMALL: Size = Size { columns: 80, rows: 24 };
const LARGE: Size = Size { columns: 120, rows: 40 };

fn seen(desk: &mut Desk, size: Size) -> String {
    desk.happen(Event::Resize(size));
    let mut terminal = Terminal::new(TestBackend::new(size.columns, size.rows)).unwrap();
    terminal.draw(|frame| draw::draw(&desk.state, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let text = (0..size.rows).map(row).collect::<Vec<_>>().join("\n");
    // How many puzzles there are is not a matter of looks.
    text.replace(&format!("of {} solved", puzzles::all().len()), "of N solved")
}

/// A snapshot in both sizes.
macro_rules! assert_seen {
    ($name:literal, $desk:expr) => {
        let desk = &mut $desk;
        assert_snapshot!(concat!($name, "_80x24"), seen(desk, SMALL));
        assert_snapshot!(concat!($name, "_120x40"), seen(desk, LARGE));
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
    desk.answer(position.legal_moves().first().unwrap());
    desk.pass_time(1_000);
    let square = desk.contest().position().legal_moves().first().unwrap();
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
    let mut desk = Desk::new();
    desk.state.is_new = true;
    assert_seen!("menu_first_start", desk);
    desk.type_in("l");
    desk.key(KeyCode::Esc);
    assert!(!seen(&mut desk, SMALL).contains("New to Othello?"), "the lesson was found");
}

#[test]
fn the_lesson() {
    assert_seen!("learn", lesson());
    let mut desk = step(2);
    desk.type_in("d1\n");
    assert_seen!("learn_wrong", desk);
    desk.type_in("\nc2\n");
    assert_seen!("learn_right", desk);
    let mut desk = step(7);
    desk.type_in("i");
    let squares = match &desk.state.screen {
        crate::tui::state::Screen::Learn(learn) => learn.marks(),
        _ => panic!("this is not the lesson"),
    };
    desk.type_in(&format!("{}\n", squares.first().unwrap()));
    assert_seen!("learn_second_task", desk);
    let mut desk = step(8);
    desk.type_in("n");
    assert_seen!("learn_over", desk);
    desk.type_in("?");
    assert_seen!("learn_keys", desk);
}

#[test]
fn the_lesson_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (44, 20), (34, 12), (20, 11)] {
        let mut desk = Desk::new();
        desk.happen(Event::Resize(Size { columns, rows }));
        desk.type_in("l");
        assert_snapshot!(format!("learn_text_{columns}x{rows}"), seen(&mut desk, Size { columns, rows }));
        desk.key(KeyCode::Enter);
        assert_snapshot!(format!("learn_board_{columns}x{rows}"), seen(&mut desk, Size { columns, rows }));
    }
    let ascii = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    for number in 1..=8 {
        let mut desk = step(number);
        desk.state.look = ascii;
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut desk, Size { columns, rows });
            assert!(text.is_ascii(), "step {number} at {columns}x{rows}:\n{text}");
        }
    }
    let mut desk = step(2);
    desk.state.look = ascii;
    desk.type_in("d1\n");
    assert_snapshot!("ascii_learn", seen(&mut desk, SMALL));
}

/// At 80x24, the smallest usual size, all text fits beside the board.
#[test]
fn every_text_of_the_lesson_fits_beside_the_board() {
    for number in 1..=8 {
        let mut desk = step(number);
        let squares = match &desk.state.screen {
            crate::tui::state::Screen::Learn(learn) => learn.marks(),
            _ => panic!("this is not the lesson"),
        };
        for square in squares {
            desk.type_in(&format!("r{square}\n"));
            assert!(desk.state.overlay.is_none(), "step {number}, {square}");
        }
    }
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
    let mut desk = middle_game();
    desk.type_in("l");
    assert_seen!("game_engine_line", desk);
}

/// A person's game hides it until they ask; a game between engines shows it.
#[test]
fn the_engines_line_is_not_shown_unless_asked_for() {
    let tells = |desk: &mut Desk| seen(desk, LARGE).contains("for Black");
    let mut desk = middle_game();
    assert!(!tells(&mut desk));
    desk.type_in("l");
    assert!(tells(&mut desk));
    desk.type_in("l");
    assert!(!tells(&mut desk));
    // A hint is about the player's own move, and is gone with it.
    desk.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = desk.effects.first() else { panic!("{:?}", desk.effects) };
    desk.happen(Event::Searched { id, analysis: analysis_of(&position, 5) });
    let text = seen(&mut desk, LARGE);
    assert!(text.contains("for Black, depth") && !text.contains("Value for Black"), "{text}");
    desk.type_in("\n");
    assert!(!tells(&mut desk));

    let mut desk = Desk::game("engine:2", "engine:3", "f5");
    let (id, position) = (desk.asked().unwrap(), *desk.contest().position());
    desk.happen(Event::Progress { id, analysis: analysis_of(&position, 1) });
    assert!(tells(&mut desk));
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
    let square = desk.review().position().legal_moves().first().unwrap();
    desk.type_in(&format!("{square}\n"));
    assert_seen!("study_variation", desk);
}

/// A pasted game of a few moves, with mistakes that have reasons.
fn reported() -> Desk {
    let mut desk = Desk::new();
    desk.happen(Event::Paste("f5d6c3d3c7f4e3b2a1".to_owned()));
    desk.search();
    desk
}

#[test]
fn a_report() {
    let mut desk = reported();
    desk.type_in("w");
    desk.search();
    assert_seen!("study_mistake", desk);
    let mut desk = reported();
    desk.type_in("r");
    assert_seen!("report", desk);
}

#[test]
fn a_mistake_that_is_tried_again() {
    let mut desk = reported();
    desk.type_in("x");
    desk.search();
    assert_seen!("retry", desk);
    let judgement = |desk: &Desk| desk.review().retry.as_ref().unwrap().judged().judgement;
    let mut desk = reported();
    desk.type_in("x");
    desk.type_in(&format!("{}\n", judgement(&desk).played));
    assert_seen!("retry_wrong", desk);
    desk.type_in(&format!("{}\n", judgement(&desk).best));
    assert_seen!("retry_right", desk);
}

/// A position with its games, after what the engine thinks of it is known.
fn explored() -> Desk {
    let mut desk = super::explorer::exploring("f5d6c3d3c4");
    desk.search();
    desk.key(KeyCode::Right);
    desk.search();
    let position = *desk.review().position();
    desk.happen(super::explorer::explored(&position));
    desk
}

#[test]
fn what_others_played() {
    assert_seen!("games", explored());
    let mut desk = explored();
    desk.happen(Event::Collection(IndexEvent::LeftOut(3)));
    desk.type_in("f4\n");
    let position = *desk.review().position();
    desk.happen(super::explorer::explored(&position));
    assert_seen!("games_none", desk);
    let mut desk = super::explorer::exploring("f5d6c3d3c4");
    desk.happen(Event::Collection(IndexEvent::Read { done: 12, files: 47 }));
    assert_seen!("games_read", desk);
    let position = *desk.review().position();
    let missing = anyhow::anyhow!("No such file or directory (os error 2)").context("/wthor");
    desk.happen(Event::Explored { position, found: Err(missing) });
    assert_seen!("games_failed", desk);
    let mut desk = studied();
    desk.type_in("l");
    assert_seen!("games_without_collection", desk);
}

#[test]
fn what_others_played_fits_into_small_windows_and_into_ascii() {
    for (columns, rows) in [(80, 24), (60, 20), (46, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
        let mut desk = explored();
        desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        let text = seen(&mut desk, Size { columns, rows });
        assert!(text.is_ascii(), "{columns}x{rows}:\n{text}");
        if columns >= 46 {
            assert_snapshot!(format!("games_ascii_{columns}x{rows}"), text);
        }
    }
}

/// Esc leads out of every screen that has it, and is named in every window that has room for anything.
#[test]
fn how_to_leave_is_always_named() {
    let desks: [fn() -> Desk; 6] = [middle_game, studied, explored, puzzled, || learning(Color::Black), lesson];
    for desk in desks {
        let mut desk = desk();
        for columns in 20..=130 {
            let text = seen(&mut desk, Size { columns, rows: 24 });
            let footer = text.lines().last().unwrap();
            assert!(footer.contains("Esc "), "{columns}: {footer}");
            assert!(footer.contains("? keys"), "{columns}: {footer}");
        }
    }
}

#[test]
fn a_word_about_a_move() {
    let mut desk = super::teach::taught("f5d6c3d3");
    super::teach::play(&mut desk, Square::C4, 7);
    assert_seen!("warned", desk);
    desk.type_in("?");
    desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let text = seen(&mut desk, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("warned_ascii", desk);
}

#[test]
fn what_is_to_be_found_is_not_to_be_seen() {
    let mut desk = reported();
    desk.type_in("x");
    desk.search();
    let judgement = desk.review().retry.as_ref().unwrap().judged().judgement;
    for size in [SMALL, LARGE, Size { columns: 40, rows: 16 }] {
        let text = seen(&mut desk, size);
        for square in [judgement.played, judgement.best] {
            assert!(!text.contains(&square.to_string()), "{square} is told:\n{text}");
        }
    }
}

#[test]
fn reports_fit_into_small_windows_and_into_ascii() {
    for keys in ["", "w", "r", "x", "xi", "x?"] {
        let mut desk = reported();
        desk.type_in(keys);
        desk.state.look = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut desk, Size { columns, rows });
            assert!(text.is_ascii(), "{keys} at {columns}x{rows}:\n{text}");
        }
    }
}

#[test]
fn a_training_with_puzzles() {
    assert_seen!("puzzle", puzzled());
    let mut desk = puzzled();
    desk.type_in("a4\n");
    assert_seen!("puzzle_right", desk);
    let mut desk = puzzled();
    desk.type_in("h7\n");
    assert_seen!("puzzle_wrong", desk);
}

#[test]
fn a_training_with_openings() {
    let mut desk = training(Course::Openings(Openings::all()));
    desk.type_in("rose");
    desk.key(KeyCode::Down);
    assert_seen!("openings", desk);
    let mut desk = learning(Color::Black);
    desk.type_in("f5\n");
    assert_seen!("lesson", desk);
    desk = learning(Color::Black);
    desk.type_in("f5\nc4\n");
    assert_seen!("lesson_left", desk);
    desk = learning(Color::Black);
    desk.type_in("f5\nc3\nc4\n");
    assert_seen!("lesson_done", desk);
    desk = learning(Color::Black);
    desk.type_in("f5\nc3\nc4\n\n");
    assert_seen!("all_done", desk);
}

#[test]
fn a_training_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11)] {
        let mut desk = puzzled();
        desk.type_in("h7\n");
        let text = seen(&mut desk, Size { columns, rows });
        assert_snapshot!(format!("puzzle_{columns}x{rows}"), text);
    }
    let ascii = Look { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let mut wrong = puzzled();
    wrong.type_in("h7\n");
    let mut left = learning(Color::Black);
    left.type_in("f5\nc4\n");
    for (name, mut desk) in [("puzzle", wrong), ("lesson", left)] {
        desk.state.look = ascii;
        let text = seen(&mut desk, SMALL);
        assert!(text.is_ascii(), "{text}");
        assert_snapshot!(format!("ascii_{name}"), text);
    }
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
fn what_is_told_is_read_whole_in_a_small_window() {
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let small = Size { columns: 34, rows: 12 };
    let mut desk = Desk::game("human", "human", "");
    desk.type_in("a1\n");
    let text = flat(seen(&mut desk, small));
    assert!(text.contains("On a1 Black would outflank no white disc in any direction."), "{text}");
    let mut desk = Desk::game("human", "human", "d3c3b3b2f5a3a1");
    desk.type_in("c1\n");
    let text = flat(seen(&mut desk, small));
    assert!(text.contains("Black has no move: White plays again."), "{text}");
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("q");
    let text = seen(&mut desk, small).replace('│', " ");
    assert!(flat(text.clone()).contains("Quit? You can continue this"), "{text}");
    let mut desk = Desk::game("human", "engine:1", "e6f6g6d6c4c5c6c3");
    desk.type_in("b2\n");
    let text = seen(&mut desk, small);
    assert!(text.contains("Press + for level 2."), "{text}");
}

#[test]
fn a_turned_board_has_turned_coordinates() {
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("v");
    assert_snapshot!("turned", seen(&mut desk, SMALL));
}
