//! Snapshots of the screens.

use insta::assert_snapshot;
use outflank_study::puzzles;

use super::*;
use crate::commands::db::IndexEvent;
use crate::commands::drill::{Course, Openings};
use crate::storage::settings::Theme;
use crate::tui::screens::drill::tests::{learning, puzzled, training};
use crate::tui::screens::explorer::tests::{explored as looked_up, exploring};
use crate::tui::screens::game::warning::tests::{play, warned_game};
use crate::tui::screens::learn::tests::{learn, lesson, step};

const SMALL: Size = Size { columns: 80, rows: 24 };
const LARGE: Size = Size { columns: 120, rows: 40 };

fn seen(app: &mut TestApp, size: Size) -> String {
    app.resize(size.columns, size.rows);
    let buffer = app.draw();
    let row = |y| (0..size.columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let text = (0..size.rows).map(row).collect::<Vec<_>>().join("\n");
    // The number of puzzles changes with the data.
    text.replace(&format!("of {} solved", puzzles::all().len()), "of N solved")
}

/// Compares with the snapshots in both sizes.
fn assert_seen(name: &str, mut app: TestApp) -> TestApp {
    assert_snapshot!(format!("{name}_80x24"), seen(&mut app, SMALL));
    assert_snapshot!(format!("{name}_120x40"), seen(&mut app, LARGE));
    app
}

/// Types keys first.
fn assert_seen_after(name: &str, mut app: TestApp, keys: &str) -> TestApp {
    app.type_in(keys);
    assert_seen(name, app)
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
    let mut app = TestApp::studying("f5d6c3d3c7f4");
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
    assert_seen("menu", TestApp::new());
    let mut app = TestApp::new();
    app.state.is_new = true;
    let mut app = assert_seen("menu_first_start", app);
    app.type_in("l");
    app.key(KeyCode::Esc);
    assert!(!seen(&mut app, SMALL).contains("New to Othello?"), "the lesson was found");
}

#[test]
fn the_lesson() {
    assert_seen("learn", lesson());
    let app = assert_seen_after("learn_wrong", step(2), "d1\n");
    assert_seen_after("learn_right", app, "\nc2\n");
    let mut app = step(7);
    app.type_in("i");
    let squares = learn(&app).marks();
    app.type_in(&format!("{}\n", squares.first().unwrap()));
    assert_seen("learn_second_task", app);
    let app = assert_seen_after("learn_over", step(8), "n");
    assert_seen_after("learn_keys", app, "?");
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
    for number in 1..=8 {
        let mut app = step(number);
        app.use_ascii();
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut app, Size { columns, rows });
            assert!(text.is_ascii(), "step {number} at {columns}x{rows}:\n{text}");
        }
    }
    let mut app = step(2);
    app.use_ascii();
    app.type_in("d1\n");
    assert_snapshot!("ascii_learn", seen(&mut app, SMALL));
}

/// At 80x24, the smallest common size.
#[test]
fn every_text_of_the_lesson_fits_beside_the_board() {
    for number in 1..=8 {
        let mut app = step(number);
        let squares = learn(&app).marks();
        for square in squares {
            app.type_in(&format!("r{square}\n"));
            assert!(app.state.overlay.is_none(), "step {number}, {square}");
        }
    }
}

#[test]
fn the_new_game_form() {
    assert_seen_after("form", TestApp::new(), "n");
    assert_seen_after("form_watch", TestApp::new(), "w");
}

#[test]
fn the_board_editor() {
    assert_seen_after("editor", TestApp::new(), "nea1xh8o");
}

#[test]
fn a_game() {
    assert_seen("game", middle_game());
    assert_seen_after("game_engine_line", middle_game(), "l");
}

