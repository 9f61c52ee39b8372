//! Snapshots of the screens.

use insta::assert_snapshot;
use outflank_study::puzzles;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::commands::db::IndexEvent;
use crate::commands::drill::{Course, Openings};
use crate::storage::settings::Theme;
use crate::tui::screens::draw;
use crate::tui::screens::drill::tests::{learning, puzzled, training};
use crate::tui::screens::learn::tests::{lesson, step};

const SMALL: Size = Size { columns: 80, rows: 24 };
const LARGE: Size = Size { columns: 120, rows: 40 };

fn seen(app: &mut TestApp, size: Size) -> String {
    app.send(Event::Resize(size));
    let mut terminal = Terminal::new(TestBackend::new(size.columns, size.rows)).unwrap();
    terminal.draw(|frame| draw(&app.state, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..size.columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let text = (0..size.rows).map(row).collect::<Vec<_>>().join("\n");
    // The number of puzzles changes with the data.
    text.replace(&format!("of {} solved", puzzles::all().len()), "of N solved")
}

macro_rules! assert_seen {
    ($name:literal, $app:expr) => {
        let app = &mut $app;
        assert_snapshot!(concat!($name, "_80x24"), seen(app, SMALL));
        assert_snapshot!(concat!($name, "_120x40"), seen(app, LARGE));
    };
}

/// A game against the engine with a clock, and a square selected.
fn middle_game() -> TestApp {
    let game = plain::parse("f5d6c3d3c4f4c5b3c2b4").unwrap().check().unwrap().game().clone();
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(300) };
    let mut app = TestApp::game_from("human", "engine:5", &game, time);
    app.advance(15_000);
    app.type_in("e3\n");
    app.advance(291_500);
    let position = *app.contest().position();
    let id = app.asked().unwrap();
    app.send(Event::Progress { id, analysis: analysis_of(&position, 1) });
    app.answer(position.legal_moves().first().unwrap());
    app.advance(1_000);
    let square = app.contest().position().legal_moves().first().unwrap();
    app.type_in(&square.to_string());
    app
}

fn studied() -> TestApp {
    let mut app = TestApp::new();
    app.send(Event::Paste("f5d6c3d3c7f4".to_owned()));
    app.search();
    app.key(KeyCode::End);
    app.search();
    for _ in 0..2 {
        app.key(KeyCode::Left);
    }
    app
}

#[test]
fn the_menu() {
    assert_seen!("menu", TestApp::new());
    let mut app = TestApp::new();
    app.state.is_new = true;
    assert_seen!("menu_first_start", app);
    app.type_in("l");
    app.key(KeyCode::Esc);
    assert!(!seen(&mut app, SMALL).contains("New to Othello?"), "the lesson was found");
}

#[test]
fn the_lesson() {
    assert_seen!("learn", lesson());
    let mut app = step(2);
    app.type_in("d1\n");
    assert_seen!("learn_wrong", app);
    app.type_in("\nc2\n");
    assert_seen!("learn_right", app);
    let mut app = step(7);
    app.type_in("i");
    let squares = match &app.state.screen {
        crate::tui::app::state::Screen::Learn(learn) => learn.marks(),
        _ => panic!("this is not the lesson"),
    };
    app.type_in(&format!("{}\n", squares.first().unwrap()));
    assert_seen!("learn_second_task", app);
    let mut app = step(8);
    app.type_in("n");
    assert_seen!("learn_over", app);
    app.type_in("?");
    assert_seen!("learn_keys", app);
}

#[test]
fn the_lesson_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (44, 20), (34, 12), (20, 11)] {
        let mut app = TestApp::new();
        app.send(Event::Resize(Size { columns, rows }));
        app.type_in("l");
        assert_snapshot!(format!("learn_text_{columns}x{rows}"), seen(&mut app, Size { columns, rows }));
        app.key(KeyCode::Enter);
        assert_snapshot!(format!("learn_board_{columns}x{rows}"), seen(&mut app, Size { columns, rows }));
    }
    let ascii = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    for number in 1..=8 {
        let mut app = step(number);
        app.state.capabilities = ascii;
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut app, Size { columns, rows });
            assert!(text.is_ascii(), "step {number} at {columns}x{rows}:\n{text}");
        }
    }
    let mut app = step(2);
    app.state.capabilities = ascii;
    app.type_in("d1\n");
    assert_snapshot!("ascii_learn", seen(&mut app, SMALL));
}

