use outflank_table::{Ending, Event as Happened};

use crate::tui::screens::game::parting;
use crate::tui::tests::*;

fn resigned() -> TestApp {
    TestApp::game("human", "engine:4", "f5d6").typed("w")
}

fn has_ended(effects: &[Effect]) -> bool {
    let ends = |event: &Happened| matches!(event, Happened::Ended { .. });
    effects.iter().any(|effect| matches!(effect, Effect::Keep(events) if events.iter().any(ends)))
}

#[test]
fn a_resignation_is_recorded_after_five_seconds() {
    let mut app = resigned();
    assert_eq!(parting::text(&app.state).as_deref(), Some("You resigned. Press u to take it back."));
    assert_eq!((app.contest().table.ending(), app.state.overlay.is_none()), (None, true));
    app.advance(4_999);
    assert!(!has_ended(&app.effects) && app.contest().table.ending().is_none());
    assert!(app.wake() && has_ended(&app.effects));
    assert_eq!(app.contest().table.ending(), Some(Ending::Resigned { by: Color::Black }), "the person gives up");
    assert_eq!(app.state.wake(), None);
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut app = resigned().typed("c3\n");
    assert_eq!(app.moves(), "f5d6", "no moves are made meanwhile");
    app.type_in("u");
    assert_eq!((app.moves().as_str(), parting::text(&app.state)), ("f5d6", None), "no move is taken back");
    app.advance(10_000);
    app.type_in("c3\n");
    assert_eq!((app.moves().as_str(), app.contest().table.ending()), ("f5d6c3", None));
}

#[test]
fn the_machine_and_the_clocks_stand_still_after_a_resignation() {
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    let mut app = TestApp::timed_game("human", "engine:4", "f5", time);
    let id = app.asked().unwrap();
    app.type_in("w");
    assert!(app.effects.contains(&Effect::Stop(id)));
    app.advance(4_000);
    app.type_in("u");
    assert_eq!(app.contest().table.clocks(app.now).unwrap().white, Duration::from_secs(60));
    assert!(app.asked().is_some());
}

#[test]
fn going_on_makes_a_resignation_final() {
    for keys in ["n", "x", "<Esc>", "N", "q"] {
        let app = resigned().typed(keys);
        assert!(has_ended(&app.effects), "{keys}");
        assert!(app.effects.iter().any(|effect| matches!(effect, Effect::Finish(_))), "{keys}");
        assert!(app.state.overlay.is_none(), "{keys} asks nothing");
    }
}

#[test]
fn of_two_people_the_one_to_move_resigns() {
    let mut app = TestApp::game("human", "human", "f5").typed("w");
    assert_eq!(parting::text(&app.state).as_deref(), Some("White resigned. Press u to take it back."));
    app.advance(5_000);
    assert_eq!(app.contest().table.ending(), Some(Ending::Resigned { by: Color::White }));
}

fn left() -> TestApp {
    TestApp::game("human", "human", "f5d6").typed("N\n")
}

fn begins(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Begin { .. }))
}

#[test]
fn leaving_a_game_asks_nothing_and_can_be_taken_back() {
    let mut app = left();
    assert_eq!((app.moves().as_str(), begins(&app.effects)), ("", false));
    assert_eq!(parting::text(&app.state).as_deref(), Some("You left a game. Press u to go back to it."));
    app.type_in("u");
    assert_eq!((app.moves().as_str(), begins(&app.effects)), ("f5d6", false));
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::Seat { .. })), "with its players");
    app.type_in("c3\n");
    assert_eq!(app.moves(), "f5d6c3");
    assert!(app.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))), "its journal goes on");
}

#[test]
fn a_new_game_is_recorded_after_five_seconds_or_with_the_first_move() {
    let mut app = left();
    assert!(app.wake() && begins(&app.effects) && app.state.left.is_none());
    app.type_in("u");
    assert_eq!((app.moves().as_str(), app.notice()), ("", "There is nothing to undo."));

    let mut app = left();
    if app.asked().is_some() {
        app.answer(Square::F5);
        assert!(!begins(&app.effects), "a machine's move can wait");
        app.type_in("f6\n");
    } else {
        app.type_in("f5\n");
    }
    let Some(Effect::Begin { events, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    let played = events.iter().filter(|event| matches!(event, Happened::Played { .. })).count();
    assert_eq!(played, app.contest().placed(), "with all of its moves");
}
