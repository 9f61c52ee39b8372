//! Warnings.

use outflank_engine::{Bound, Score, Variation};
use outflank_rules::Move;
use outflank_study::teach::Tolerance;
use outflank_table::Ending;

use crate::tui::app::state::Screen;
use crate::tui::screens::game::warning::WarningPrompt;
use crate::tui::screens::overlay::{Confirm, Overlay};
use crate::tui::tests::*;

pub(crate) fn taught(moves: &str) -> TestApp {
    let mut app = TestApp::game("human", "engine:3", moves);
    app.state.settings.teach = Some(Tolerance::default());
    app
}

fn search(app: &TestApp) -> (Id, Position) {
    let held = app.contest().held.as_ref().expect("a move is held back");
    (held.id, held.position)
}

/// An analysis in which this move loses `loss` discs, and the others none.
pub(crate) fn analysis(position: &Position, square: Square, loss: i8) -> Analysis {
    let line = |square, discs| Variation {
        pv: vec![Move::Place(square)],
        score: Score::from_discs(discs),
        bound: Bound::Exact,
    };
    let others = position.legal_moves().without(square).into_iter().map(|square| line(square, 0));
    let lines = others.chain([line(square, -loss)]).collect();
    Analysis { lines, ..analysis_of(position, 1) }
}

pub(crate) fn play(app: &mut TestApp, square: Square, loss: i8) {
    app.type_in(&format!("{square}\n"));
    let (id, position) = search(app);
    app.send(Event::Searched { id, analysis: analysis(&position, square, loss) });
}

fn warned(app: &TestApp) -> Option<&WarningPrompt> {
    match &app.state.overlay {
        Some(Overlay::Warning(warned)) => Some(warned),
        _ => None,
    }
}

#[test]
fn nobody_is_taught_who_does_not_want_it() {
    let mut app = TestApp::game("human", "engine:3", "");
    assert_eq!(app.state.settings.teach, None);
    app.type_in("f5\n");
    assert_eq!(app.moves(), "f5");
    assert!(app.limits.is_empty());
}

#[test]
fn people_are_not_taught_against_each_other() {
    let mut app = TestApp::game("human", "human", "");
    app.state.settings.teach = Some(Tolerance::default());
    app.type_in("f5\n");
    assert_eq!(app.moves(), "f5");
}

#[test]
fn a_bad_move_is_held_back_and_enter_plays_it() {
    let mut app = taught("f5d6");
    play(&mut app, Square::C3, 6);
    assert_eq!(app.moves(), "f5d6", "it is not final");
    assert!(app.asked().is_none(), "the machine is not asked yet");
    assert_eq!(warned(&app).unwrap().warning.played, Square::C3);
    assert!(!app.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))));
    app.key(KeyCode::Enter);
    assert_eq!(app.moves(), "f5d6c3");
    assert!(warned(&app).is_none() && app.asked().is_some());
}

#[test]
fn who_thinks_again_may_play_something_else_or_the_same() {
    let mut app = taught("f5d6");
    play(&mut app, Square::C3, 6);
    app.key(KeyCode::Esc);
    assert!(warned(&app).is_none() && matches!(app.state.screen, Screen::Game));
    play(&mut app, Square::C4, 0);
    assert_eq!(app.moves(), "f5d6c4");

    let mut app = taught("f5d6");
    play(&mut app, Square::C3, 6);
    // Typing a square dismisses the warning, and is not lost.
    app.type_in("c5");
    assert!(warned(&app).is_none());
    assert_eq!(app.contest().pointer.square(), Some(Square::C5));
}

#[test]
fn what_is_better_is_told_only_to_who_asks() {
    let mut app = taught("f5d6");
    play(&mut app, Square::C3, 6);
    assert!(!warned(&app).unwrap().is_best_shown);
    app.type_in("?");
    assert!(warned(&app).unwrap().is_best_shown);
    app.type_in("?zq");
    assert!(warned(&app).is_some(), "other keys do nothing");
    app.type_in("y");
    assert_eq!(app.moves(), "f5d6c3");
}

#[test]
fn a_move_that_is_good_enough_is_played_as_soon_as_it_was_looked_at() {
    for loss in [0, 4] {
        let mut app = taught("f5d6");
        play(&mut app, Square::C3, loss);
        assert_eq!(app.moves(), "f5d6c3");
        assert!(app.asked().is_some());
    }
}

