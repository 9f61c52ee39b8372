use insta::assert_snapshot;
use outflank_study::puzzles;

use super::*;
use crate::commands::db::IndexEvent;
use crate::commands::drill::{Course, Openings};
use crate::storage::settings::Theme;
use crate::tui::screens::drill::tests::{from_game, learning, practised, puzzled, solve, training};
use crate::tui::screens::explorer::tests::{explored as looked_up, exploring};
use crate::tui::screens::game::warning::tests::{play, warned_game};
use crate::tui::screens::learn::tests::{learn, lesson, step};

const SMALL: Size = Size { columns: 80, rows: 24 };
const LARGE: Size = Size { columns: 120, rows: 40 };
const VAST: Size = Size { columns: 200, rows: 60 };

fn seen(app: &mut TestApp, size: Size) -> String {
    app.resize(size.columns, size.rows);
    let buffer = app.draw();
    let row = |y| (0..size.columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let text = (0..size.rows).map(row).collect::<Vec<_>>().join("\n");
    text.replace(&format!("of {} solved", puzzles::all().len()), "of N solved")
}

fn branching() -> TestApp {
    let text = "(;GM[2];B[f5](;W[d6](;B[c3];W[d3];B[c4];W[f4])(;B[c4];W[d3]C[The Buffalo. White plays on the wing.](;B[c3])(;B[c5])))\
                (;W[f6];B[e6])(;W[f4]))";
    TestApp::studying(text).typed("<Right><Right>c4\n<Right>")
}

fn assert_seen(name: &str, mut app: TestApp) -> TestApp {
    assert_snapshot!(format!("{name}_80x24"), seen(&mut app, SMALL));
    assert_snapshot!(format!("{name}_120x40"), seen(&mut app, LARGE));
    assert_snapshot!(format!("{name}_200x60"), seen(&mut app, VAST));
    app
}

fn seen_in_ascii(app: &mut TestApp, size: Size) -> String {
    let text = seen(app, size);
    assert!(text.is_ascii(), "{size:?}:\n{text}");
    text
}

const SMALL_SIZES: [(u16, u16); 7] = [(80, 24), (60, 20), (40, 16), (24, 20), (20, 11), (5, 2), (1, 1)];

fn assert_ascii_in_small_windows(mut app: TestApp) {
    for (columns, rows) in SMALL_SIZES {
        seen_in_ascii(&mut app, Size { columns, rows });
    }
}

pub(super) fn middle_game() -> TestApp {
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(300) };
    let mut app = TestApp::timed_game("human", "engine:5", "f5d6c3d3c4f4c5b3c2b4", time);
    app.advance(15_000);
    app.type_in("e3\n");
    app.advance(291_500);
    let position = *app.contest().position();
    let id = app.asked().unwrap();
    app.send(Event::Progress(id, analysis_of(&position, 1)));
    app.answer(position.legal_moves().first().unwrap());
    app.advance(1_000);
    let square = app.contest().position().legal_moves().first().unwrap();
    app.type_in(&square.to_string());
    app
}

pub(super) fn studied() -> TestApp {
    TestApp::studying("f5d6c3d3c7f4").searched().typed("<End>").searched().typed("<Left><Left>")
}

pub(super) fn reported() -> TestApp {
    TestApp::studying("f5d6c3d3c7f4e3b2a1").searched()
}

pub(super) fn thrown_away() -> TestApp {
    let mut app = puzzled().typed("b2\nPb2\n");
    solve(&mut app);
    app
}

pub(super) fn line_shown() -> TestApp {
    let mut app = from_game().typed("iL");
    solve(&mut app);
    while app.wake() {
        solve(&mut app);
    }
    app
}

fn hinted() -> TestApp {
    let mut app = TestApp::game("human", "engine:3", "f5d6").typed("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    app.send(Event::Searched(id, analysis_of(&position, 64)));
    app
}

fn premoved() -> TestApp {
    TestApp::game("human", "engine:3", "f5d6").typed("c3\nd3\n")
}

fn watched() -> TestApp {
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(40) };
    let mut app = TestApp::timed_game("engine:2", "engine:3", "f5d6c3", time);
    app.state.pace = Pace::default();
    app.advance(14_000);
    app.answer(Square::D3);
    app
}

