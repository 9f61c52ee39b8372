use outflank_study::teach::Tolerance;
use outflank_table::Ending;

use crate::tui::screens::game::warning::WarningPrompt;
use crate::tui::tests::*;

pub(crate) fn warned_game(moves: &str) -> TestApp {
    warning(TestApp::game("human", "engine:3", moves))
}

fn warning(mut app: TestApp) -> TestApp {
    app.state.settings.teach = Some(Tolerance::default());
    app
}

fn search(app: &TestApp) -> (Id, Position) {
    let held = app.contest().held.as_ref().expect("a move is held back");
    (held.id, held.position)
}

/// An analysis in which this move loses `loss` discs, and the others none.
pub(crate) fn analysis(position: &Position, square: Square, loss: i8) -> Analysis {
    let others = position.legal_moves().without(square).into_iter().map(|square| (square, 0));
    analysis_with(others.chain([(square, -loss)]))
}

pub(crate) fn play(app: &mut TestApp, square: Square, loss: i8) {
    app.type_in(&format!("{square}\n"));
    let (id, position) = search(app);
    app.send(Event::Searched(id, analysis(&position, square, loss)));
}

fn bad_move() -> TestApp {
    let mut app = warned_game("f5d6");
    play(&mut app, Square::C3, 6);
    app
}

fn warned(app: &TestApp) -> Option<&WarningPrompt> {
    match &app.state.overlay {
        Some(Overlay::Warning(warned)) => Some(warned),
        _ => None,
    }
}

#[test]
fn warnings_are_off_by_default() {
    let mut app = TestApp::game("human", "engine:3", "");
    assert_eq!(app.state.settings.teach, None);
    app.type_in("f5\n");
    assert_eq!(app.moves(), "f5");
    assert!(app.limits.is_empty());
}

#[test]
fn there_are_no_warnings_between_two_people() {
    assert_eq!(warning(TestApp::game("human", "human", "")).typed("f5\n").moves(), "f5");
}

#[test]
fn a_bad_move_is_held_until_enter_confirms_it() {
    let mut app = bad_move();
    assert_eq!(app.moves(), "f5d6", "it is not final");
    assert!(app.asked().is_none(), "the machine is not asked yet");
    assert_eq!(warned(&app).unwrap().warning.played, Square::C3);
    assert!(!app.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))));
    app.type_in("\n");
    assert_eq!(app.moves(), "f5d6c3");
    assert!(warned(&app).is_none() && app.asked().is_some());
}

#[test]
fn after_a_warning_another_move_can_be_played() {
    let mut app = bad_move().typed("<Esc>");
    assert!(warned(&app).is_none() && matches!(app.state.screen, Screen::Game));
    play(&mut app, Square::C4, 0);
    assert_eq!(app.moves(), "f5d6c4");

    let app = bad_move().typed("c5");
    assert!(warned(&app).is_none());
    assert_eq!(app.contest().pointer.square(), Some(Square::C5));
}

#[test]
fn the_better_move_is_shown_only_on_request() {
    let mut app = bad_move();
    assert!(!warned(&app).unwrap().is_best_shown);
    app.type_in("i");
    assert!(warned(&app).unwrap().is_best_shown);
    app.type_in("iznx");
    assert!(warned(&app).is_some(), "other keys do nothing");
    app.type_in("\n");
    assert_eq!(app.moves(), "f5d6c3");
}

#[test]
fn a_good_move_is_played_once_checked() {
    for loss in [0, 4] {
        let mut app = warned_game("f5d6");
        play(&mut app, Square::C3, loss);
        assert_eq!(app.moves(), "f5d6c3");
        assert!(app.asked().is_some());
    }
}