#[test]
fn the_engines_line_is_hidden_unless_requested() {
    let shows_line = |app: &mut TestApp| seen(app, LARGE).contains("for Black");
    let mut app = middle_game();
    assert!(!shows_line(&mut app));
    app.type_in("l");
    assert!(shows_line(&mut app));
    app.type_in("l");
    assert!(!shows_line(&mut app));
    // A hint disappears with the move.
    app.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    app.send(Event::Searched { id, analysis: analysis_of(&position, 5) });
    let text = seen(&mut app, LARGE);
    assert!(text.contains("for Black, depth") && !text.contains("Value for Black"), "{text}");
    app.type_in("\n");
    assert!(!shows_line(&mut app));

    let mut app = TestApp::game("engine:2", "engine:3", "f5");
    let (id, position) = (app.asked().unwrap(), *app.contest().position());
    app.send(Event::Progress { id, analysis: analysis_of(&position, 1) });
    assert!(shows_line(&mut app));
}

#[test]
fn a_game_with_a_hint() {
    let mut app = TestApp::game("human", "human", "f5d6");
    app.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!() };
    app.send(Event::Searched { id, analysis: analysis_of(&position, 5) });
    assert_seen("hint", app);
}

#[test]
fn a_forced_pass() {
    assert_seen_after("pass", TestApp::game("human", "human", "d3c3b3b2f5a3a1"), "c1\n");
}

#[test]
fn the_end() {
    assert_seen_after("end", TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3"), "b2\n");
}

#[test]
fn a_study() {
    assert_seen("study", studied());
    let mut app = studied();
    app.key(KeyCode::Right);
    let square = app.review().position().legal_moves().first().unwrap();
    app.type_in(&format!("{square}\n"));
    assert_seen("study_variation", app);
}

fn reported() -> TestApp {
    let mut app = TestApp::studying("f5d6c3d3c7f4e3b2a1");
    app.search();
    app
}

#[test]
fn a_report() {
    let mut app = reported();
    app.type_in("w");
    app.search();
    assert_seen("study_mistake", app);
    assert_seen_after("report", reported(), "r");
}

#[test]
fn retrying_a_mistake() {
    let mut app = reported();
    app.type_in("x");
    app.search();
    assert_seen("retry", app);
    let judgement = |app: &TestApp| app.review().retry.as_ref().unwrap().judged().judgement;
    let mut app = reported();
    app.type_in("x");
    app.type_in(&format!("{}\n", judgement(&app).played));
    let mut app = assert_seen("retry_wrong", app);
    app.type_in(&format!("{}\n", judgement(&app).best));
    assert_seen("retry_right", app);
}

fn explored() -> TestApp {
    let mut app = exploring("f5d6c3d3c4");
    app.search();
    app.key(KeyCode::Right);
    app.search();
    let position = *app.review().position();
    app.send(looked_up(&position));
    app
}

#[test]
fn the_explorer() {
    assert_seen("games", explored());
    let mut app = explored();
    app.send(Event::Collection(IndexEvent::LeftOut(3)));
    app.type_in("f4\n");
    let position = *app.review().position();
    app.send(looked_up(&position));
    assert_seen("games_none", app);
    let mut app = exploring("f5d6c3d3c4");
    app.send(Event::Collection(IndexEvent::Read { done: 12, files: 47 }));
    let mut app = assert_seen("games_read", app);
    let position = *app.review().position();
    let missing = anyhow::anyhow!("No such file or directory (os error 2)").context("/wthor");
    app.send(Event::Explored { position, found: Err(missing) });
    assert_seen("games_failed", app);
    assert_seen_after("games_without_collection", studied(), "l");
}

#[test]
fn the_explorer_fits_small_and_ascii_windows() {
    for (columns, rows) in [(80, 24), (60, 20), (46, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
        let mut app = explored();
        app.use_ascii();
        let text = seen(&mut app, Size { columns, rows });
        assert!(text.is_ascii(), "{columns}x{rows}:\n{text}");
        if columns >= 46 {
            assert_snapshot!(format!("games_ascii_{columns}x{rows}"), text);
        }
    }
}

/// Esc is in the footer of every screen that has it, at every width.
#[test]
fn the_footer_always_shows_how_to_leave() {
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
fn a_warning() {
    let mut app = warned_game("f5d6c3d3");
    play(&mut app, Square::C4, 7);
    let mut app = assert_seen("warned", app);
    app.type_in("?");
    app.use_ascii();
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen("warned_ascii", app);
}

#[test]
fn a_retry_hides_the_played_and_the_best_move() {
    let mut app = reported();
    app.type_in("x");
    app.search();
    let judgement = app.review().retry.as_ref().unwrap().judged().judgement;
    for size in [SMALL, LARGE, Size { columns: 40, rows: 16 }] {
        let text = seen(&mut app, size);
        for square in [judgement.played, judgement.best] {
            assert!(!text.contains(&square.to_string()), "{square} is shown:\n{text}");
        }
    }
}

#[test]
fn reports_fit_small_and_ascii_windows() {
    for keys in ["", "w", "r", "x", "xi", "x?"] {
        let mut app = reported();
        app.type_in(keys);
        app.use_ascii();
        for (columns, rows) in [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)] {
            let text = seen(&mut app, Size { columns, rows });
            assert!(text.is_ascii(), "{keys} at {columns}x{rows}:\n{text}");
        }
    }
}

#[test]
fn drilling_puzzles() {
    assert_seen("puzzle", puzzled());
    assert_seen_after("puzzle_right", puzzled(), "a4\n");
    assert_seen_after("puzzle_wrong", puzzled(), "h7\n");
}

#[test]
fn drilling_openings() {
    let mut app = training(Course::Openings(Openings::all()));
    app.type_in("rose");
    app.key(KeyCode::Down);
    assert_seen("openings", app);
    for (name, keys) in [
        ("lesson", "f5\n"),
        ("lesson_left", "f5\nc4\n"),
        ("lesson_done", "f5\nc3\nc4\n"),
        ("all_done", "f5\nc3\nc4\n\n"),
    ] {
        assert_seen_after(name, learning(Color::Black), keys);
    }
}

#[test]
fn drills_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11)] {
        let mut app = puzzled();
        app.type_in("h7\n");
        let text = seen(&mut app, Size { columns, rows });
        assert_snapshot!(format!("puzzle_{columns}x{rows}"), text);
    }
    let mut wrong = puzzled();
    wrong.type_in("h7\n");
    let mut left = learning(Color::Black);
    left.type_in("f5\nc4\n");
    for (name, mut app) in [("puzzle", wrong), ("lesson", left)] {
        app.use_ascii();
        let text = seen(&mut app, SMALL);
        assert!(text.is_ascii(), "{text}");
        assert_snapshot!(format!("ascii_{name}"), text);
    }
}