fn resigned() -> TestApp {
    TestApp::game("human", "engine:3", "f5d6c3").typed("w")
}

/// The first one is being played, and its successor began.
fn left() -> TestApp {
    TestApp::game("human", "engine:3", "f5d6").typed("N\n")
}

#[test]
fn screens() {
    for (name, app) in [
        ("menu", TestApp::new()),
        ("form", TestApp::new().typed("N")),
        ("form_watch", TestApp::new().doing(Action::Watch)),
        ("editor", TestApp::new().typed("N").doing(Action::SetUp).typed("a1 h8  ")),
        ("game", middle_game()),
        ("game_engine_line", middle_game().typed("L")),
        ("keys_game", middle_game().typed("?")),
        ("question", middle_game().typed("q")),
        ("prompt", middle_game().typed("s")),
        ("hint", hinted()),
        ("hint_square", hinted().typed("i")),
        ("hint_values", hinted().typed("ii")),
        ("premove", premoved()),
        ("watched", watched()),
        ("watched_paused", watched().typed("z")),
        ("resigned", resigned()),
        ("left", left()),
        ("pass", TestApp::game("human", "human", "d3c3b3b2f5a3a1").typed("c1\n")),
        ("end", TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3").typed("b2\n")),
        ("learn", lesson()),
        ("learn_wrong", step(2).typed("d1\n")),
        ("learn_right", step(2).typed("d1\n\nc2\n")),
        ("learn_over", step(8).typed("n")),
        ("learn_keys", step(8).typed("n?")),
        ("puzzle", puzzled()),
        ("puzzle_right", puzzled().typed("a4\n")),
        ("puzzle_wrong", puzzled().typed("h7\n")),
        ("puzzle_from_game", from_game()),
        ("puzzle_thrown_away", thrown_away()),
        ("puzzle_line", line_shown()),
        ("openings", training(Course::Openings(Openings::all())).typed("/rose<Down>")),
        ("lesson", learning(Color::Black).typed("f5\n")),
        ("lesson_left", learning(Color::Black).typed("f5\nc4\n")),
        ("lesson_done", learning(Color::Black).typed("f5\nc3\nc4\n")),
        ("all_done", learning(Color::Black).typed("f5\nc3\nc4\n\n")),
    ] {
        assert_seen(name, app);
    }
}

#[test]
fn the_game_in_small_windows_and_without_colours() {
    let apps: [fn() -> TestApp; 6] =
        [hinted, || hinted().typed("i"), || hinted().typed("ii"), premoved, watched, resigned];
    for app in apps {
        assert_ascii_in_small_windows(app().in_ascii());
    }
    assert_snapshot!("ascii_premove", seen_in_ascii(&mut premoved().in_ascii(), SMALL));
    assert_snapshot!("ascii_hint_square", seen_in_ascii(&mut hinted().typed("i").in_ascii(), SMALL));
    assert_snapshot!("hint_34x12", seen(&mut hinted(), Size { columns: 34, rows: 12 }));
}

#[test]
fn the_first_start() {
    let mut app = TestApp::new();
    app.state.is_new = true;
    let mut app = assert_seen("menu_first_start", app).doing(Action::Learn).typed("<Esc>");
    assert!(!seen(&mut app, SMALL).contains("New to Othello?"), "the lesson was found");
}

#[test]
fn the_second_task_of_a_step() {
    let mut app = step(7).typed("i");
    let squares = learn(&app).marks();
    app.type_in(&format!("{}\n", squares.first().unwrap()));
    assert_seen("learn_second_task", app);
}

#[test]
fn the_lesson_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (44, 20), (34, 12), (20, 11)] {
        let mut app = TestApp::new();
        app.send(Event::Resize(Size { columns, rows }));
        app.act(Action::Learn);
        assert_snapshot!(format!("learn_text_{columns}x{rows}"), seen(&mut app, Size { columns, rows }));
        while app.state.overlay.is_some() {
            app.type_in("\n");
        }
        assert_snapshot!(format!("learn_board_{columns}x{rows}"), seen(&mut app, Size { columns, rows }));
    }
    for number in 1..=8 {
        assert_ascii_in_small_windows(step(number).in_ascii());
    }
    assert_snapshot!("ascii_learn", seen_in_ascii(&mut step(2).in_ascii().typed("d1\n"), SMALL));
}

