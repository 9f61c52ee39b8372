use outflank_study::report::{Grade, Report};
use outflank_study::review::{Effort, Review as Findings};
use proptest::prelude::*;

use crate::commands::drill::Course;
use crate::tui::screens::report;
use crate::tui::tests::*;
use crate::tui::widgets::Brush;

const BLUNDER: &str = "f5d6c3d3c7f4";

#[test]
fn keys_and_the_wheel_step_through_the_game() {
    let mut app = TestApp::studying(BLUNDER);
    assert_eq!((app.review().at(), app.review().len()), (0, 6));
    let keys = ["<Right>", "<Right>", "<Left>", "<End>", "<Right>", "<Home>", "<Left>"];
    for (key, at) in keys.into_iter().zip([1, 2, 1, 6, 6, 0, 0]) {
        app.type_in(key);
        assert_eq!(app.review().at(), at, "{key}");
    }
    app.mouse(MouseAction::ScrollDown, 0, 0);
    assert_eq!(app.review().at(), 1);
}

#[test]
fn the_engine_follows_the_position_and_analyzes_the_game_once() {
    let mut app = TestApp::studying(BLUNDER);
    let searches = |app: &TestApp| -> Vec<Position> {
        let position = |effect: &Effect| match effect {
            Effect::Search { position, .. } => Some(*position),
            Effect::Review { search, .. } => Some(*search.position()),
            _ => None,
        };
        app.effects.iter().filter_map(position).collect()
    };
    let [shown, first] = searches(&app)[..] else { panic!("{:?}", app.effects) };
    assert_eq!((shown, first.empty().len()), (*app.review().position(), 54), "what is shown, and the end of the game");
    let shown = app.review().searching.unwrap().id;
    app.type_in("<Right>");
    assert!(app.effects.contains(&Effect::Stop(shown)));
    assert_eq!(searches(&app), [*app.review().position()]);
    app.search();
    assert!(app.review().sweep.is_over());
    assert_eq!(app.review().losses().iter().flatten().count(), 6);
    assert_eq!(app.review().graph().iter().flatten().count(), 7);
    app.advance(1_000);
    assert!(searches(&app).is_empty(), "everything is known");
}

#[test]
fn the_worst_move_is_found() {
    let mut app = TestApp::studying(BLUNDER).typed("w");
    assert_eq!(app.notice(), "The engine has found no mistakes yet.");
    app.search();
    let losses = app.review().losses();
    let worst = (0..6).max_by(|&a, &b| losses[a].unwrap().discs.total_cmp(&losses[b].unwrap().discs)).unwrap();
    app.type_in("w");
    assert_eq!(app.review().at(), worst);
    assert_eq!(app.review().next(), app.review().line().placements().nth(worst), "the mistake is the next move");
    app.type_in("<Home><Down>");
    assert!(app.review().mistakes().contains(&app.review().at()));
}

#[test]
fn backspace_leaves_a_variation() {
    let mut app = TestApp::studying(BLUNDER).typed("<Right>f6\n");
    assert_eq!(app.review().leaves(), Some(1));
    app.click_square(Square::E6);
    assert_eq!((app.review().at(), app.review().len()), (3, 3));
    app.type_in("<Bksp>");
    assert_eq!((app.review().at(), app.review().len(), app.review().leaves()), (1, 6, None));
    app.type_in("a1\n");
    assert!(app.notice().starts_with("a1 cannot be played"), "{}", app.notice());
}

#[test]
fn a_game_in_progress_can_be_studied() {
    let mut app = TestApp::game("human", "engine:3", "f5");
    let asked = app.asked().unwrap();
    app.type_in("x");
    assert!(matches!(app.state.screen, Screen::Study));
    assert!(app.effects.contains(&Effect::Stop(asked)), "the game pauses");
    app.type_in("<Esc>");
    assert!(matches!(app.state.screen, Screen::Game));
    assert!(app.asked().is_some());
    let stops = app.effects.iter().filter(|effect| matches!(effect, Effect::Stop(_))).count();
    assert_eq!(stops, 2, "{:?}", app.effects);
}

#[test]
fn a_game_can_start_from_a_studied_position() {
    assert_eq!(TestApp::studying(BLUNDER).typed("<End>p\n").moves(), BLUNDER);
}

#[test]
fn the_engine_can_be_switched_off() {
    let mut app = TestApp::studying(BLUNDER).typed("i");
    assert_eq!(app.effects.iter().filter(|effect| matches!(effect, Effect::Stop(_))).count(), 2);
    app.type_in("<Right>");
    assert!(app.effects.is_empty());
}

