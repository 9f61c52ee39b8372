//! The menu, the terms of a game, and the board that is set up.

use crate::tui::app::event::TakenUp;
use crate::tui::app::state::{Kept, Screen};
use crate::tui::tests::*;

#[test]
fn every_item_of_the_menu_has_a_key_and_can_be_clicked() {
    let open = |desk: &Desk| match (&desk.state.screen, &desk.state.overlay) {
        (Screen::Form(form), None) => form.title(),
        (Screen::Study, None) => "Study",
        (Screen::Drill(_), None) => "Drill",
        (Screen::Learn(_), None) => "Lesson",
        (Screen::Menu(_), Some(_)) => "Prompt",
        (Screen::Menu(_), None) if !desk.told().is_empty() => "Told",
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
        let mut desk = Desk::new();
        desk.type_in(&key.to_string());
        assert_eq!(open(&desk), expected, "{key}");

        let mut desk = Desk::new();
        let area = layout::list(desk.state.size, items.len())[row];
        desk.mouse(Deed::Click, area.x + 3, area.y);
        assert_eq!(open(&desk), expected, "{key} clicked");

        let mut desk = Desk::new();
        for _ in 0..row {
            desk.key(KeyCode::Down);
        }
        desk.key(KeyCode::Enter);
        assert_eq!(open(&desk), expected, "{key} chosen");
    }
}

#[test]
fn a_game_begins_as_the_form_says() {
    let mut desk = Desk::new();
    desk.type_in("n3ckk\n");
    assert_eq!(desk.contest().players, ByColor { black: engine(3), white: PlayerName::Human });
    let terms = desk.contest().table.terms();
    let (main, increment) = (Duration::from_secs(180), Duration::from_secs(2));
    assert_eq!(terms.time, TimeControl::Fischer { main, increment });
    assert_eq!(desk.state.settings.level, Level::new(3).unwrap(), "what was chosen is suggested the next time");
    assert!(matches!(desk.effects[0], Effect::Configure(_)));
    let begins = desk.effects.iter().any(|effect| matches!(effect, Effect::Begin { events, .. } if events.len() == 1));
    assert!(begins, "{:?}", desk.effects);
}

#[test]
fn a_new_player_starts_at_the_first_level() {
    let mut desk = Desk::new();
    desk.type_in("n\n");
    assert_eq!(desk.contest().players, ByColor { black: PlayerName::Human, white: engine(1) });
}

#[test]
fn a_level_is_chosen_by_name_and_description() {
    let mut desk = Desk::new();
    desk.type_in("n");
    for level in Level::ALL {
        let Screen::Form(form) = &desk.state.screen else { panic!() };
        assert_eq!(form.lines()[1].value, format!("{level}, {}", level.name()));
        assert!(form.about_level().unwrap().ends_with(level.description()));
        desk.type_in("l");
    }
    // A friend has no level.
    desk.type_in("o");
    let Screen::Form(form) = &desk.state.screen else { panic!() };
    assert_eq!((form.lines()[1].value.as_str(), form.about_level()), ("-", None));
}

#[test]
fn an_xot_opening_leaves_twelve_discs_on_the_board() {
    let mut desk = Desk::new();
    desk.type_in("ns\n");
    let counts = desk.contest().position().counts();
    assert_eq!(counts.black + counts.white, 12);
}

#[test]
fn engines_play_each_other() {
    let mut desk = Desk::new();
    desk.type_in("w2");
    desk.key(KeyCode::Down);
    desk.type_in("0\n");
    assert_eq!(desk.contest().players, ByColor { black: engine(2), white: engine(10) });
    assert!(desk.asked().is_some());
}

#[test]
fn a_board_is_set_up_and_played() {
    let mut desk = Desk::new();
    desk.type_in("nekc3xd3o");
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::Tab);
    desk.type_in("\n\n");
    let position = desk.contest().position();
    assert_eq!(position.disc_on(Square::C3), Some(Color::Black));
    assert_eq!(position.counts(), ByColor { black: 1, white: 1 });
    assert_eq!(position.legal_moves(), Square::E3.into());
}

#[test]
fn a_board_on_which_nobody_can_play_is_refused() {
    let mut desk = Desk::new();
    desk.type_in("nek\n");
    assert_eq!(desk.told(), "Nobody can play on this board.");
    assert!(matches!(desk.state.screen, Screen::Editor(_)));
    desk.key(KeyCode::Esc);
    assert!(matches!(desk.state.screen, Screen::Form(_)));
}

#[test]
fn a_pasted_record_is_studied_and_a_pasted_board_is_set_up() {
    let mut desk = Desk::new();
    desk.happen(Event::Paste("1. f5 d6 2. c3".to_owned()));
    assert_eq!(desk.review().len(), 3);
    desk.happen(Event::Paste("what?".to_owned()));
    assert!(desk.told().starts_with("What was pasted is no record"), "{}", desk.told());
    let mut desk = Desk::new();
    desk.type_in("ne");
    desk.happen(Event::Paste("-".repeat(60) + "XOO- X"));
    let Screen::Editor(editor) = &desk.state.screen else { panic!() };
    assert_eq!((editor.discs.black, editor.disc_on(Square::G8)), (Square::E8.into(), Some(Color::White)));
}

#[test]
fn another_game_may_be_begun_only_after_a_question() {
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("nn");
    assert!(matches!(desk.state.screen, Screen::Game));
    desk.type_in("ny");
    assert!(matches!(desk.state.screen, Screen::Form(_)));
    desk.key(KeyCode::Esc);
    desk.type_in("c");
    assert_eq!(desk.moves(), "f5", "it is still there");
}

#[test]
fn a_game_of_an_earlier_session_goes_on() {
    let before = Desk::game("human", "engine:2", "f5");
    let mut desk = Desk::new();
    let players = before.contest().players.clone();
    desk.state.kept = Some(Kept { players: players.clone(), placed: 1, day: "2026-11-14".to_owned() });
    desk.type_in("c");
    assert_eq!(desk.effects, [Effect::TakeUp]);
    desk.happen(Event::TakenUp(Ok(Box::new(TakenUp {
        table: before.contest().table.clone(),
        players,
        now: before.now,
    }))));
    assert_eq!(desk.moves(), "f5");
    assert!(desk.asked().is_some());
    assert!(matches!(desk.effects[0], Effect::Seat { .. }));
}

#[test]
fn themes_follow_each_other_and_are_remembered() {
    let mut desk = Desk::new();
    let first = desk.state.settings.theme;
    let mut seen = vec![first];
    loop {
        desk.type_in("t");
        let [Effect::Configure(settings)] = &desk.effects[..] else { panic!("{:?}", desk.effects) };
        assert_eq!(settings.theme, desk.state.settings.theme);
        if settings.theme == first {
            break;
        }
        seen.push(settings.theme);
    }
    assert_eq!(seen.len(), 5);
}