/// At 80x24, the smallest common size.
#[test]
fn every_text_of_the_lesson_fits_beside_the_board() {
    for number in 1..=8 {
        let mut app = step(number);
        let squares = match &app.state.screen {
            crate::tui::app::state::Screen::Learn(learn) => learn.marks(),
            _ => panic!("this is not the lesson"),
        };
        for square in squares {
            app.type_in(&format!("r{square}\n"));
            assert!(app.state.overlay.is_none(), "step {number}, {square}");
        }
    }
}

#[test]
fn the_terms_of_a_game() {
    let mut app = TestApp::new();
    app.type_in("n");
    assert_seen!("form", app);
    let mut app = TestApp::new();
    app.type_in("w");
    assert_seen!("form_watch", app);
}

#[test]
fn a_board_that_is_set_up() {
    let mut app = TestApp::new();
    app.type_in("nea1xh8o");
    assert_seen!("editor", app);
}

#[test]
fn a_game() {
    assert_seen!("game", middle_game());
    let mut app = middle_game();
    app.type_in("l");
    assert_seen!("game_engine_line", app);
}

#[test]
fn the_engines_line_is_not_shown_unless_asked_for() {
    let tells = |app: &mut TestApp| seen(app, LARGE).contains("for Black");
    let mut app = middle_game();
    assert!(!tells(&mut app));
    app.type_in("l");
    assert!(tells(&mut app));
    app.type_in("l");
    assert!(!tells(&mut app));
    // A hint disappears with the move.
    app.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    app.send(Event::Searched { id, analysis: analysis_of(&position, 5) });
    let text = seen(&mut app, LARGE);
    assert!(text.contains("for Black, depth") && !text.contains("Value for Black"), "{text}");
    app.type_in("\n");
    assert!(!tells(&mut app));

    let mut app = TestApp::game("engine:2", "engine:3", "f5");
    let (id, position) = (app.asked().unwrap(), *app.contest().position());
    app.send(Event::Progress { id, analysis: analysis_of(&position, 1) });
    assert!(tells(&mut app));
}

#[test]
fn a_game_with_a_hint() {
    let mut app = TestApp::game("human", "human", "f5d6");
    app.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!() };
    app.send(Event::Searched { id, analysis: analysis_of(&position, 5) });
    assert_seen!("hint", app);
}

#[test]
fn a_forced_pass() {
    let mut app = TestApp::game("human", "human", "d3c3b3b2f5a3a1");
    app.type_in("c1\n");
    assert_seen!("pass", app);
}

#[test]
fn the_end() {
    let mut app = TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3");
    app.type_in("b2\n");
    assert_seen!("end", app);
}

#[test]
fn a_study() {
    assert_seen!("study", studied());
    let mut app = studied();
    app.key(KeyCode::Right);
    let square = app.review().position().legal_moves().first().unwrap();
    app.type_in(&format!("{square}\n"));
    assert_seen!("study_variation", app);
}

fn reported() -> TestApp {
    let mut app = TestApp::new();
    app.send(Event::Paste("f5d6c3d3c7f4e3b2a1".to_owned()));
    app.search();
    app
}

#[test]
fn a_report() {
    let mut app = reported();
    app.type_in("w");
    app.search();
    assert_seen!("study_mistake", app);
    let mut app = reported();
    app.type_in("r");
    assert_seen!("report", app);
}