#[test]
fn the_report_matches_the_study_crate() {
    let app = TestApp::studying(BLUNDER).searched();
    let game = plain::parse(BLUNDER).unwrap().check().unwrap().game().clone();
    let mut review = Findings::of(&game, Effort::Standard.into());
    let engine = Engine::default();
    for search in Vec::from_iter(review.searches().cloned()) {
        let analysis = quick(&engine, search.position(), search.limits());
        review.learn(&search.finding(&analysis).unwrap());
    }
    let report = app.review().report();
    assert_eq!(report.moves.len(), 6);
    let grades = |report: &Report| report.moves.iter().map(|judged| (judged.number, judged.grade)).collect::<Vec<_>>();
    assert_eq!(grades(report), grades(&Report::of(&game, &review)));
    assert!(report.moves[4].grade.is_serious(), "{:?}", report.moves[4]);
}

#[test]
fn an_interrupted_search_is_repeated() {
    let mut app = TestApp::studying(BLUNDER);
    let sweeping = |app: &TestApp| app.review().sweeping.map(|search| search.position);
    let engine = Engine::default();
    for _ in 0..3 {
        let search = app.review().sweeping.unwrap();
        let analysis = quick(&engine, &search.position, app.limits[&search.id]);
        app.send(Event::Searched(search.id, analysis));
    }
    let before = (sweeping(&app), app.review().report().clone());
    assert!(before.0.is_some());
    app.type_in("i");
    assert_eq!(sweeping(&app), None);
    app.type_in("i");
    assert_eq!((sweeping(&app), app.review().report().clone()), before);
    app.search();
    assert_eq!(app.review().report().moves.len(), 6);
}

#[test]
fn late_results_do_not_reach_another_game() {
    let mut app = TestApp::studying(BLUNDER);
    let first = app.review().sweeping.unwrap();
    app.send(Event::Paste("d3c5e6".to_owned()));
    assert!(app.effects.contains(&Effect::Stop(first.id)), "{:?}", app.effects);
    let analysis = analysis_of(&first.position, 1);
    app.send(Event::Searched(first.id, analysis));
    assert!(app.review().report().moves.is_empty());
    app.search();
    assert_eq!(app.review().report().moves.len(), 3);
}

#[test]
fn variations_are_judged_but_not_reported() {
    let mut app = TestApp::studying(BLUNDER).searched();
    let report = app.review().report().clone();
    app = app.typed("<Right>").searched().typed("f6\n").searched();
    let losses = app.review().losses();
    assert_eq!(losses.len(), 2);
    assert!(losses.iter().all(Option::is_some), "{losses:?}");
    assert_eq!(app.review().graph().iter().flatten().count(), 3);
    assert_eq!(*app.review().report(), report);
    assert!(app.review().judged(0).is_some() && app.review().judged(1).is_none());
}

