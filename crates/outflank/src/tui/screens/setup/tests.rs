use clap::ValueEnum;

use crate::storage::settings::Theme;
use crate::tui::app::{RestoredGame, SavedGame};
use crate::tui::tests::*;

#[test]
fn menu_items_are_chosen_with_enter_space_clicks_and_by_name() {
    let open = |app: &TestApp| match (&app.state.screen, &app.state.overlay) {
        (Screen::Form(form), None) => form.title(),
        (Screen::Study, None) => "Study",
        (Screen::Drill(_), None) => "Drill",
        (Screen::Learn(_), None) => "Lesson",
        (Screen::Library, None) => "Library",
        _ => "?",
    };
    let items = [
        (Action::NewGame, "New game"),
        (Action::Learn, "Lesson"),
        (Action::Open, "Library"),
        (Action::Study, "Study"),
        (Action::Watch, "Engine against engine"),
        (Action::Puzzles, "Drill"),
    ];
    for (row, (action, expected)) in items.into_iter().enumerate() {
        assert_eq!(open(&TestApp::new().doing(action)), expected);
        if let Some(key) = action.entry().keys.first() {
            let mut app = TestApp::new();
            app.press(*key);
            assert_eq!(open(&app), expected, "{key}");
        }

        let mut app = TestApp::new();
        let area = layout::list(app.state.size, items.len(), 0)[row].1;
        app.mouse(MouseAction::Click, area.x + 3, area.y);
        assert_eq!(open(&app), expected, "{expected} clicked");

        for choose in ["\n", " "] {
            let chosen = TestApp::new().typed(&"<Down>".repeat(row)).typed(choose);
            assert_eq!(open(&chosen), expected, "{expected} chosen");
        }
    }
}

#[test]
fn esc_in_the_menu_says_how_to_quit() {
    let app = TestApp::new().typed("<Esc>");
    assert_eq!((app.notice(), app.effects.len()), ("Press q to quit.", 0));
    assert_eq!(app.typed("q").effects, [Effect::Quit]);
}

#[test]
fn a_game_starts_with_the_terms_of_the_form() {
    let app = TestApp::new().typed("N3<Down><Down><Down><Right><Down><Down><Right><Right><Up><Up><Up><Up><Up>\n");
    let terms = app.contest().table.terms();
    let (main, increment) = (Duration::from_secs(180), Duration::from_secs(2));
    assert_eq!(terms.time, TimeControl::Fischer { main, increment });
    assert_eq!(app.state.settings.level, Level::new(3).unwrap(), "what was chosen is suggested the next time");
    assert!(matches!(app.effects[0], Effect::Configure(_)));
    let begins = app.effects.iter().any(|effect| matches!(effect, Effect::Begin { events, .. } if events.len() == 1));
    assert!(begins, "{:?}", app.effects);
}

#[test]
fn the_form_chooses_the_players() {
    for (keys, black, white) in [
        ("N\n", PlayerName::Human, engine(1)),
        ("N3<Tab><Tab><Tab><Right><Up><Up><Up>\n", engine(3), PlayerName::Human),
        ("W<Down>2<Down>0<Up><Up>\n", engine(2), engine(10)),
    ] {
        let mut app = TestApp::new();
        match keys.strip_prefix('W') {
            Some(keys) => {
                app.act(Action::Watch);
                app.type_in(keys);
            }
            None => app.type_in(keys),
        }
        let is_asked = black != PlayerName::Human;
        assert_eq!((&app.contest().players, app.asked().is_some()), (&ByColor { black, white }, is_asked), "{keys}");
    }
}

#[test]
fn a_level_is_chosen_by_name_and_description() {
    let mut app = TestApp::new().typed("N<Down><Down>");
    for level in Level::ALL {
        let Screen::Form(form) = &app.state.screen else { panic!() };
        assert_eq!(form.rows()[1].value, Some(format!("{level}, {}", level.name())));
        assert!(form.about_level().unwrap().ends_with(level.description()));
        app.type_in(" ");
    }
    app.type_in("<Up><Right>");
    let Screen::Form(form) = &app.state.screen else { panic!() };
    assert_eq!((form.rows()[1].value.as_deref(), form.about_level()), (Some("-"), None));
}

#[test]
fn an_xot_opening_leaves_twelve_discs_on_the_board() {
    let app = TestApp::new().typed("N<Up><Up><Up><Right><Down><Down><Down>\n");
    let counts = app.contest().position().counts();
    assert_eq!(counts.black + counts.white, 12);
}

#[test]
fn a_board_is_set_up_and_played() {
    let app = TestApp::new().typed("N<Up>\n<Ctrl-U>c3 d3\n <Tab><Tab>P\n");
    let position = app.contest().position();
    assert_eq!(position.disc_on(Square::C3), Some(Color::Black));
    assert_eq!(position.counts(), ByColor { black: 1, white: 1 });
    assert_eq!(position.legal_moves(), Square::E3.into());
}

#[test]
fn a_board_without_legal_moves_is_rejected() {
    let mut app = TestApp::new().typed("N<Up>\n<Ctrl-U>P");
    assert_eq!(app.notice(), "Neither side has a legal move.");
    assert!(matches!(app.state.screen, Screen::Editor(_)));
    app.type_in("<Esc>");
    assert!(matches!(app.state.screen, Screen::Form(_)));
}

#[test]
fn a_pasted_record_is_studied_and_a_pasted_board_is_set_up() {
    let mut app = TestApp::studying("1. f5 d6 2. c3");
    assert_eq!(app.review().len(), 3);
    app.send(Event::Paste("what?".to_owned()));
    assert!(app.notice().starts_with("Pasted text is not a game record"), "{}", app.notice());
    let mut app = TestApp::new().typed("N<Up>\n");
    app.send(Event::Paste("-".repeat(60) + "XOO- X"));
    let Screen::Editor(editor) = &app.state.screen else { panic!() };
    assert_eq!((editor.discs.black, editor.disc_on(Square::G8)), (Square::E8.into(), Some(Color::White)));
}

#[test]
fn setting_up_another_game_leaves_the_unfinished_one_alone() {
    let mut app = TestApp::game("human", "human", "f5").typed("N");
    assert!(matches!(app.state.screen, Screen::Form(_)) && app.state.overlay.is_none());
    app.type_in("<Esc>\n");
    assert_eq!(app.moves(), "f5", "it is still there");
}

#[test]
fn a_game_of_an_earlier_session_can_be_continued() {
    let before = TestApp::game("human", "engine:2", "f5");
    let mut app = TestApp::new();
    let players = before.contest().players.clone();
    app.state.saved_game = Some(SavedGame { players: players.clone(), placed: 1, day: "2026-11-14".to_owned() });
    app.type_in("\n");
    assert_eq!(app.effects, [Effect::RestoreGame]);
    app.send(Event::GameRestored(Ok(Box::new(RestoredGame {
        table: before.contest().table.clone(),
        players,
        now: before.now,
    }))));
    assert_eq!(app.moves(), "f5");
    assert!(app.asked().is_some());
    assert!(matches!(app.effects[0], Effect::Seat { .. }));
}

#[test]
fn the_theme_key_cycles_and_is_saved() {
    let mut app = TestApp::new();
    let first = app.state.settings.theme;
    let themes = Theme::value_variants();
    for &theme in themes.iter().cycle().skip_while(|&&theme| theme != first).skip(1).take(themes.len()) {
        app.type_in("t");
        let [Effect::Configure(settings)] = &app.effects[..] else { panic!("{:?}", app.effects) };
        assert_eq!((settings.theme, app.state.settings.theme), (theme, theme));
    }
}