#[test]
fn the_keys_of_a_game() {
    assert_seen_after("keys_game", middle_game(), "?");
}

#[test]
fn the_keys_of_a_study() {
    assert_seen_after("keys_study", studied(), "?");
}

#[test]
fn a_confirmation_and_a_prompt() {
    assert_seen_after("question", middle_game(), "q");
    assert_seen_after("prompt", middle_game(), "s");
}

#[test]
fn without_colours() {
    let mut app = middle_game();
    app.state.settings.theme = Theme::Monochrome;
    assert_seen("monochrome", app);
}

#[test]
fn without_colours_and_without_unicode() {
    let mut app = middle_game();
    app.use_ascii();
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen("ascii", app);
    let mut app = studied();
    app.use_ascii();
    app.type_in("?");
    let text = seen(&mut app, SMALL);
    assert!(text.is_ascii(), "{text}");
    assert_seen("ascii_study_keys", app);
}

#[test]
fn small_windows() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11), (19, 11), (5, 2), (1, 1)] {
        let text = seen(&mut middle_game(), Size { columns, rows });
        assert_snapshot!(format!("small_{columns}x{rows}"), text);
    }
}

#[test]
fn long_messages_are_wrapped_in_small_windows() {
    let flat = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let small = Size { columns: 34, rows: 12 };
    let mut app = TestApp::game("human", "human", "");
    app.type_in("a1\n");
    let text = flat(seen(&mut app, small));
    assert!(text.contains("On a1 Black would outflank no white disc in any direction."), "{text}");
    let mut app = TestApp::game("human", "human", "d3c3b3b2f5a3a1");
    app.type_in("c1\n");
    let text = flat(seen(&mut app, small));
    assert!(text.contains("Black has no legal move. White plays again."), "{text}");
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
