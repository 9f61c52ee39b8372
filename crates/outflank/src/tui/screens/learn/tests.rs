//! The lesson.

use outflank_study::tutorial::{self, MoveVerdict};

use crate::tui::app::state::Screen;
use crate::tui::screens::learn::state::{Learn, Stage};
use crate::tui::screens::overlay::{Overlay, Question};
use crate::tui::tests::*;

/// Somebody at the first step of the lesson.
pub(crate) fn lesson() -> Desk {
    let mut desk = Desk::new();
    desk.type_in("l");
    desk
}

/// Somebody at this step, from 1.
pub(crate) fn step(number: usize) -> Desk {
    let mut desk = lesson();
    desk.type_in(&"n".repeat(number - 1));
    desk
}

fn learn(desk: &Desk) -> &Learn {
    match &desk.state.screen {
        Screen::Learn(learn) => learn,
        _ => panic!("this is not the lesson"),
    }
}

/// A square that does the current task.
fn right(desk: &Desk) -> Square {
    learn(desk).attempt().right_moves().first().expect("there is a right move")
}

/// A legal square that does not.
fn wrong(desk: &Desk) -> Square {
    let attempt = learn(desk).attempt();
    let others = attempt.position().legal_moves() & !attempt.right_moves();
    others.first().expect("there is a wrong move")
}

#[test]
fn the_whole_lesson_leads_to_a_first_game() {
    let mut desk = lesson();
    for number in 1..=tutorial::steps().len() {
        assert_eq!(learn(&desk).progress(), format!("{number} of 8"));
        while learn(&desk).is_open() {
            let square = right(&desk);
            desk.type_in(&format!("{square}\n"));
            assert_eq!(learn(&desk).answer.as_ref().unwrap().verdict, MoveVerdict::Right);
        }
        assert_eq!(learn(&desk).stage, Stage::Done);
        desk.key(KeyCode::Enter);
    }
    assert_eq!(learn(&desk).stage, Stage::Over);
    desk.key(KeyCode::Enter);
    assert!(matches!(desk.state.screen, Screen::Game));
    assert_eq!(desk.contest().players, ByColor { black: PlayerName::Human, white: engine(1) });
}

#[test]
fn a_wrong_move_stays_on_the_board_until_it_is_taken_back() {
    for take_back in ["\n", " ", "a", "i"] {
        let mut desk = step(2);
        let start = learn(&desk).position();
        let square = wrong(&desk);
        desk.type_in(&format!("{square}\n"));
        assert_eq!(learn(&desk).stage, Stage::Wrong);
        assert!(learn(&desk).position().disc_on(square).is_some(), "it is shown");
        let sentence = learn(&desk).answer.clone().unwrap().sentence;
        assert!(sentence.starts_with(&square.to_string()), "{sentence}");
        desk.type_in(take_back);
        assert_eq!((learn(&desk).stage, learn(&desk).position()), (Stage::Open, start), "{take_back:?}");
        assert_eq!(learn(&desk).answer.clone().unwrap().sentence, sentence, "there is time to read it");
    }
}

#[test]
fn a_click_plays_and_after_a_wrong_move_only_takes_back() {
    let mut desk = step(2);
    let start = learn(&desk).position();
    let (wrong, right) = (wrong(&desk), right(&desk));
    desk.click_square(wrong);
    assert_eq!(learn(&desk).stage, Stage::Wrong);
    desk.click_square(right);
    assert_eq!((learn(&desk).stage, learn(&desk).position()), (Stage::Open, start));
    desk.click_square(right);
    assert_eq!(learn(&desk).stage, Stage::Done);
}

#[test]
fn an_illegal_square_says_why_and_changes_nothing() {
    let mut desk = lesson();
    let start = learn(&desk).position();
    desk.type_in("a1\n");
    let answer = learn(&desk).answer.clone().unwrap();
    assert_eq!(answer.verdict, MoveVerdict::Illegal);
    assert!(answer.sentence.starts_with("On a1 Black would outflank"), "{}", answer.sentence);
    assert_eq!((learn(&desk).stage, learn(&desk).position()), (Stage::Open, start));
    desk.type_in(&format!("{}\n", right(&desk)));
    assert_eq!(learn(&desk).stage, Stage::Done, "one square after the other can be tried");
}

