use outflank_study::report::Judged;

use crate::tui::screens::retry::state::{Retry, RetryStage};
use crate::tui::tests::*;

const GAME: &str = "f5d6c3d3c7f4e3";

fn begun() -> TestApp {
    TestApp::studying(GAME).searched().typed("R")
}

fn retry(app: &TestApp) -> &Retry {
    app.review().retry.as_ref().expect("mistakes are tried again")
}

fn mistake(app: &TestApp) -> Judged {
    retry(app).judged().clone()
}

fn another(app: &TestApp, is_good: bool) -> Option<Square> {
    let judgement = mistake(app).judgement;
    let position = app.review().position();
    let analysis = analysis_of(position, position.legal_moves().len() as usize);
    let loss = |&square: &Square| outflank_study::teach::loss(&analysis, square).unwrap();
    let others = position.legal_moves().into_iter();
    let mut others = others.filter(|&square| square != judgement.played && square != judgement.best);
    others.find(|square| (loss(square) < 2.0) == is_good)
}

#[test]
fn a_retry_needs_a_known_mistake() {
    let app = TestApp::studying(GAME).typed("R");
    assert_eq!(app.notice(), "The engine has found no mistakes yet.");
    assert!(app.review().retry.is_none());
}

#[test]
fn repeating_the_mistake_is_wrong() {
    let mut app = begun();
    let judged = mistake(&app);
    assert!(judged.grade.is_serious());
    assert_eq!(app.review().at() + 1, judged.number);
    assert_eq!(app.review().position().turn(), judged.judgement.by);
    app.type_in(&format!("{}\n", judged.judgement.played));
    let RetryStage::Wrong(warning) = &retry(&app).stage else { panic!("{:?}", retry(&app).stage) };
    assert_eq!((warning.played, warning.loss), (judged.judgement.played, judged.judgement.loss()));
    assert_eq!(retry(&app).found(), 0);
    assert_eq!(app.review().line().placements().count(), 7, "nothing was played");
}

#[test]
fn the_best_move_is_right_and_enter_continues() {
    let mut app = begun();
    let count = retry(&app).len();
    for found in 1..=count {
        let best = mistake(&app).judgement.best;
        app.type_in(&format!("{best}\n"));
        assert_eq!(retry(&app).stage, RetryStage::Right { square: best, loss: 0.0 });
        assert_eq!(retry(&app).found(), found);
        app.type_in("\n");
        if found == count {
            assert_eq!(app.notice(), format!("You found better moves for {count} of {count} mistakes."));
        }
    }
    assert!(app.review().retry.is_none());
    assert!(matches!(app.state.screen, Screen::Study));
}

#[test]
fn another_move_is_judged_once_the_analysis_is_deep_enough() {
    let mut judged = 0;
    for is_good in [true, false] {
        let mut app = begun();
        let Some(square) = another(&app, is_good) else { continue };
        app.click_square(square);
        assert_eq!(retry(&app).stage, RetryStage::Checking(square), "nothing is known yet");
        app.search();
        match &retry(&app).stage {
            RetryStage::Right { square: right, loss } => assert!(is_good && *right == square && *loss < 2.0),
            RetryStage::Wrong(warning) => assert!(!is_good && warning.played == square && warning.loss >= 2.0),
            other => panic!("{other:?}"),
        }
        judged += 1;
    }
    assert!(judged > 0, "there are other moves than the two that the report knows");
}

#[test]
fn a_mistake_that_the_report_withdraws_is_skipped() {
    let app = begun();
    let mut report = app.review().report().clone();
    let mut retry = retry(&app).clone();
    assert!(retry.len() > 1, "there is more than one");
    let second = report.mistakes().nth(1).unwrap().number;
    report.moves.retain(|judged| judged.number != second);
    let expected = retry.len() - 1;
    assert_eq!(retry.go_on(&report), expected > 1);
    assert_eq!(retry.len(), expected);
}

#[test]
fn showing_the_answer_does_not_count_as_found() {
    let mut app = begun().typed("i");
    assert_eq!(retry(&app).stage, RetryStage::Shown);
    assert_eq!(retry(&app).found(), 0);
    app.type_in("<Esc>");
    assert!(app.notice().starts_with("You found better moves for 0 of "), "{}", app.notice());
    assert!(app.review().retry.is_none());
}

#[test]
fn an_illegal_square_is_rejected_with_a_reason() {
    let app = begun().typed("a1\n");
    assert!(app.notice().starts_with("a1 cannot be played"), "{}", app.notice());
    assert_eq!(retry(&app).stage, RetryStage::Open);
}

fn movers(app: &TestApp) -> Vec<Color> {
    let report = app.review().report();
    let tasks = |number: usize| report.moves.iter().find(|judged| judged.number == number).unwrap().judgement.by;
    let mut retry = retry(app).clone();
    let mut movers = vec![tasks(retry.judged().number)];
    while retry.go_on(report) {
        movers.push(tasks(retry.judged().number));
    }
    movers
}

#[test]
fn without_a_known_reader_both_sides_are_retried_and_tab_chooses_one() {
    let mut app = TestApp::studying("f5d6c3d3c7f4e3b2a1").searched().typed("R");
    assert_eq!(retry(&app).side, None);
    let both = movers(&app);
    assert!(both.contains(&Color::Black) && both.contains(&Color::White), "{both:?}");
    for side in [Some(Color::Black), Some(Color::White), None] {
        app.type_in("<Tab>");
        assert_eq!(retry(&app).side, side);
        assert!(movers(&app).iter().all(|&mover| side.is_none_or(|side| mover == side)));
    }
}

#[test]
fn a_person_who_played_the_engine_retries_only_their_own_mistakes() {
    let mut app = TestApp::game("engine:1", "human", "f5d6c3d3c7f4e3b2a1").typed("x").searched().typed("R");
    assert!(movers(&app).iter().all(|&mover| mover == Color::White));
    app.type_in("<Tab>");
    assert!(movers(&app).contains(&Color::Black), "Tab adds the opponent's");
    app.type_in("<Tab><Esc>");
    assert_eq!(app.notice(), "You found better moves for 0 of your 1 mistake.");
}

#[test]
fn a_person_without_mistakes_gets_those_of_the_opponent() {
    let app = TestApp::game("engine:1", "human", GAME).typed("x").searched().typed("R");
    assert!(movers(&app).iter().all(|&mover| mover == Color::Black));
    assert_eq!(app.notice(), "You made no mistakes: these are your opponent's.");
}

#[test]
fn a_retry_uses_the_engine_even_if_it_was_off() {
    let mut app = begun().typed("<Esc>I<End>");
    assert!(app.review().searching.is_none());
    app.type_in("R");
    assert!(app.review().searching.is_some_and(|search| search.position == *app.review().position()));
    app.search();
    app.type_in("<Esc>");
    app.send(Event::Tick);
    assert!(app.review().searching.is_none());
}