/// At 80x24, the smallest common size.
#[test]
fn every_text_of_the_lesson_fits_beside_the_board() {
    for number in 1..=8 {
        let mut app = step(number);
        let squares = learn(&app).marks();
        for square in squares {
            app.type_in(&format!("R{square}\n"));
            assert!(app.state.overlay.is_none(), "step {number}, {square}");
        }
    }
}

#[test]
fn the_engines_line_is_hidden_unless_requested() {
    let shows_line = |app: &mut TestApp| seen(app, LARGE).contains("for Black");
    let mut app = middle_game();
    for (keys, is_shown) in [("", false), ("L", true), ("L", false)] {
        app.type_in(keys);
        assert_eq!(shows_line(&mut app), is_shown, "{keys}");
    }
    app.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    app.send(Event::Searched(id, analysis_of(&position, 5)));
    assert!(!shows_line(&mut app), "a nudge names no square");
    app.type_in("ii");
    let text = seen(&mut app, LARGE);
    assert!(text.contains("for Black, 4 plies") && !text.contains("Value for Black"), "{text}");
    app.type_in("\n");
    assert!(!shows_line(&mut app));

    let mut app = TestApp::game("engine:2", "engine:3", "f5");
    let (id, position) = (app.asked().unwrap(), *app.contest().position());
    app.send(Event::Progress(id, analysis_of(&position, 1)));
    assert!(shows_line(&mut app));
}

#[test]
fn a_study() {
    assert_seen("study", studied());
    assert_seen("keys_study", studied().typed("?"));
    let mut app = studied().typed("<Right>");
    let square = app.review().position().legal_moves().first().unwrap();
    app.type_in(&format!("{square}\n"));
    assert_seen("study_variation", app);
    let mut app = branching().searched();
    assert_seen("study_tree", branching().searched());
    app.type_in("<Tab>");
    assert_seen("study_engine", app);
    assert_seen("study_comment", branching().typed(";, or not<Ctrl-N>second line"));
}

#[test]
fn a_report_and_its_mistakes() {
    assert_seen("study_mistake", reported().typed("W").searched());
    let mut app = reported().typed("W");
    let search = app.review().searching.unwrap();
    let analysis = analysis_of(&search.position, 64);
    app.send(Event::Progress(search.id, Analysis { depth: 24, ..analysis }));
    assert_seen("study_deeper", app);
    assert_seen("report", reported().typed("S<Down>"));
    let own = || TestApp::game("human", "engine:1", "f5d6c3d3c7f4e3b2a1").typed("x").searched();
    assert_seen("report_about_you", own().typed("S"));
    assert_seen("retry_own", own().typed("R"));
    assert_seen("retry", reported().typed("R").searched());
    let judgement = |app: &TestApp| app.review().retry.as_ref().unwrap().judged().judgement.clone();
    let mut app = reported().typed("R");
    app.type_in(&format!("{}\n", judgement(&app).played));
    let mut app = assert_seen("retry_wrong", app);
    app.type_in(&format!("{}\n", judgement(&app).best));
    assert_seen("retry_right", app);
}

fn explored() -> TestApp {
    let mut app = exploring("f5d6c3d3c4").searched().typed("<Right>").searched();
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
    app.send(Event::Explored(position, Err(missing)));
    assert_seen("games_failed", app);
    assert_seen("games_without_collection", studied().typed("X"));
}

#[test]
fn the_explorer_fits_small_and_ascii_windows() {
    let mut app = explored().in_ascii();
    for (columns, rows) in [(80, 24), (60, 20), (46, 20)] {
        let text = seen_in_ascii(&mut app, Size { columns, rows });
        assert_snapshot!(format!("games_ascii_{columns}x{rows}"), text);
    }
    assert_ascii_in_small_windows(app);
}

