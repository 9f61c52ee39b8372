//! The menu, the new-game form and the board editor.

use crate::tui::app::event::RestoredGame;
use crate::tui::app::state::{SavedGame, Screen};
use crate::tui::tests::*;

#[test]
fn menu_items_have_keys_and_can_be_clicked() {
    let open = |app: &TestApp| match (&app.state.screen, &app.state.overlay) {
        (Screen::Form(form), None) => form.title(),
        (Screen::Study, None) => "Study",
        (Screen::Drill(_), None) => "Drill",
        (Screen::Learn(_), None) => "Lesson",
        (Screen::Menu(_), Some(_)) => "Prompt",
        (Screen::Menu(_), None) if !app.notice().is_empty() => "Told",
        _ => "?",
    };
    let items = [
        ('n', "New game"),
        ('l', "Lesson"),
        ('c', "Told"),
        ('o', "Prompt"),
        ('x', "Study"),
        ('w', "Engine against engine"),
        ('d', "Drill"),
    ];
    for (row, (key, expected)) in items.into_iter().enumerate() {
        let mut app = TestApp::new();
        app.type_in(&key.to_string());
        assert_eq!(open(&app), expected, "{key}");

        let mut app = TestApp::new();
        let area = layout::list(app.state.size, items.len())[row];
        app.mouse(MouseAction::Click, area.x + 3, area.y);
        assert_eq!(open(&app), expected, "{key} clicked");

        let mut app = TestApp::new();
        for _ in 0..row {
            app.key(KeyCode::Down);
        }
        app.key(KeyCode::Enter);
        assert_eq!(open(&app), expected, "{key} chosen");
    }
}

#[test]
fn a_game_starts_with_the_terms_of_the_form() {
    let mut app = TestApp::new();
    app.type_in("n3ckk\n");
    assert_eq!(app.contest().players, ByColor { black: engine(3), white: PlayerName::Human });
    let terms = app.contest().table.terms();
    let (main, increment) = (Duration::from_secs(180), Duration::from_secs(2));
    assert_eq!(terms.time, TimeControl::Fischer { main, increment });
    assert_eq!(app.state.settings.level, Level::new(3).unwrap(), "what was chosen is suggested the next time");
    assert!(matches!(app.effects[0], Effect::Configure(_)));
    let begins = app.effects.iter().any(|effect| matches!(effect, Effect::Begin { events, .. } if events.len() == 1));
    assert!(begins, "{:?}", app.effects);
}

#[test]
fn a_new_player_starts_at_the_first_level() {
    let mut app = TestApp::new();
    app.type_in("n\n");
    assert_eq!(app.contest().players, ByColor { black: PlayerName::Human, white: engine(1) });
}

#[test]
fn a_level_is_chosen_by_name_and_description() {
    let mut app = TestApp::new();
    app.type_in("n");
    for level in Level::ALL {
        let Screen::Form(form) = &app.state.screen else { panic!() };
        assert_eq!(form.fields()[1].value, format!("{level}, {}", level.name()));
        assert!(form.about_level().unwrap().ends_with(level.description()));
        app.type_in("l");
    }
    app.type_in("o");
    let Screen::Form(form) = &app.state.screen else { panic!() };
    assert_eq!((form.fields()[1].value.as_str(), form.about_level()), ("-", None));
}

#[test]
fn an_xot_opening_leaves_twelve_discs_on_the_board() {
    let mut app = TestApp::new();
    app.type_in("ns\n");
    let counts = app.contest().position().counts();
    assert_eq!(counts.black + counts.white, 12);
}

#[test]
fn engines_play_each_other() {
    let mut app = TestApp::new();
    app.type_in("w2");
    app.key(KeyCode::Down);
    app.type_in("0\n");
    assert_eq!(app.contest().players, ByColor { black: engine(2), white: engine(10) });
    assert!(app.asked().is_some());
}

#[test]
fn a_board_is_set_up_and_played() {
    let mut app = TestApp::new();
    app.type_in("nekc3xd3o");
    app.key(KeyCode::Tab);
    app.key(KeyCode::Tab);
    app.type_in("\n\n");
    let position = app.contest().position();
    assert_eq!(position.disc_on(Square::C3), Some(Color::Black));
    assert_eq!(position.counts(), ByColor { black: 1, white: 1 });
    assert_eq!(position.legal_moves(), Square::E3.into());
}

#[test]
fn a_board_without_legal_moves_is_rejected() {
    let mut app = TestApp::new();
    app.type_in("nek\n");
    assert_eq!(app.notice(), "Neither side has a legal move.");
    assert!(matches!(app.state.screen, Screen::Editor(_)));
    app.key(KeyCode::Esc);
    assert!(matches!(app.state.screen, Screen::Form(_)));
}

#[test]
fn a_pasted_record_is_studied_and_a_pasted_board_is_set_up() {
    let mut app = TestApp::studying("1. f5 d6 2. c3");
    assert_eq!(app.review().len(), 3);
    app.send(Event::Paste("what?".to_owned()));
    assert!(app.notice().starts_with("Pasted text is not a game record"), "{}", app.notice());
    let mut app = TestApp::new();
    app.type_in("ne");
    app.send(Event::Paste("-".repeat(60) + "XOO- X"));
    let Screen::Editor(editor) = &app.state.screen else { panic!() };
    assert_eq!((editor.discs.black, editor.disc_on(Square::G8)), (Square::E8.into(), Some(Color::White)));
}

#[test]
fn leaving_a_game_for_another_asks_first() {
    let mut app = TestApp::game("human", "human", "f5");
    app.type_in("nn");
    assert!(matches!(app.state.screen, Screen::Game));
    app.type_in("ny");
    assert!(matches!(app.state.screen, Screen::Form(_)));
    app.key(KeyCode::Esc);
    app.type_in("c");
    assert_eq!(app.moves(), "f5", "it is still there");
}

#[test]
fn a_game_of_an_earlier_session_can_be_continued() {
    let before = TestApp::game("human", "engine:2", "f5");
    let mut app = TestApp::new();
    let players = before.contest().players.clone();
    app.state.saved_game = Some(SavedGame { players: players.clone(), placed: 1, day: "2026-11-14".to_owned() });
    app.type_in("c");
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
    let mut seen = vec![first];
    loop {
        app.type_in("t");
        let [Effect::Configure(settings)] = &app.effects[..] else { panic!("{:?}", app.effects) };
        assert_eq!(settings.theme, app.state.settings.theme);
        if settings.theme == first {
            break;
        }
        seen.push(settings.theme);
    }
    assert_eq!(seen.len(), 5);
}