fn live(position: &Position, scores: &[i8], depth: u8) -> Analysis {
    Analysis { depth, ..analysis_with(position.legal_moves().into_iter().zip(scores.iter().copied().cycle())) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn a_search_never_contradicts_the_report(
        searches in prop::collection::vec((prop::collection::vec(-64_i8..=64, 1..8), 1..30_u8), 1..4),
    ) {
        let mut app = TestApp::studying(BLUNDER).searched();
        let moves = app.review().report().moves.clone();
        for judged in &moves {
            let judgement = &judged.judgement;
            for (scores, depth) in &searches {
                let Some(search) = app.review().searching else { continue };
                app.send(Event::Progress(search.id, live(&search.position, scores, *depth)));
                let review = app.review();
                let values = review.values().unwrap();
                let for_black = |square| Some(values.of_move(square)?.discs() * if judgement.by == Color::Black { 1.0 } else { -1.0 });
                let (best, score) = (Some(judgement.best_score.discs()), Some(judgement.score.discs()));
                prop_assert_eq!((for_black(judgement.best), for_black(judgement.played)), (best, score));
                prop_assert_eq!((review.graph()[review.at()], review.graph()[review.at() + 1]), (best, score));
            }
            app.type_in("<Right>");
        }
        let end = moves.last().unwrap().judgement.score.discs();
        prop_assert_eq!(app.review().graph()[moves.len()], Some(end), "the report covers the last position, too");
    }

    #[test]
    fn the_graph_of_a_variation_agrees_with_the_board(scores in prop::collection::vec(-64_i8..=64, 2..8)) {
        let mut app = TestApp::studying(BLUNDER).searched().typed("<Right>").searched().typed("f6\n");
        let search = app.review().searching.unwrap();
        app.send(Event::Progress(search.id, live(&search.position, &scores, 20)));
        app.type_in("<Left>");
        let review = app.review();
        let shown = review.values().unwrap().of_move(Square::F6).unwrap().discs();
        prop_assert_eq!(review.graph()[2], Some(-shown), "White to move");
    }
}

#[test]
fn symmetric_moves_have_the_same_value() {
    let app = TestApp::studying(BLUNDER).searched();
    let values = app.review().values().unwrap();
    for square in app.review().position().legal_moves() {
        assert_eq!(values.of_move(square), Some(values.best()), "{square}");
    }
}

#[test]
fn a_deeper_search_offers_to_update_the_report() {
    let mut app = TestApp::studying(BLUNDER).searched().typed("w");
    let effort = |app: &TestApp| app.review().report().plan.effort();
    assert_eq!(effort(&app), Effort::Standard);
    let search = app.review().searching.unwrap();
    for (depth, is_deeper) in [(17, false), (20, true)] {
        app.send(Event::Progress(search.id, live(&search.position, &[0], depth)));
        assert_eq!(app.review().values().unwrap().is_outdated(), is_deeper, "{depth}");
    }
    app.type_in("iu");
    assert_eq!(app.notice(), "Analyzing the game again for a deep report.");
    assert_eq!(
        (effort(&app), app.review().engine_on),
        (Effort::Standard, true),
        "the old report stays until the new one is done"
    );
    app.type_in("u");
    assert_eq!(app.notice(), "The deep report is 0 % done.");
    app.search();
    assert_eq!(effort(&app), Effort::Deep);
    assert!(!app.review().values().unwrap().is_outdated());
    app.type_in("u");
    assert_eq!(app.notice(), "This is the deepest report.");
}

#[test]
fn the_report_is_a_page_that_any_key_closes() {
    let mut app = TestApp::studying(BLUNDER).typed("r");
    assert!(matches!(app.state.overlay, Some(Overlay::Page(_))));
    app.search();
    assert!(matches!(app.state.overlay, Some(Overlay::Page(_))), "it grows while one looks at it");
    app.type_in("<Esc>");
    assert!(app.state.overlay.is_none() && matches!(app.state.screen, Screen::Study));
    assert_eq!(app.state.wake(), None, "nothing moves when nothing happens");
}

#[test]
fn a_report_is_about_a_person_who_played_a_machine() {
    const GAME: &str = "f5d6c3d3c7f4e3b2a1";
    let text = |app: &TestApp| -> String {
        let lines = report::lines(app.review(), 80, &Brush::new(&app.state));
        lines.iter().map(|line| line.to_string().trim().to_owned() + " ").collect()
    };
    let own = TestApp::game("engine:1", "human", GAME).typed("x").searched();
    let (about_you, others) = (text(&own), text(&TestApp::studying(GAME).searched()));
    let story = own.review().report().story.join(" ");
    assert!(about_you.starts_with(&story) && others.starts_with(&story), "{about_you}\n{others}");
    assert!(about_you.contains("Your costliest mistakes") && !others.contains("Your"), "{about_you}\n{others}");
    for judged in own.review().report().mistakes() {
        for text in [&about_you, &others] {
            assert_eq!(text.matches(&judged.sentence()).count(), 1, "{text}");
        }
    }
}

#[test]
fn the_report_leads_to_puzzles_about_the_mistakes() {
    let app = TestApp::studying(BLUNDER).searched().typed("k");
    assert_eq!(app.notice(), "Puzzles are suggested for games that you played here.");
    let mut app = TestApp::game("engine:1", "human", "f5d6c3d3c7f4e3b2a1").typed("xk");
    assert_eq!(app.notice(), "The report is not complete yet.");
    app.search();
    let theme = app.review().takeaways().unwrap().practise;
    assert!(theme.is_some());
    app.type_in("rk");
    let Screen::Drill(drill) = &app.state.screen else { panic!("{:?}", app.state.screen) };
    assert!(matches!(&drill.course, Course::Puzzles(filter) if filter.theme == theme), "{:?}", drill.course);
}

#[test]
fn a_report_of_a_game_without_moves_is_empty() {
    let mut app = TestApp::new().typed("x").searched();
    assert!(app.review().report().moves.is_empty());
    app.type_in("wx");
    assert_eq!(app.notice(), "No move lost two discs or more.");
    assert_eq!(Grade::MISTAKE, 2.0, "as the sentence says");
}