#[test]
fn another_square_replaces_the_held_move() {
    let mut app = warned_game("f5d6").typed("c3\n");
    let (first, _) = search(&app);
    app.type_in("\n");
    assert_eq!(search(&app).0, first);
    assert!(app.effects.is_empty());
    app.type_in("c4\n");
    assert!(app.effects.contains(&Effect::Stop(first)));
    let (_, position) = search(&app);
    app.send(Event::Searched(first, analysis(&position, Square::C3, 0)));
    assert_eq!(app.moves(), "f5d6", "the first result is out of date");
}

#[test]
fn illegal_and_forced_moves_are_not_checked() {
    let app = warned_game("f5d6").typed("a1\n");
    assert!(app.notice().starts_with("On a1 Black would outflank"), "{}", app.notice());
    assert!(app.contest().held.is_none());
    let forced = format!("board XO{} X", "-".repeat(62));
    assert_eq!(warned_game(&forced).typed("c1\n").moves(), "c1");
}

#[test]
fn undo_and_study_drop_the_held_move() {
    for keys in ["u", "x"] {
        let mut app = warned_game("f5d6").typed("c3\n");
        let (id, position) = search(&app);
        app.type_in(keys);
        assert!(app.effects.contains(&Effect::Stop(id)), "{keys}: {:?}", app.effects);
        let moves = app.moves();
        app.send(Event::Searched(id, analysis(&position, Square::C3, 6)));
        assert_eq!((app.moves(), warned(&app).is_none()), (moves, true), "{keys}");
    }
}

#[test]
fn a_warning_waits_until_the_prompt_closes() {
    let mut app = warned_game("f5d6").typed("c3\n");
    let (id, position) = search(&app);
    app.type_in("s");
    app.send(Event::Searched(id, analysis(&position, Square::C3, 6)));
    assert!(matches!(app.state.overlay, Some(Overlay::Prompt(_))));
    app.type_in("<Esc>");
    assert!(warned(&app).is_some(), "the word comes after it");
}

#[test]
fn the_clock_runs_during_a_warning() {
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    let mut app = warning(TestApp::timed_game("human", "engine:3", "f5d6", time));
    play(&mut app, Square::C3, 6);
    app.advance(10_000);
    assert_eq!(app.contest().table.clocks(app.now).unwrap().black, Duration::from_secs(50));
    assert!(warned(&app).is_some());
    app.advance(50_000);
    assert_eq!(app.contest().table.ending(), Some(Ending::TimeOut { by: Color::Black }));
    assert!(warned(&app).is_none());
}

#[test]
fn ctrl_c_asks_during_a_warning() {
    let app = bad_move().typed("<Ctrl-C>");
    assert!(matches!(app.state.overlay, Some(Overlay::Confirm(Confirm::Quit))));
}

#[test]
fn warnings_work_for_all_rules() {
    for rules in Rules::ALL {
        let mut app = TestApp::game("human", "engine:1", &format!("rules {rules}"));
        app.state.settings.teach = Tolerance::new(1);
        for _ in 0..3 {
            let squares = app.contest().position().legal_moves();
            app.click_square(squares.into_iter().last().unwrap());
            if app.contest().held.is_some() {
                let (id, position) = search(&app);
                let analysis = quick(&Engine::default(), &position, app.limits[&id]);
                assert_eq!(analysis.lines.len(), squares.len() as usize);
                app.send(Event::Searched(id, analysis));
            }
            if warned(&app).is_some() {
                app.type_in("\n");
            }
            let answer = app.contest().position().legal_moves().first().unwrap();
            app.answer(answer);
        }
        assert_eq!(app.contest().placed(), 6, "{rules}");
    }
}

#[test]
fn warnings_are_set_in_the_form_and_saved() {
    let mut app = TestApp::new().typed("N<Up><Up><Right><Right><Down><Down>\n");
    assert_eq!(app.state.settings.teach, Tolerance::new(4), "off, 2, 4");
    let saves = |effect: &Effect| matches!(effect, Effect::Configure(settings) if settings.teach == Tolerance::new(4));
    assert!(app.effects.iter().any(saves), "{:?}", app.effects);
    app.type_in("f5\n");
    assert!(app.contest().held.is_some());
}
