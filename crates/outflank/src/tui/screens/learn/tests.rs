use outflank_study::tutorial::{self, MoveVerdict};

use crate::tui::screens::learn::state::{Learn, Stage};
use crate::tui::tests::*;

pub(crate) fn lesson() -> TestApp {
    TestApp::new().doing(Action::Learn)
}

pub(crate) fn step(number: usize) -> TestApp {
    lesson().typed(&"n".repeat(number - 1))
}

pub(crate) fn learn(app: &TestApp) -> &Learn {
    match &app.state.screen {
        Screen::Learn(learn) => learn,
        _ => panic!("this is not the lesson"),
    }
}

fn right(app: &TestApp) -> Square {
    learn(app).attempt().right_moves().first().expect("there is a right move")
}

fn wrong(app: &TestApp) -> Square {
    let attempt = learn(app).attempt();
    let others = attempt.position().legal_moves() & !attempt.right_moves();
    others.first().expect("there is a wrong move")
}

#[test]
fn the_whole_lesson_leads_to_a_first_game() {
    let mut app = lesson();
    for number in 1..=tutorial::steps().len() {
        assert_eq!(learn(&app).progress(), format!("{number} of 8"));
        while learn(&app).is_open() {
            let square = right(&app);
            app.type_in(&format!("{square}\n"));
            assert_eq!(learn(&app).answer.as_ref().unwrap().verdict, MoveVerdict::Right);
        }
        assert_eq!(learn(&app).stage, Stage::Done);
        app.type_in("\n");
    }
    assert_eq!(learn(&app).stage, Stage::Over);
    app.type_in("\n");
    assert!(matches!(app.state.screen, Screen::Game));
    assert_eq!(app.contest().players, ByColor { black: PlayerName::Human, white: engine(1) });
}

#[test]
fn a_wrong_move_stays_on_the_board_until_it_is_taken_back() {
    for take_back in ["\n", " ", "a", "i"] {
        let mut app = step(2);
        let start = learn(&app).position();
        let square = wrong(&app);
        app.type_in(&format!("{square}\n"));
        assert_eq!(learn(&app).stage, Stage::Wrong);
        assert!(learn(&app).position().disc_on(square).is_some(), "it is shown");
        let sentence = learn(&app).answer.clone().unwrap().sentence;
        assert!(sentence.starts_with(&square.to_string()), "{sentence}");
        app.type_in(take_back);
        assert_eq!((learn(&app).stage, learn(&app).position()), (Stage::Open, start), "{take_back:?}");
        assert_eq!(learn(&app).answer.clone().unwrap().sentence, sentence, "there is time to read it");
    }
}

#[test]
fn after_a_wrong_move_a_click_only_takes_back() {
    let mut app = step(2);
    let start = learn(&app).position();
    let (wrong, right) = (wrong(&app), right(&app));
    app.click_square(wrong);
    assert_eq!(learn(&app).stage, Stage::Wrong);
    app.click_square(right);
    assert_eq!((learn(&app).stage, learn(&app).position()), (Stage::Open, start));
    app.advance(1_000);
    app.click_square(right);
    assert_eq!(learn(&app).stage, Stage::Done);
}

#[test]
fn an_illegal_square_is_explained() {
    let mut app = lesson();
    let start = learn(&app).position();
    app.type_in("a1\n");
    let answer = learn(&app).answer.clone().unwrap();
    assert_eq!(answer.verdict, MoveVerdict::Illegal);
    assert!(answer.sentence.starts_with("On a1 Black would outflank"), "{}", answer.sentence);
    assert_eq!((learn(&app).stage, learn(&app).position()), (Stage::Open, start));
    app.type_in(&format!("{}\n", right(&app)));
    assert_eq!(learn(&app).stage, Stage::Done, "one square after the other can be tried");
}

#[test]
fn a_hint_marks_only_right_squares() {
    let mut app = step(2);
    let all = learn(&app).marks();
    app.type_in("i");
    let marked = learn(&app).marks();
    assert_eq!(marked, learn(&app).attempt().right_moves());
    assert!(marked.len() < all.len());
    app.type_in("nn");
    assert_ne!(learn(&app).marks(), learn(&app).attempt().right_moves(), "the next step has none");
}

#[test]
fn steps_can_be_skipped_repeated_and_revisited() {
    let mut app = step(3);
    app.type_in(&format!("{}\nR", right(&app)));
    assert_eq!((learn(&app).progress().as_str(), learn(&app).answer.as_ref()), ("3 of 8", None));
    assert_eq!(learn(&app).position(), tutorial::steps()[2].start());
    let mut app = lesson();
    for (keys, progress, stage) in [
        ("p", "1 of 8", Stage::Open),
        ("nn", "3 of 8", Stage::Open),
        ("p", "2 of 8", Stage::Open),
        ("nnnnnnnnnnnnnnnnnnnn", "8 of 8", Stage::Over),
        ("p", "8 of 8", Stage::Open),
        ("nR", "1 of 8", Stage::Open),
    ] {
        app.type_in(keys);
        assert_eq!((learn(&app).progress().as_str(), learn(&app).stage), (progress, stage), "{keys}");
    }
    app.type_in("<Esc>");
    assert!(matches!(app.state.screen, Screen::Menu(_)));
}

#[test]
fn moves_and_replies_are_animated_in_turn() {
    let mut app = step(4);
    app.state.settings.animation = true;
    let start = learn(&app).position();
    let square = right(&app);
    app.type_in(&format!("{square}\n"));
    let answer = learn(&app).answer.clone().unwrap();
    let discs = |position: &Position| position.counts().map(usize::from);
    let shown = |app: &TestApp| learn(app).discs(app.state.now).map(|discs| discs.len() as usize);
    let mut seen = vec![shown(&app)];
    while app.wake() {
        seen.push(shown(&app));
    }
    let first = start.play(square.into()).unwrap();
    assert!(seen.contains(&discs(&first)), "the move is seen before the reply: {seen:?}");
    assert_eq!(seen.last(), Some(&discs(&answer.position)));
    assert!(learn(&app).replay.is_none());
    app.type_in(&format!("R{square}\n\n"));
    assert_eq!(learn(&app).progress(), "5 of 8");
}

#[test]
fn text_that_does_not_fit_opens_as_a_page() {
    let is_read = |app: &TestApp| matches!(app.state.overlay, Some(Overlay::Page(_)));
    for (keys, is_shown) in [("", false), ("V", true), ("V<Esc>", false)] {
        assert_eq!(is_read(&lesson().typed(keys)), is_shown, "{keys}");
    }

    let mut app = TestApp::new();
    app.resize(34, 12);
    app.act(Action::Learn);
    assert!(is_read(&app), "the task");
    app.type_in(&format!("<Esc>{}\n", right(&app)));
    assert!(is_read(&app), "the answer");
    app.type_in("<Esc>");
    assert_eq!(learn(&app).stage, Stage::Done);
    app.type_in("\n");
    assert!(is_read(&app), "the next task");
    assert_eq!(learn(&app).progress(), "2 of 8");
}

#[test]
fn the_lesson_keeps_an_unfinished_game() {
    let mut app = TestApp::game("human", "engine:4", "f5");
    app.answer(Square::D6);
    app.type_in("<Esc>");
    app.act(Action::Learn);
    app.type_in("nnnnnnnn\n");
    assert!(matches!(app.state.screen, Screen::Form(_)) && app.state.overlay.is_none());
    app.type_in("<Esc><Esc>\n");
    assert_eq!(app.moves(), "f5d6");
}
