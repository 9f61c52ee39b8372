//! The keys of all screens: one meaning each, all in the palette, help and footer only with what is offered.

use super::screens::{line_shown, middle_game, reported, studied, thrown_away};
use super::*;
use crate::commands::drill::{Course, Openings};
use crate::tui::app::SavedGame;
use crate::tui::keymap::{Focus, TABLE, find};
use crate::tui::screens::drill::tests::{learning, puzzled, training};
use crate::tui::screens::game::warning::tests::{play, warned_game};
use crate::tui::screens::learn::tests::step;
use crate::tui::screens::library::tests::any_news;
use crate::tui::screens::{focus, menu, palette::Palette};

/// Every screen and overlay in each of its stages.
fn screens() -> Vec<(&'static str, TestApp)> {
    let openings = || training(Course::Openings(Openings::all()));
    let warned = || {
        let mut app = warned_game("f5d6c3d3");
        play(&mut app, Square::C4, 7);
        app
    };
    let over = || TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3").typed("b2\n");
    vec![
        ("menu", TestApp::new()),
        ("first board", welcomed(true)),
        ("form", TestApp::new().typed("N")),
        ("form field", TestApp::new().typed("N<Down>")),
        ("form to watch", TestApp::new().doing(Action::Watch)),
        ("editor", TestApp::new().typed("N").doing(Action::SetUp)),
        ("game", middle_game()),
        ("game over", over()),
        ("game between engines", TestApp::game("engine:1", "engine:2", "f5")),
        ("resigned", middle_game().typed("w")),
        ("warning", warned()),
        ("question", middle_game().typed("q")),
        ("prompt", middle_game().typed("s")),
        ("help", middle_game().typed("?")),
        ("study", studied()),
        ("report", reported().typed("S")),
        ("retry", reported().typed("R")),
        ("puzzle", puzzled()),
        ("puzzle answered", puzzled().typed("h7\n")),
        ("playing out", thrown_away()),
        ("line", line_shown()),
        ("opening", learning(Color::Black)),
        ("opening left", learning(Color::Black).typed("f5\nc4\n")),
        ("openings", openings()),
        ("openings searched", openings().typed("/")),
        ("lesson", step(1)),
        ("lesson over", step(8).typed("n")),
        ("library", library("")),
        ("library searched", library("/")),
        ("library folders", library("<Tab>")),
        ("library export", library("s")),
        ("file browser", library("<Ctrl-O>")),
    ]
}

fn library(keys: &str) -> TestApp {
    let mut app = TestApp::new().typed("o");
    app.send(Event::Library(any_news(0)));
    app.typed(keys)
}

fn welcomed(has_saved: bool) -> TestApp {
    let mut app = TestApp::new();
    let players = ByColor { black: PlayerName::Human, white: engine(3) };
    let saved = SavedGame { players: players.clone(), placed: 11, day: "2026-11-14".to_owned() };
    app.state.saved_game = has_saved.then_some(saved);
    let mut effects = Vec::new();
    game::welcome(&mut app.state, players, &mut effects);
    assert!(effects.iter().all(|effect| matches!(effect, Effect::Seat { .. })), "nothing is saved yet: {effects:?}");
    app
}

fn text(app: &TestApp) -> String {
    app.draw().content().iter().map(|cell| cell.symbol()).collect()
}

#[test]
fn the_first_board_is_playable_and_becomes_a_game_with_the_first_move() {
    let mut app = welcomed(false);
    assert!(text(&app).contains("Your move: arrows and Enter, or a click. Esc opens the menu."), "{}", text(&app));
    app.click_square(Square::F5);
    let [Effect::Begin { events, .. }, Effect::Keep(played), Effect::Ask { .. }] = &app.effects[..] else {
        panic!("{:?}", app.effects)
    };
    assert_eq!((events.len(), played.len()), (1, 1));
    app.answer(Square::D6);
    assert!(matches!(&app.effects[..], [Effect::Keep(_)]), "{:?}", app.effects);
    assert_eq!(welcomed(false).typed("q").effects, [Effect::Quit], "nothing is lost");

    let mut app = welcomed(false);
    app.state.is_new = true;
    assert!(text(&app).contains("a lesson"), "{}", text(&app));
    app.type_in("<Esc>\n");
    assert!(matches!(app.state.screen, Screen::Game), "the first item of the menu leads back");
}