/// Esc is in the footer of every screen that has it, at every width.
#[test]
fn the_footer_always_shows_how_to_leave() {
    let apps: [fn() -> TestApp; 7] =
        [middle_game, studied, explored, puzzled, thrown_away, || learning(Color::Black), lesson];
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
    let mut app = assert_seen("warned", app).typed("i").in_ascii();
    seen_in_ascii(&mut app, SMALL);
    assert_seen("warned_ascii", app);
}

#[test]
fn a_retry_hides_the_played_and_the_best_move() {
    let mut app = reported().typed("R").searched();
    let judgement = app.review().retry.as_ref().unwrap().judged().judgement.clone();
    for size in [SMALL, LARGE, Size { columns: 40, rows: 16 }] {
        let text = seen(&mut app, size);
        for square in [judgement.played, judgement.best] {
            assert!(!text.contains(&square.to_string()), "{square} is shown:\n{text}");
        }
    }
}

#[test]
fn reports_fit_small_and_ascii_windows() {
    for keys in ["", "W", "<Tab>", "S", "R", "Ri", "R?", ";x"] {
        assert_ascii_in_small_windows(reported().typed(keys).in_ascii());
    }
}

#[test]
fn drills_in_small_windows_and_without_colours() {
    for (columns, rows) in [(60, 20), (40, 16), (24, 20), (20, 11)] {
        let mut app = puzzled().typed("h7\n");
        let text = seen(&mut app, Size { columns, rows });
        assert_snapshot!(format!("puzzle_{columns}x{rows}"), text);
    }
    assert_ascii_in_small_windows(thrown_away().in_ascii());
    for (name, app) in [("puzzle", puzzled().typed("h7\n")), ("lesson", learning(Color::Black).typed("f5\nc4\n"))] {
        assert_snapshot!(format!("ascii_{name}"), seen_in_ascii(&mut app.in_ascii(), SMALL));
    }
}

#[test]
fn without_colours() {
    let mut app = middle_game();
    app.state.settings.theme = Theme::Monochrome;
    assert_seen("monochrome", app);
}

#[test]
fn without_colours_and_without_unicode() {
    for (name, app) in [("ascii", middle_game()), ("ascii_study_keys", studied().typed("?"))] {
        let mut app = app.in_ascii();
        seen_in_ascii(&mut app, SMALL);
        assert_seen(name, app);
    }
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
    let ended = TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3").typed("b2\n");
    for (mut app, message) in [
        (
            TestApp::game("human", "human", "").typed("a1\n"),
            "On a1 Black would outflank no white disc in any direction.",
        ),
        (
            TestApp::game("human", "human", "d3c3b3b2f5a3a1").typed("c1\n"),
            "Black has no legal move. White plays again.",
        ),
        (TestApp::game("human", "human", "f5").typed("q"), "Quit? You can continue this"),
        (ended, "Enter: Review game"),
    ] {
        let text = seen(&mut app, Size { columns: 34, rows: 12 }).replace('│', " ");
        let words: Vec<_> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(message), "{text}");
    }
}

#[test]
fn the_player_who_thinks_is_named_if_there_is_room() {
    for (columns, text) in
        [(80, "White (engine, level 5) is thinking…"), (34, "White is thinking…"), (20, "White is thinking…")]
    {
        let text_seen = seen(&mut TestApp::game("human", "engine:5", "f5"), Size { columns, rows: 12 });
        assert!(text_seen.lines().any(|line| line.trim() == text), "{text_seen}");
    }
}

#[test]
fn a_turned_board_has_turned_coordinates() {
    let mut app = TestApp::game("human", "human", "f5").typed("v");
    assert_snapshot!("turned", seen(&mut app, SMALL));
}

#[test]
fn the_answers_of_the_last_weeks_are_a_chart() {
    let screen = seen(&mut practised(), LARGE);
    for line in ["Last four weeks: 23 right, 6 wrong, 3 days in a row", "  15 │", "4 weeks ago", "Streak 0, longest 0"]
    {
        assert!(screen.contains(line.trim_end_matches('│')), "{line}:\n{screen}");
    }
    assert_ascii_in_small_windows(practised().in_ascii());
}