#[test]
fn a_mistake_that_is_tried_again() {
    let mut app = reported();
    app.type_in("x");
    app.search();
    assert_seen!("retry", app);
    let judgement = |app: &TestApp| app.review().retry.as_ref().unwrap().judged().judgement;
    let mut app = reported();
    app.type_in("x");
    app.type_in(&format!("{}\n", judgement(&app).played));
    assert_seen!("retry_wrong", app);
    app.type_in(&format!("{}\n", judgement(&app).best));
    assert_seen!("retry_right", app);
}

fn explored() -> TestApp {
    let mut app = crate::tui::screens::explorer::tests::exploring("f5d6c3d3c4");
    app.search();
    app.key(KeyCode::Right);
    app.search();
    let position = *app.review().position();
    app.send(crate::tui::screens::explorer::tests::explored(&position));
    app
}

#[test]
fn what_others_played() {
    assert_seen!("games", explored());
    let mut app = explored();
    app.send(Event::Collection(IndexEvent::LeftOut(3)));
    app.type_in("f4\n");
    let position = *app.review().position();
    app.send(crate::tui::screens::explorer::tests::explored(&position));
    assert_seen!("games_none", app);
    let mut app = crate::tui::screens::explorer::tests::exploring("f5d6c3d3c4");
    app.send(Event::Collection(IndexEvent::Read { done: 12, files: 47 }));
    assert_seen!("games_read", app);
    let position = *app.review().position();
    let missing = anyhow::anyhow!("No such file or directory (os error 2)").context("/wthor");
    app.send(Event::Explored { position, found: Err(missing) });
    assert_seen!("games_failed", app);
    let mut app = studied();
    app.type_in("l");
    assert_seen!("games_without_collection", app);
}

#[test]
fn what_others_played_fits_into_small_windows_and_into_ascii() {
    for (columns, rows) in [(80, 24), (60, 20), (46, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
        let mut app = explored();
        app.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        let text = seen(&mut app, Size { columns, rows });
        assert!(text.is_ascii(), "{columns}x{rows}:\n{text}");
        if columns >= 46 {
            assert_snapshot!(format!("games_ascii_{columns}x{rows}"), text);
        }
    }
}

/// Esc is in the footer of every screen that has it, at every width.
#[test]
fn how_to_leave_is_always_named() {
    let apps: [fn() -> TestApp; 6] = [middle_game, studied, explored, puzzled, || learning(Color::Black), lesson];
    for app in apps {
        let mut app = app();
        for columns in 20..=130 {
            let text = seen(&mut app, Size { columns, rows: 24 });
            let footer = text.lines().last().unwrap();
            assert!(footer.contains("Esc "), "{columns}: {footer}");
            assert!(footer.contains("? keys"), "{columns}: {footer}");
        }
    }
}

#[test]
fn a_word_about_a_move() {
    let mut app = crate::tui::screens::game::warning::tests::taught("f5d6c3d3");
    crate::tui::screens::game::warning::tests::play(&mut app, Square::C4, 7);
    assert_seen!("warned", app);
    app.type_in("?");
    app.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("warned_ascii", app);
}

#[test]
fn what_is_to_be_found_is_not_to_be_seen() {
    let mut app = reported();
    app.type_in("x");
    app.search();
    let judgement = app.review().retry.as_ref().unwrap().judged().judgement;
    for size in [SMALL, LARGE, Size { columns: 40, rows: 16 }] {
        let text = seen(&mut app, size);
        for square in [judgement.played, judgement.best] {
            assert!(!text.contains(&square.to_string()), "{square} is told:\n{text}");
        }
    }
}

#[test]
fn reports_fit_into_small_windows_and_into_ascii() {
    for keys in ["", "w", "r", "x", "xi", "x?"] {
        let mut app = reported();
        app.type_in(keys);
        app.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut app, Size { columns, rows });
            assert!(text.is_ascii(), "{keys} at {columns}x{rows}:\n{text}");
        }
    }
}

