//! Retrying mistakes.

use outflank_study::report::Judged;

use crate::tui::app::state::Screen;
use crate::tui::screens::retry::state::{Answer, Retry};
use crate::tui::tests::*;

/// Black's fifth move is a blunder, and White's sixth gives it back.
const GAME: &str = "f5d6c3d3c7f4e3";

fn begun() -> Desk {
    let mut desk = Desk::new();
    desk.happen(Event::Paste(GAME.to_owned()));
    desk.search();
    desk.type_in("x");
    desk
}

fn retry(desk: &Desk) -> &Retry {
    desk.review().retry.as_ref().expect("mistakes are tried again")
}

fn mistake(desk: &Desk) -> Judged {
    retry(desk).judged().clone()
}

/// A legal move that is neither that of the game nor the best one, by what the engine says about it.
fn another(desk: &Desk, is_good: bool) -> Option<Square> {
    let judgement = mistake(desk).judgement;
    let position = desk.review().position();
    let analysis = analysis_of(position, position.legal_moves().len() as usize);
    let loss = |&square: &Square| outflank_study::teach::loss(&analysis, square).unwrap();
    let others = position.legal_moves().into_iter();
    let mut others = others.filter(|&square| square != judgement.played && square != judgement.best);
    others.find(|square| (loss(square) < 2.0) == is_good)
}

#[test]
fn nothing_is_tried_again_before_a_mistake_is_known() {
    let mut desk = Desk::new();
    desk.happen(Event::Paste(GAME.to_owned()));
    desk.type_in("x");
    assert_eq!(desk.told(), "The engine has found no mistake yet.");
    assert!(desk.review().retry.is_none());
}

#[test]
fn the_position_before_a_mistake_is_shown_and_the_move_of_the_game_is_refused() {
    let mut desk = begun();
    let judged = mistake(&desk);
    assert!(judged.grade.is_serious());
    assert_eq!(desk.review().at() + 1, judged.number);
    assert_eq!(desk.review().position().turn(), retry(&desk).by);
    desk.type_in(&format!("{}\n", judged.judgement.played));
    let Answer::Wrong(warning) = &retry(&desk).answer else { panic!("{:?}", retry(&desk).answer) };
    assert_eq!((warning.played, warning.loss), (judged.judgement.played, judged.judgement.loss()));
    assert_eq!(retry(&desk).found(), 0);
    assert_eq!(desk.review().line().placements().count(), 7, "nothing was played");
}

#[test]
fn the_best_move_is_right_and_enter_goes_on() {
    let mut desk = begun();
    let count = retry(&desk).len();
    for found in 1..=count {
        let best = mistake(&desk).judgement.best;
        desk.type_in(&format!("{best}\n"));
        assert_eq!(retry(&desk).answer, Answer::Right { square: best, loss: 0.0 });
        assert_eq!(retry(&desk).found(), found);
        let whose = if retry(&desk).by == Color::Black { "Black" } else { "White" };
        desk.key(KeyCode::Enter);
        if found == count {
            assert_eq!(desk.told(), format!("Better moves found for {count} of {whose}'s {count} mistakes."));
        }
    }
    assert!(desk.review().retry.is_none());
    assert!(matches!(desk.state.screen, Screen::Study));
}

#[test]
fn another_move_is_judged_as_soon_as_the_engine_knows_enough() {
    let mut judged = 0;
    for is_good in [true, false] {
        let mut desk = begun();
        let Some(square) = another(&desk, is_good) else { continue };
        desk.click_square(square);
        assert_eq!(retry(&desk).answer, Answer::LookedAt(square), "nothing is known yet");
        desk.search();
        match &retry(&desk).answer {
            Answer::Right { square: right, loss } => assert!(is_good && *right == square && *loss < 2.0),
            Answer::Wrong(warning) => assert!(!is_good && warning.played == square && warning.loss >= 2.0),
            other => panic!("{other:?}"),
        }
        judged += 1;
    }
    assert!(judged > 0, "there are other moves than the two that the report knows");
}

#[test]
fn a_mistake_that_turned_out_to_be_none_is_left_out() {
    let mut desk = begun();
    let mut report = desk.review().report().clone();
    let mut retry = retry(&desk).clone();
    assert!(retry.len() > 1, "there is more than one");
    let second = report.mistakes().filter(|judged| judged.judgement.by == retry.by).nth(1).unwrap().number;
    report.moves.retain(|judged| judged.number != second);
    let expected = retry.len() - 1;
    assert_eq!(retry.go_on(&report), expected > 1);
    assert_eq!(retry.len(), expected);
    desk.key(KeyCode::Esc);
}

#[test]
fn who_wants_to_see_the_answer_has_not_found_it() {
    let mut desk = begun();
    desk.type_in("i");
    assert_eq!(retry(&desk).answer, Answer::Shown);
    assert_eq!(retry(&desk).found(), 0);
    desk.key(KeyCode::Esc);
    assert!(desk.told().starts_with("Better moves found for 0 of "), "{}", desk.told());
    assert!(desk.review().retry.is_none());
}

#[test]
fn an_illegal_square_is_told() {
    let mut desk = begun();
    desk.type_in("a1\n");
    assert!(desk.told().starts_with("a1 cannot be played"), "{}", desk.told());
    assert_eq!(retry(&desk).answer, Answer::Awaited);
}

#[test]
fn the_side_that_lost_more_comes_first_and_tab_changes_it() {
    let mut desk = begun();
    let loss = |color: Color| desk.review().report().accuracy[color].whole.loss;
    let first = retry(&desk).by;
    assert!(loss(first) >= loss(!first));
    let has_other = desk.review().report().mistakes().any(|judged| judged.judgement.by != first);
    desk.key(KeyCode::Tab);
    assert_eq!(retry(&desk).by, if has_other { !first } else { first });
}

#[test]
fn a_person_who_played_the_engine_comes_first() {
    // Black gave away more.
    let mut desk = Desk::game("engine:1", "human", "f5d6c3d3c7f4e3b2a1");
    desk.type_in("x");
    desk.search();
    let has_own = desk.review().report().mistakes().any(|judged| judged.judgement.by == Color::White);
    assert!(has_own);
    desk.type_in("x");
    assert_eq!(retry(&desk).by, Color::White);
}

#[test]
fn the_engine_looks_on_also_when_it_was_switched_off() {
    let mut desk = begun();
    desk.key(KeyCode::Esc);
    desk.type_in("i");
    desk.key(KeyCode::End);
    assert!(desk.review().searching.is_none());
    desk.type_in("x");
    assert!(desk.review().searching.is_some_and(|search| search.position == *desk.review().position()));
    desk.search();
    desk.key(KeyCode::Esc);
    desk.happen(Event::Tick);
    assert!(desk.review().searching.is_none());
}
