use outflank_study::report::{Grade, Report};
use outflank_study::review::{Effort, Review as Findings};
use proptest::prelude::*;
use ratatui::layout::Rect;

use crate::commands::drill::Course;
use crate::tui::screens::study::content::Content;
use crate::tui::screens::study::panels::Panel;
use crate::tui::screens::study::{places, report};
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
    let mut app = TestApp::studying(BLUNDER).typed("W");
    assert_eq!(app.notice(), "The engine has found no mistakes yet.");
    app.search();
    let losses = app.review().losses();
    let worst = (0..6).max_by(|&a, &b| losses[a].unwrap().discs.total_cmp(&losses[b].unwrap().discs)).unwrap();
    app.type_in("W");
    assert_eq!(app.review().at(), worst);
    assert_eq!(app.review().next(), app.review().line().placements().nth(worst), "the mistake is the next move");
    app.type_in("<Home>n");
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
    assert_eq!(TestApp::studying(BLUNDER).typed("<End>P\n").moves(), BLUNDER);
}

#[test]
fn the_engine_can_be_switched_off() {
    let mut app = TestApp::studying(BLUNDER).typed("I");
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
    app.type_in("I");
    assert_eq!(sweeping(&app), None);
    app.type_in("I");
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
    let line = app.review().tree.line();
    assert!(app.review().judged(line[1]).is_some() && app.review().judged(line[2]).is_none());
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
    let mut app = TestApp::studying(BLUNDER).searched().typed("W");
    let effort = |app: &TestApp| app.review().report().plan.effort();
    assert_eq!(effort(&app), Effort::Standard);
    let search = app.review().searching.unwrap();
    for (depth, is_deeper) in [(17, false), (20, true)] {
        app.send(Event::Progress(search.id, live(&search.position, &[0], depth)));
        assert_eq!(app.review().values().unwrap().is_outdated(), is_deeper, "{depth}");
    }
    app.type_in("IU");
    assert_eq!(app.notice(), "Analyzing the game again for a deep report.");
    assert_eq!(
        (effort(&app), app.review().engine_on),
        (Effort::Standard, true),
        "the old report stays until the new one is done"
    );
    app.type_in("U");
    assert_eq!(app.notice(), "The deep report is 0 % done.");
    app.search();
    assert_eq!(effort(&app), Effort::Deep);
    assert!(!app.review().values().unwrap().is_outdated());
    app.type_in("U");
    assert_eq!(app.notice(), "This is the deepest report.");
}