#[test]
fn a_hint_marks_only_what_is_right() {
    let mut desk = step(2);
    let all = learn(&desk).marks();
    desk.type_in("i");
    let marked = learn(&desk).marks();
    assert_eq!(marked, learn(&desk).attempt().right_moves());
    assert!(marked.len() < all.len());
    desk.type_in("nn");
    assert_ne!(learn(&desk).marks(), learn(&desk).attempt().right_moves(), "the next step has none");
}

#[test]
fn steps_are_skipped_repeated_and_gone_back_to() {
    let mut desk = lesson();
    desk.type_in("p");
    assert_eq!(learn(&desk).progress(), "1 of 8");
    desk.type_in("nn");
    assert_eq!(learn(&desk).progress(), "3 of 8");
    desk.type_in(&format!("{}\n", right(&desk)));
    desk.type_in("r");
    assert_eq!((learn(&desk).progress().as_str(), learn(&desk).answer.as_ref()), ("3 of 8", None));
    assert_eq!(learn(&desk).position(), tutorial::steps()[2].start());
    desk.type_in("p");
    assert_eq!(learn(&desk).progress(), "2 of 8");
    desk.type_in(&"n".repeat(20));
    assert_eq!(learn(&desk).stage, Stage::Over, "n does not begin a game");
    desk.type_in("p");
    assert_eq!((learn(&desk).progress().as_str(), learn(&desk).stage), ("8 of 8", Stage::Open));
    desk.type_in("nr");
    assert_eq!(learn(&desk).progress(), "1 of 8");
    desk.key(KeyCode::Esc);
    assert!(matches!(desk.state.screen, Screen::Menu(_)));
}

#[test]
fn moves_and_replies_are_shown_one_after_the_other() {
    let mut desk = step(4);
    desk.state.settings.animation = true;
    let start = learn(&desk).position();
    let square = right(&desk);
    desk.type_in(&format!("{square}\n"));
    let answer = learn(&desk).answer.clone().unwrap();
    let discs = |position: &Position| position.counts().map(usize::from);
    let shown = |desk: &Desk| learn(desk).discs(desk.state.now).map(|discs| discs.len() as usize);
    let mut seen = vec![shown(&desk)];
    while let Some(wake) = desk.state.wake() {
        desk.now = wake;
        desk.happen(Event::Tick);
        seen.push(shown(&desk));
    }
    let first = start.play(square.into()).unwrap();
    assert!(seen.contains(&discs(&first)), "the move is seen before the reply: {seen:?}");
    assert_eq!(seen.last(), Some(&discs(&answer.position)));
    assert!(learn(&desk).replay.is_none());
    // A key ends it and is not lost.
    desk.type_in(&format!("r{square}\n\n"));
    assert_eq!(learn(&desk).progress(), "5 of 8");
}

#[test]
fn where_the_text_has_no_room_it_opens_over_the_board() {
    let is_read = |desk: &Desk| matches!(desk.state.overlay, Some(Overlay::Page(_)));
    let mut desk = lesson();
    assert!(!is_read(&desk));
    desk.type_in("x");
    assert!(is_read(&desk));
    desk.key(KeyCode::Esc);
    assert!(!is_read(&desk));

    let mut desk = Desk::new();
    desk.happen(Event::Resize(Size { columns: 34, rows: 12 }));
    desk.type_in("l");
    assert!(is_read(&desk), "the task");
    desk.key(KeyCode::Enter);
    desk.type_in(&format!("{}\n", right(&desk)));
    assert!(is_read(&desk), "the answer");
    desk.key(KeyCode::Enter);
    assert_eq!(learn(&desk).stage, Stage::Done);
    desk.key(KeyCode::Enter);
    assert!(is_read(&desk), "the next task");
    assert_eq!(learn(&desk).progress(), "2 of 8");
}

#[test]
fn a_game_under_way_is_not_lost_by_the_lesson() {
    let mut desk = Desk::game("human", "engine:4", "f5");
    desk.answer(Square::D6);
    desk.key(KeyCode::Esc);
    desk.type_in("l");
    desk.type_in(&"n".repeat(8));
    desk.key(KeyCode::Enter);
    assert!(matches!(desk.state.overlay, Some(Overlay::Question(Question::Leave(_)))));
    desk.type_in("n");
    desk.key(KeyCode::Esc);
    desk.type_in("c");
    assert_eq!(desk.moves(), "f5d6");
}