#[test]
fn the_same_square_is_looked_at_once_and_another_takes_its_place() {
    let mut app = taught("f5d6");
    app.type_in("c3\n");
    let (first, _) = search(&app);
    app.type_in("\n");
    assert_eq!(search(&app).0, first);
    assert!(app.effects.is_empty());
    app.type_in("c4\n");
    assert!(app.effects.contains(&Effect::Stop(first)));
    let (_, position) = search(&app);
    app.send(Event::Searched { id: first, analysis: analysis(&position, Square::C3, 0) });
    assert_eq!(app.moves(), "f5d6", "nobody waits for the first any more");
}

#[test]
fn what_cannot_be_played_and_what_must_be_played_is_not_looked_at() {
    let mut app = taught("f5d6");
    app.type_in("a1\n");
    assert!(app.notice().starts_with("On a1 Black would outflank"), "{}", app.notice());
    assert!(app.contest().held.is_none());
    let only = plain::parse("board XO-------------------------------------------------------------- X").unwrap();
    let game = only.check().unwrap().game().clone();
    let mut app = TestApp::game_from("human", "engine:3", &game, TimeControl::Unlimited);
    app.state.settings.teach = Some(Tolerance::default());
    app.type_in("c1\n");
    assert_eq!(app.moves(), "c1");
}

#[test]
fn a_move_that_is_looked_at_goes_with_the_screen_and_with_the_position() {
    for keys in ["u", "x"] {
        let mut app = taught("f5d6");
        app.type_in("c3\n");
        let (id, position) = search(&app);
        app.type_in(keys);
        assert!(app.effects.contains(&Effect::Stop(id)), "{keys}: {:?}", app.effects);
        let moves = app.moves();
        app.send(Event::Searched { id, analysis: analysis(&position, Square::C3, 6) });
        assert_eq!((app.moves(), warned(&app).is_none()), (moves, true), "{keys}");
    }
}

#[test]
fn a_line_that_is_typed_is_not_disturbed() {
    let mut app = taught("f5d6");
    app.type_in("c3\n");
    let (id, position) = search(&app);
    app.type_in("s");
    app.send(Event::Searched { id, analysis: analysis(&position, Square::C3, 6) });
    assert!(matches!(app.state.overlay, Some(Overlay::Prompt(_))));
    app.key(KeyCode::Esc);
    assert!(warned(&app).is_some(), "the word comes after it");
}

#[test]
fn the_clock_goes_on_and_may_run_out_over_a_word() {
    let game = plain::parse("f5d6").unwrap().check().unwrap().game().clone();
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    let mut app = TestApp::game_from("human", "engine:3", &game, time);
    app.state.settings.teach = Some(Tolerance::default());
    play(&mut app, Square::C3, 6);
    app.advance(10_000);
    assert_eq!(app.contest().table.clocks(app.now).unwrap().black, Duration::from_secs(50));
    assert!(warned(&app).is_some());
    app.advance(50_000);
    assert_eq!(app.contest().table.ending(), Some(Ending::TimeOut { by: Color::Black }));
    assert!(warned(&app).is_none());
}

#[test]
fn ctrl_c_asks_also_over_a_word() {
    let mut app = taught("f5d6");
    play(&mut app, Square::C3, 6);
    app.press(Press::ctrl('c'));
    assert!(matches!(app.state.overlay, Some(Overlay::Confirm(Confirm::Quit))));
}

#[test]
fn a_game_of_any_rules_is_taught() {
    for rules in Rules::ALL {
        let game = Game::new(Position::initial(rules));
        let mut app = TestApp::game_from("human", "engine:1", &game, TimeControl::Unlimited);
        app.state.settings.teach = Tolerance::new(1);
        for _ in 0..3 {
            let squares = app.contest().position().legal_moves();
            app.click_square(squares.into_iter().last().unwrap());
            if app.contest().held.is_some() {
                let (id, position) = search(&app);
                let analysis = quick(&Engine::default(), &position, app.limits[&id]);
                assert_eq!(analysis.lines.len(), squares.len() as usize);
                app.send(Event::Searched { id, analysis });
            }
            if warned(&app).is_some() {
                app.key(KeyCode::Enter);
            }
            let answer = app.contest().position().legal_moves().first().unwrap();
            app.answer(answer);
        }
        assert_eq!(app.contest().placed(), 6, "{rules}");
    }
}

#[test]
fn warnings_are_chosen_with_a_game_and_kept() {
    let mut app = TestApp::new();
    app.type_in("nww\n");
    assert_eq!(app.state.settings.teach, Tolerance::new(4), "off, 2, 4");
    let kept = app.effects.iter().find_map(|effect| match effect {
        Effect::Configure(settings) => Some(settings.teach),
        _ => None,
    });
    assert_eq!(kept, Some(Tolerance::new(4)));
    app.type_in("f5\n");
    assert!(app.contest().held.is_some());
}