#[test]
fn a_report_is_about_a_person_who_played_a_machine() {
    const GAME: &str = "f5d6c3d3c7f4e3b2a1";
    let text = |app: &TestApp| -> String {
        let lines = report::content(app.review(), 80, &Brush::new(&app.state)).lines;
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
    let app = TestApp::studying(BLUNDER).searched().typed("T");
    assert_eq!(app.notice(), "Puzzles are suggested for games that you played here.");
    let mut app = TestApp::game("engine:1", "human", "f5d6c3d3c7f4e3b2a1").typed("xT");
    assert_eq!(app.notice(), "The report is not complete yet.");
    app.search();
    let theme = app.review().takeaways().unwrap().practise;
    assert!(theme.is_some());
    app.type_in("T");
    let Screen::Drill(drill) = &app.state.screen else { panic!("{:?}", app.state.screen) };
    assert!(matches!(&drill.course, Course::Puzzles(filter) if filter.theme == theme), "{:?}", drill.course);
}

#[test]
fn a_report_of_a_game_without_moves_is_empty() {
    let mut app = TestApp::new().typed("x").searched();
    assert!(app.review().report().moves.is_empty());
    app.type_in("WR");
    assert_eq!(app.notice(), "No move lost two discs or more.");
    assert_eq!(Grade::MISTAKE, 2.0, "as the sentence says");
}

fn outline(app: &TestApp) -> String {
    let text = outflank_formats::sgf::write(&app.review().tree.record()).unwrap();
    text.split_once("PL[B]").unwrap().1.to_owned()
}

#[test]
fn moves_on_the_board_make_variations_that_can_be_promoted_and_deleted() {
    let mut app = TestApp::studying("f5d6c3").typed("<Right>f6\ne6\n");
    assert_eq!(outline(&app), ";B[f5](;W[d6];B[c3])(;W[f6];B[e6]))");
    app.type_in("^");
    assert_eq!(app.notice(), "Promoted: 2. f6 comes first.");
    assert_eq!(outline(&app), ";B[f5](;W[f6];B[e6])(;W[d6];B[c3]))");
    app.type_in("u<Del>");
    assert_eq!(app.notice(), "Deleted from 3. e6 on. Press u to undo.");
    assert_eq!((outline(&app).as_str(), app.review().at()), (";B[f5](;W[d6];B[c3])(;W[f6]))", 2));
    app.type_in("u");
    assert_eq!(app.notice(), "Undone: deleting 3. e6.");
    assert_eq!(app.review().at(), 3);
    app.type_in("uu");
    assert_eq!((outline(&app).as_str(), app.review().at()), (";B[f5];W[d6];B[c3])", 1));
    app.type_in("u");
    assert_eq!(app.notice(), "Nothing to undo.");
    app.type_in("rr");
    assert_eq!(outline(&app), ";B[f5](;W[d6];B[c3])(;W[f6];B[e6]))");
    app.type_in("<Home><Right><Right>");
    assert_eq!(app.review().last(), Some(Square::F6), "the line shown is followed");
    app.type_in("<Bksp><Right><Del>");
    assert_eq!(app.notice(), "The moves of the game stay. Only variations can be deleted.");
}

#[test]
fn up_and_down_go_through_the_list_of_moves() {
    let mut app = TestApp::studying("f5d6c3d3c4f4").typed("<Right>f6\n<Left>");
    let last = |app: &TestApp| app.review().last();
    app.type_in("<Down>");
    assert_eq!(last(&app), Some(Square::F6), "the variation is listed below the row of f5");
    app.type_in("<Down>");
    assert!(app.review().leaves().is_none() && app.review().at() > 2, "{:?}", last(&app));
    app.type_in("<Up><Up>");
    assert_eq!(last(&app), Some(Square::F5));
    app.type_in("<Up><Up>");
    assert_eq!(app.review().at(), 0);
}

#[test]
fn comments_are_written_kept_and_undone() {
    let mut app = TestApp::studying("f5d6c3").typed("<Right>; a good<Ctrl-N>move\n");
    assert!(outline(&app).starts_with(";B[f5]C[a good\nmove];"), "{}", outline(&app));
    assert_eq!(app.review().at(), 1, "typed letters are no squares");
    app.type_in(";, qs?<Esc>");
    assert!(outline(&app).contains("move];"), "cancelled");
    app.type_in(";");
    app.send(Event::Paste(" (pasted)".to_owned()));
    app.type_in("\nu");
    assert_eq!(app.notice(), "Undone: the comment on 1. f5.");
    app.type_in("u;x<Bksp>\n");
    assert_eq!(outline(&app), ";B[f5];W[d6];B[c3])");
}

#[test]
fn a_line_of_the_engine_can_be_walked_into() {
    let mut app = TestApp::studying("f5d6c3").searched().typed("<Right><Right><Tab>").searched();
    assert_eq!(app.review().panels.focus, Panel::Engine);
    let candidates = app.review().candidates();
    let squares = |line: &[Move]| line.iter().filter_map(|mv| mv.square()).collect::<Vec<_>>();
    assert!(candidates.len() > 3 && candidates[1].moves.len() > 1, "{candidates:?}");
    app.type_in("<Down>\n");
    assert_eq!(app.review().last(), candidates[1].moves[0].square());
    app.type_in("<Left>L");
    let best = squares(&candidates[0].moves);
    assert_eq!((app.review().at(), app.review().last()), (3, Some(best[0])));
    assert_eq!(app.review().line().placements().skip(2).collect::<Vec<_>>(), best);
    app.type_in("<Left>");
    app.search();
    let place = places::places(&app.state).unwrap().panes[0].body;
    let text: Vec<String> = (place.y..place.y + place.height).map(|y| row(&app, y)).collect();
    let second = &app.review().candidates()[1];
    let [first, next] = squares(&second.moves)[..2] else { panic!("{second:?}") };
    let wanted = format!("{first} {next}");
    let (y, x) = text.iter().enumerate().find_map(|(y, text)| Some((y, text.find(&wanted)?))).expect("it is listed");
    let x = text[y][..x].chars().count() as u16 + 3;
    app.mouse(MouseAction::Click, x, place.y + y as u16);
    assert_eq!((app.review().at(), app.review().last()), (4, Some(next)));
}

fn row(app: &TestApp, y: u16) -> String {
    let buffer = app.draw();
    (0..app.state.size.columns).map(|x| buffer[(x, y)].symbol()).collect()
}

#[test]
fn every_value_on_screen_agrees_with_the_board() {
    let mut app = TestApp::studying(BLUNDER).searched();
    app.type_in("W");
    let search = app.review().searching.unwrap();
    let scores = [-7, 12, 3];
    app.send(Event::Progress(search.id, live(&search.position, &scores, 30)));
    let labels = app.review().values().unwrap().labels();
    for candidate in app.review().candidates() {
        let first = candidate.moves[0].square().unwrap();
        let label = labels.iter().find(|label| label.square == first).unwrap();
        assert_eq!(label.text, candidate.text, "{first}");
    }
    assert_eq!(app.review().candidates().len(), labels.len());
}

#[test]
fn a_mistake_in_the_report_leads_to_its_position() {
    let mut app = TestApp::studying("f5d6c3d3c7f4e3b2a1").searched().typed("<Tab><Tab>");
    assert_eq!(app.review().panels.focus, Panel::Report);
    let numbers: Vec<usize> = app.review().report().mistakes().map(|judged| judged.number).collect();
    assert!(numbers.len() > 1);
    app.type_in("\n");
    let first = app.review().at() + 1;
    app.type_in("<Down>\n");
    let second = app.review().at() + 1;
    assert!(first != second && [first, second].iter().all(|number| numbers.contains(number)), "{numbers:?}");
    app.type_in("<Up>\n");
    assert_eq!(app.review().at() + 1, first);
}

#[test]
fn panels_are_switched_and_resized() {
    let mut app = TestApp::studying(BLUNDER);
    app.resize(160, 40);
    let bodies = |app: &TestApp| {
        places::places(&app.state)
            .unwrap()
            .panes
            .into_iter()
            .map(|pane| (pane.panel, pane.body.width))
            .collect::<Vec<_>>()
    };
    let before = bodies(&app);
    assert_eq!(before.iter().map(|&(panel, _)| panel).collect::<Vec<_>>(), [Panel::Moves, Panel::Engine]);
    app.type_in("+");
    assert!(bodies(&app)[0].1 > before[0].1);
    app.type_in("<Tab><Tab>-");
    assert_eq!(bodies(&app)[1].0, Panel::Report);
    let divider = places::places(&app.state).unwrap().divider.unwrap();
    app.mouse(MouseAction::Press, divider.x, divider.y + 2);
    app.mouse(MouseAction::Drag, divider.x - 6, divider.y + 9);
    app.mouse(MouseAction::Release, divider.x - 6, divider.y + 9);
    assert_eq!(places::places(&app.state).unwrap().divider.unwrap().x, divider.x - 6);
    app.mouse(MouseAction::Drag, divider.x + 6, divider.y);
    assert_eq!(places::places(&app.state).unwrap().divider.unwrap().x, divider.x - 6, "it was released");
    let tab = places::places(&app.state).unwrap().panes[1].tabs[0];
    app.mouse(MouseAction::Click, tab.1.x + 1, tab.1.y);
    assert_eq!(app.review().panels.focus, Panel::Engine);
}

#[test]
fn esc_leads_back_to_where_the_study_was_opened() {
    let screen = |app: &TestApp| match app.state.screen {
        Screen::Game => "game",
        Screen::Menu(_) => "menu",
        Screen::Study => "study",
        _ => "another",
    };
    let game = || TestApp::game("human", "human", "f5d6");
    for (keys, screens) in [
        ("x<Esc>", "game"),
        ("<Esc>x<Esc>", "menu"),
        ("N<Esc>", "game"),
        ("xP<Esc>", "study"),
        ("xP<Esc><Esc>", "game"),
        ("xo<Esc><Esc>", "game"),
    ] {
        assert_eq!(screen(&game().typed(keys)), screens, "{keys}");
    }
    // Also beside the board of the first start.
    let mut app = game().typed("<Esc>");
    app.send(Event::Paste("f5f6".to_owned()));
    assert_eq!(screen(&app.typed("<Esc>")), "menu");
}

#[test]
fn the_study_stays_when_it_is_left() {
    let mut app = TestApp::studying("f5d6c3").typed("<Right>f6\n<Tab><Esc>");
    assert!(matches!(app.state.screen, Screen::Menu(_)));
    app.type_in("x");
    assert_eq!((app.review().last(), app.review().panels.focus), (Some(Square::F6), Panel::Engine));
    assert_eq!(outline(&app), ";B[f5](;W[d6];B[c3])(;W[f6]))");
    app.send(Event::Paste("d3c5".to_owned()));
    assert!(matches!(&app.state.overlay, Some(Overlay::Confirm(Confirm::Replace(_)))), "edits would be lost");
    app.type_in("<Esc>q");
    assert!(matches!(&app.state.overlay, Some(Overlay::Confirm(Confirm::QuitStudy))));
    app.type_in("<Esc>");
    app.send(Event::Saved(Ok("study.sgf".into())));
    app.send(Event::Paste("d3c5".to_owned()));
    assert_eq!(app.review().line().placements().next(), Some(Square::D3), "nothing is lost");
}

#[test]
fn a_game_that_goes_on_keeps_its_study() {
    let mut app = TestApp::game("human", "human", "f5d6").typed("x<Left>f6\n<Esc>c3\nx");
    assert_eq!(app.review().last(), Some(Square::F6), "where it was left");
    assert_eq!(outline(&app), ";B[f5](;W[d6];B[c3])(;W[f6]))");
    assert!(!app.review().sweep.is_over());
    app.search();
    assert_eq!(app.review().report().moves.len(), 3, "the new move is in the report");
}

#[test]
fn formats_without_variations_are_named() {
    let mut app = TestApp::studying("f5d6c3").typed("<Right>f6\n;why\n");
    app.send(Event::Saved(Ok("study.ggf".into())));
    assert_eq!(app.notice(), "Saved to study.ggf, without variations: GGF cannot store them, SGF can.");
    assert!(app.review().tree.is_edited());
    app.send(Event::Saved(Ok("study.txt".into())));
    assert!(app.notice().contains("without variations and comments"), "{}", app.notice());
    app.send(Event::Saved(Ok("study.sgf".into())));
    assert_eq!(app.notice(), "Saved to study.sgf");
    assert!(!app.review().tree.is_edited());
}

#[test]
fn an_updated_report_covers_a_new_main_line() {
    let mut app = TestApp::studying("f5d6c3").searched().typed("<Right>f6\n^").searched();
    assert_eq!(app.review().report().moves[1].judgement.played, Square::D6);
    app.type_in("U");
    assert_eq!(app.notice(), "Analyzing the game again: its main line has changed.");
    app.search();
    assert_eq!(app.review().report().moves[1].judgement.played, Square::F6);
}

#[test]
fn the_engines_lines_leave_the_last_column_to_the_scroll_bar() {
    let app = TestApp::studying(BLUNDER).searched();
    for width in 30..=90 {
        let area = Rect { x: 0, y: 0, width, height: 20 };
        let content = Content::of(&app.state, app.review(), Panel::Engine, area, &Brush::new(&app.state));
        let lines = content.lines.iter().map(ToString::to_string).filter(|line| line.ends_with(" report"));
        let lengths: Vec<usize> = lines.map(|line| line.chars().count()).collect();
        assert!(
            !lengths.is_empty() && lengths.iter().all(|&length| length < usize::from(width)),
            "{width}: {lengths:?}"
        );
    }
}
