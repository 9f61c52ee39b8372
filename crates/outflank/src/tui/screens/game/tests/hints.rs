use crate::tui::screens::game::hint::{Hint, Step};
use crate::tui::tests::*;

fn asked(record: &str) -> (TestApp, Id) {
    let app = TestApp::game("human", "engine:3", record).typed("i");
    let Some(&Effect::Search { id, .. }) = app.effects.first() else { panic!("{:?}", app.effects) };
    (app, id)
}

fn hint(app: &TestApp) -> &Hint {
    app.contest().hint.as_ref().expect("there is a hint")
}

fn text(app: &TestApp) -> Option<String> {
    hint(app).text(app.state.turned)
}

fn names_a_square(text: &str) -> bool {
    text.split(|character: char| !character.is_ascii_alphanumeric()).any(|word| word.parse::<Square>().is_ok())
}

#[test]
fn a_hint_has_three_steps_and_one_search() {
    let (mut app, id) = asked("f5d6");
    assert_eq!((text(&app), hint(&app).square()), (None, None), "nothing is known yet");
    let position = *app.contest().position();
    app.send(Event::Searched(id, analysis_of(&position, 64)));
    let nudge = text(&app).unwrap();
    assert!(!names_a_square(&nudge), "{nudge}");
    assert!(hint(&app).square().is_none() && hint(&app).labels().is_empty());

    app.type_in("i");
    let best = hint(&app).square().expect("the best square is marked");
    assert_eq!(text(&app), Some(format!("Try {best}.")));
    assert!(hint(&app).labels().is_empty() && app.effects.is_empty());

    app.type_in("i");
    assert_eq!(hint(&app).labels().len(), position.legal_moves().len() as usize);
    assert!(text(&app).unwrap().starts_with(&format!("Best: {best} ")));
    assert_eq!(hint(&app).next(), None);
    app.type_in("i");
    assert_eq!(hint(&app).step, Step::Values, "there is nothing after it");
}

#[test]
fn a_hint_disappears_with_the_move_and_starts_again() {
    let (mut app, id) = asked("f5d6");
    app.type_in("iic3\n");
    assert!(app.effects.contains(&Effect::Stop(id)));
    assert!(app.contest().hint.is_none());
    app.answer(Square::D3);
    app.type_in("i");
    assert_eq!(hint(&app).step, Step::Nudge);
}

#[test]
fn there_are_no_hints_about_the_opponents_move() {
    let mut app = TestApp::game("human", "engine:3", "f5").typed("i");
    assert!(app.contest().hint.is_none());
    assert_eq!(app.notice(), "You can ask for a hint when it is your turn.");
    app.answer(Square::D6);
    assert!(app.typed("i").contest().hint.is_some());
    assert!(TestApp::game("engine:1", "engine:1", "").typed("i").contest().hint.is_some(), "for those who watch");
}

#[test]
fn the_only_move_is_called_so() {
    let (mut app, id) = asked(&format!("board XO{} X", "-".repeat(62)));
    let position = *app.contest().position();
    app.send(Event::Searched(id, analysis_of(&position, 64)));
    assert_eq!(text(&app).as_deref(), Some("You have only one legal move."));
    app.type_in("i");
    assert_eq!(text(&app).as_deref(), Some("c1 is your only move."));
}