#[test]
fn a_training_with_puzzles() {
    assert_seen!("puzzle", puzzled());
    let mut app = puzzled();
    app.type_in("a4\n");
    assert_seen!("puzzle_right", app);
    let mut app = puzzled();
    app.type_in("h7\n");
    assert_seen!("puzzle_wrong", app);
}

#[test]
fn a_training_with_openings() {
    let mut app = training(Course::Openings(Openings::all()));
    app.type_in("rose");
    app.key(KeyCode::Down);
    assert_seen!("openings", app);
    let mut app = learning(Color::Black);
    app.type_in("f5\n");
    assert_seen!("lesson", app);
    app = learning(Color::Black);
    app.type_in("f5\nc4\n");
    assert_seen!("lesson_left", app);
    app = learning(Color::Black);
    app.type_in("f5\nc3\nc4\n");
    assert_seen!("lesson_done", app);
    app = learning(Color::Black);
    app.type_in("f5\nc3\nc4\n\n");
    assert_seen!("all_done", app);
}

#[test]
fn a_training_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11)] {
        let mut app = puzzled();
        app.type_in("h7\n");
        let text = seen(&mut app, Size { columns, rows });
        assert_snapshot!(format!("puzzle_{columns}x{rows}"), text);
    }
    let ascii = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let mut wrong = puzzled();
    wrong.type_in("h7\n");
    let mut left = learning(Color::Black);
    left.type_in("f5\nc4\n");
    for (name, mut app) in [("puzzle", wrong), ("lesson", left)] {
        app.state.capabilities = ascii;
        let text = seen(&mut app, SMALL);
        assert!(text.is_ascii(), "{text}");
        assert_snapshot!(format!("ascii_{name}"), text);
    }
}

#[test]
fn the_keys_of_a_game() {
    let mut app = middle_game();
    app.type_in("?");
    assert_seen!("keys_game", app);
}

#[test]
fn the_keys_of_a_study() {
    let mut app = studied();
    app.type_in("?");
    assert_seen!("keys_study", app);
}

#[test]
fn a_question_and_a_line_to_be_typed() {
    let mut app = middle_game();
    app.type_in("q");
    assert_seen!("question", app);
    let mut app = middle_game();
    app.type_in("s");
    assert_seen!("prompt", app);
}

#[test]
fn without_colours() {
    let mut app = middle_game();
    app.state.settings.theme = Theme::Monochrome;
    assert_seen!("monochrome", app);
}

#[test]
fn without_colours_and_without_unicode() {
    let mut app = middle_game();
    app.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("ascii", app);
    let mut app = studied();
    app.state.capabilities = Capabilities { depth: Depth::Monochrome, glyphs: Glyphs::Ascii };
    app.type_in("?");
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen!("ascii_study_keys", app);
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
    let mut app = TestApp::game("human", "human", "");
    app.type_in("a1\n");
    let text = flat(seen(&mut app, small));
    assert!(text.contains("On a1 Black would outflank no white disc in any direction."), "{text}");
    let mut app = TestApp::game("human", "human", "d3c3b3b2f5a3a1");
    app.type_in("c1\n");
    let text = flat(seen(&mut app, small));
    assert!(text.contains("Black has no move: White plays again."), "{text}");
    let mut app = TestApp::game("human", "human", "f5");
    app.type_in("q");
    let text = seen(&mut app, small).replace('│', " ");
    assert!(flat(text.clone()).contains("Quit? You can continue this"), "{text}");
    let mut app = TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3");
    app.type_in("b2\n");
    let text = seen(&mut app, small);
    assert!(text.contains("Press + for level 2."), "{text}");
}

#[test]
fn a_turned_board_has_turned_coordinates() {
    let mut app = TestApp::game("human", "human", "f5");
    app.type_in("v");
    assert_snapshot!("turned", seen(&mut app, SMALL));
}