#[test]
fn an_unfinished_game_is_offered_beside_the_first_board() {
    for keys in ["Y", "<Esc>\n"] {
        let mut app = welcomed(true);
        assert!(
            text(&app).contains("Press Y to continue your game: you - engine, level 3, move 12."),
            "{}",
            text(&app)
        );
        app.type_in(keys);
        assert_eq!(app.effects, [Effect::RestoreGame], "{keys}");
    }
    // It can still be continued after moves on the first board.
    let mut app = welcomed(true);
    app.click_square(Square::F5);
    assert!(!text(&app).contains("Press Y"));
}

#[test]
fn every_item_of_the_menu_has_a_key() {
    for item in menu::items(&welcomed(true).state) {
        assert!(item.offer.action.keys(Focus::List).next().is_some(), "{}", item.text);
    }
}

fn palette(app: &TestApp) -> &Palette {
    match &app.state.overlay {
        Some(Overlay::Palette(palette)) => palette,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_palette_has_every_action_of_every_screen_and_its_key() {
    let mut seen = std::collections::HashSet::new();
    for (name, mut app) in screens() {
        let (offers, focus) = (app.state.offers(), focus(&app.state));
        app.type_in("<Ctrl-P>");
        let found = palette(&app).found(&app.state);
        for offer in offers.into_iter().filter(|offer| offer.action != Action::Palette) {
            seen.insert(offer.action);
            assert!(found.iter().any(|one| one.action == offer.action), "{name}: {offer:?}");
            assert!(!offer.name().trim().is_empty(), "{name}: {offer:?}");
        }
        for offer in found {
            app.type_in(&format!("<Ctrl-U>{}", offer.name()));
            let found = palette(&app).found(&app.state);
            let place = found.iter().position(|one| one.action == offer.action);
            app.type_in(&"<Down>".repeat(place.unwrap_or_else(|| panic!("{name}: {}", offer.name()))));
            let screen: String = app.draw().content().iter().map(|cell| cell.symbol()).collect();
            assert!(screen.contains(&offer.name()), "{name}: {screen}");
            if let Some(key) = offer.action.keys(focus).next() {
                assert!(screen.contains(&key.to_string()), "{name}: {screen}");
            }
        }
        app.type_in("<Esc>");
        assert!(!matches!(app.state.overlay, Some(Overlay::Palette(_))), "{name}");
    }
    let unknown = TABLE.iter().filter(|entry| !seen.contains(&entry.action)).map(|entry| entry.action);
    assert_eq!(unknown.collect::<Vec<_>>(), NOT_OFFERED_HERE, "an action of the table is offered somewhere");
}

/// Offered only in situations that are not among the screens above.
const NOT_OFFERED_HERE: &[Action] = &[Action::Palette];

#[test]
fn a_key_of_the_table_does_the_action_or_nothing() {
    for (name, mut app) in screens() {
        let offers = app.state.offers();
        let focus = focus(&app.state);
        for entry in TABLE {
            for &key in entry.keys {
                if find(key, focus).is_none() || offers.iter().any(|offer| offer.action == entry.action) {
                    continue;
                }
                // Backspace edits a text.
                if focus == Focus::Text && entry.action == Action::LeaveVariation {
                    continue;
                }
                // On a board, arrows point at squares.
                if focus == Focus::Squares
                    && matches!(entry.action, Action::Up | Action::Down | Action::Left | Action::Right)
                {
                    continue;
                }
                let before = format!("{:?}", (&app.state.screen, &app.state.overlay));
                app.press(key);
                assert_eq!(format!("{:?}", (&app.state.screen, &app.state.overlay)), before, "{name}: {key}");
            }
        }
    }
}

#[test]
fn a_double_click_does_not_skip_the_answer() {
    let mut app = puzzled();
    let result = |app: &TestApp| match &app.state.screen {
        Screen::Drill(drill) => drill.result,
        _ => None,
    };
    app.click_square(Square::H7);
    app.click_square(Square::H7);
    assert!(result(&app).is_some());
    app.advance(1_000);
    app.click_square(Square::H7);
    assert!(result(&app).is_none(), "a later click continues");
}

#[test]
fn dragging_marks_text_and_copies_it() {
    let mut app = reported().typed("?");
    let before = app.draw();
    app.mouse(MouseAction::Press, 24, 6);
    app.mouse(MouseAction::Drag, 34, 7);
    assert_ne!(app.draw(), before, "it is highlighted");
    app.mouse(MouseAction::Release, 34, 7);
    let [Effect::CopyScreen(selection)] = &app.effects[..] else { panic!("{:?}", app.effects) };
    let text = selection.text(&before);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && !text.contains('│'), "only what is inside the window: {text}");
    assert!(matches!(app.state.overlay, Some(Overlay::Page(_))), "it is no click");
    assert_eq!(app.draw(), before);
    app.send(Event::Copied);
    assert!(app.notice().starts_with("Copied"));

    // Without a drag, it is a click where the button was pressed.
    let mut app = TestApp::game("human", "human", "");
    let area = layout::board_screen(app.state.size, true).unwrap().board.of(Square::F5);
    app.mouse(MouseAction::Press, area.x, area.y);
    assert_eq!(app.moves(), "");
    app.mouse(MouseAction::Release, area.x, area.y);
    assert_eq!(app.moves(), "f5");
}

#[test]
fn help_and_footer_have_only_what_is_offered() {
    for (name, app) in screens() {
        let offers = app.state.offers();
        for offer in app.state.footer() {
            assert!(offers.contains(&offer), "{name}: {offer:?}");
            assert!(offer.action.keys(focus(&app.state)).next().is_some(), "{name}: {offer:?} has no key here");
        }
        if app.state.overlay.is_none() {
            let lines = app.state.keys().len();
            let keyed = offers.iter().filter(|offer| offer.action.keys(focus(&app.state)).next().is_some()).count();
            assert_eq!(lines, keyed, "{name}");
        }
        for item in layout::footer(&app.state) {
            assert_eq!(find(item.key, focus(&app.state)), Some(item.offer.action), "{name}");
        }
    }
}

#[test]
fn the_palette_runs_what_is_chosen_on_any_screen_and_over_texts() {
    let app = TestApp::game("human", "human", "f5").typed("<Ctrl-P>turn board\n");
    assert_ne!(app.state.turned, outflank_rules::Symmetry::Identity);
    assert!(app.state.overlay.is_none());

    // Over a text field; the text comes back.
    let mut app = TestApp::game("human", "human", "f5").typed("s<Ctrl-U>mine.ggf<Ctrl-P>");
    assert!(matches!(app.state.overlay, Some(Overlay::Palette(_))));
    app.type_in("<Esc>");
    let Some(Overlay::Prompt(prompt)) = &app.state.overlay else { panic!("{:?}", app.state.overlay) };
    assert_eq!(prompt.text, "mine.ggf");
    app.type_in("<Ctrl-P>clear\n");
    let Some(Overlay::Prompt(prompt)) = &app.state.overlay else { panic!("{:?}", app.state.overlay) };
    assert_eq!(prompt.text, "");

    let app = TestApp::new().typed("<Ctrl-P>how play\n");
    assert!(matches!(app.state.screen, Screen::Learn(_)));
    let app = TestApp::new().typed("<Ctrl-P>no such action\n");
    assert!(app.state.overlay.is_none() && matches!(app.state.screen, Screen::Menu(_)));
    let mut app = TestApp::new().typed("<Ctrl-P>quit");
    app.mouse(MouseAction::Click, 30, 11);
    let row =
        layout::click_targets(&app.state).iter().find(|target| target.target == layout::Target::Item(0)).unwrap().area;
    app.mouse(MouseAction::Click, row.x + 2, row.y);
    assert_eq!(app.effects, [Effect::Quit]);
}
