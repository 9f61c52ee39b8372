mod after;
mod hints;
mod parting;
mod premoves;
mod speed;

use outflank_rules::discs;
use outflank_table::{Ending, Event as Happened};

use crate::storage::shelf::{ShelfError, ShelfFault};
use crate::tui::tests::*;

const SHORTEST: &str = "e6f6g6d6c4c5c6c3";

#[test]
fn a_square_is_typed_and_enter_plays_it() {
    let mut app = TestApp::game("human", "human", "").typed("f5");
    assert_eq!((app.moves().as_str(), app.contest().pointer.square()), ("", Some(Square::F5)));
    app.type_in("\n");
    assert_eq!(app.moves(), "f5");
    assert!(matches!(&app.effects[..], [Effect::Keep(events)] if matches!(events[..], [Happened::Played { .. }])));
    app.type_in("aD6\n");
    assert_eq!(app.moves(), "f5d6");
}

#[test]
fn letters_from_a_to_h_only_start_a_square() {
    for letter in 'a'..='h' {
        let mut app = TestApp::game("human", "human", "f5").typed(&letter.to_string());
        assert_eq!((app.contest().pointer.column, app.moves().as_str()), (Some(letter), "f5"));
        assert!(app.effects.is_empty());
        app.type_in("<Esc>");
        assert_eq!(app.contest().pointer.column, None);
        assert!(matches!(app.state.screen, Screen::Game), "Esc only took the letter back");
    }
}

#[test]
fn an_illegal_square_is_rejected_with_a_reason() {
    let mut app = TestApp::game("human", "human", "").typed("a1\n");
    assert_eq!(app.moves(), "");
    assert!(app.notice().starts_with("On a1 Black would outflank"), "{}", app.notice());
    app.advance(6_000);
    assert_eq!(app.notice(), "");
}

#[test]
fn arrows_and_enter_play_a_move() {
    let mut app = TestApp::game("human", "human", "").typed("<Up><Up><Down>");
    assert_eq!(app.contest().pointer.square(), Some(Square::D3));
    app.type_in("\n");
    assert_eq!(app.moves(), "d3");
}

#[test]
fn clicks_play_even_on_a_turned_board() {
    let mut app = TestApp::game("human", "human", "");
    app.click_square(Square::F5);
    app.type_in("v");
    app.click_square(Square::D6);
    assert_eq!(app.moves(), "f5d6");
}

#[test]
fn the_mouse_selects_squares_and_footer_keys() {
    let mut app = TestApp::game("human", "human", "f5");
    let area = layout::board_screen(app.state.size, true).unwrap().board.of(Square::D6);
    app.mouse(MouseAction::Move, area.x, area.y);
    assert_eq!(app.contest().pointer.square(), Some(Square::D6));
    let undo = layout::footer(&app.state).into_iter().find(|item| item.offer.action == Action::Undo).unwrap().area;
    app.mouse(MouseAction::Click, undo.x, undo.y);
    assert_eq!(app.moves(), "");
}

#[test]
fn undo_and_redo_include_the_machines_reply() {
    let mut app = TestApp::game("human", "engine:1", "").typed("f5\n");
    app.answer(Square::D6);
    app.type_in("c3\n");
    app.answer(Square::D3);
    assert_eq!(app.moves(), "f5d6c3d3");
    for (keys, moves) in [("u", "f5d6"), ("u", ""), ("r", "f5d6"), ("r", "f5d6c3d3"), ("r", "f5d6c3d3")] {
        app.type_in(keys);
        assert_eq!((app.moves().as_str(), app.asked()), (moves, None), "{keys}");
    }
    assert_eq!(app.notice(), "There is nothing to redo.");
}

#[test]
fn undo_stops_the_machine_and_ignores_its_late_move() {
    let mut app = TestApp::game("human", "engine:1", "").typed("f5\n");
    let id = app.asked().unwrap();
    app.type_in("u");
    assert!(app.effects.contains(&Effect::Stop(id)));
    let choice = Choice { action: outflank_players::Action::Place(Square::D6), eval: None, time: None };
    app.send(Event::Chosen(id, Ok(choice)));
    assert_eq!(app.moves(), "");
}

#[test]
fn a_machine_is_asked_once_per_move() {
    let mut app = TestApp::game("engine:2", "engine:3", "");
    let asks = |app: &TestApp| app.effects.iter().filter(|effect| matches!(effect, Effect::Ask { .. })).count();
    assert_eq!(asks(&app), 1);
    app.advance(50);
    assert_eq!(asks(&app), 0);
    app.answer(Square::F5);
    assert_eq!(asks(&app), 1);
    assert!(matches!(&app.effects[..], [_, Effect::Ask { color: Color::White, .. }]));
}

#[test]
fn the_player_takes_over_from_a_failed_machine() {
    let mut app = TestApp::game("human", "engine:1", "f5");
    app.answer(Square::A1);
    assert_eq!(app.notice(), "engine, level 1 tried to play a1, which is illegal. You play white now.");
    app.type_in("d6\n");
    assert_eq!(app.moves(), "f5d6");
}

#[test]
fn flips_are_animated_one_by_one_in_limited_time() {
    let mut app = TestApp::game("human", "engine:1", "f5d6c3d3c4f4");
    app.state.settings.animation = true;
    app.type_in("e3\n");
    let after = app.contest().position().discs();
    let mut seen = vec![app.contest().discs(app.state.now)];
    assert!(app.asked().is_none(), "the machine waits until everything was seen");
    let began = app.state.now;
    while app.contest().flipping.is_some() && app.wake() {
        seen.push(app.contest().discs(app.state.now));
    }
    assert!(app.state.now.since(began) < Duration::from_millis(300));
    assert_eq!(seen.last(), Some(&after));
    let black: Vec<u32> = seen.iter().map(|discs| discs.black.len()).collect();
    assert!(black.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{black:?}");
    assert!(app.asked().is_some());
}

#[test]
fn a_key_ends_the_animation_and_still_counts() {
    let mut app = TestApp::game("human", "human", "");
    app.state.settings.animation = true;
    app.type_in("f5\nd6\n");
    assert_eq!(app.moves(), "f5d6");
}

#[test]
fn a_pass_notice_ends_with_a_key_or_after_a_while() {
    let moves = "d3c3b3b2f5a3a1";
    let mut app = TestApp::game("human", "human", moves).typed("c1\n");
    assert_eq!(app.contest().pass.map(|pass| pass.by), Some(Color::Black));
    app.type_in("\n");
    assert_eq!(app.contest().pass, None);
    assert_eq!(app.moves(), format!("{moves}c1"), "the key did nothing else");

    app.type_in("uc1\n");
    assert!(app.contest().pass.is_some());
    app.advance(4_000);
    assert_eq!(app.contest().pass, None);
    assert_eq!(app.state.wake(), None, "nothing moves any more");

    // White moves again: the typed square is not lost.
    app.type_in("uc1\n");
    let next = app.contest().position().legal_moves().first().unwrap();
    app.type_in(&format!("{next}\n"));
    assert_eq!(app.moves(), format!("{moves}c1{next}"));

    app.type_in("uuc1\n");
    assert!(app.contest().pass.is_some());
    app.click_square(next);
    assert_eq!(app.moves(), format!("{moves}c1{next}"));
}

#[test]
fn a_finished_game_is_saved_and_offers_a_rematch() {
    let mut app = won(4);
    assert!(matches!(app.contest().table.ending(), Some(Ending::PlayedOut(_))));
    let [Effect::Keep(_), Effect::Finish(record)] = &app.effects[..] else { panic!("{:?}", app.effects) };
    assert_eq!(record.details.players.white.name, "engine:4");
    assert_eq!(app.state.wake(), None);
    app.type_in("u");
    assert!(app.contest().is_over(), "nothing is taken back");
    app.type_in("<Down>\n");
    assert_eq!(app.contest().players, ByColor { black: engine(4), white: PlayerName::Human });
    assert!(app.asked().is_some());
}

fn won(level: u8) -> TestApp {
    TestApp::game("human", &format!("engine:{level}"), SHORTEST).typed("b2\n")
}

#[test]
fn the_next_level_is_offered_after_a_win() {
    let words = |app: &TestApp| app.state.footer().into_iter().map(|line| line.word).collect::<Vec<_>>();
    let mut app = won(1);
    assert_eq!(words(&app)[..2], ["choose", "next game"]);
    let offers_level = |app: &TestApp| app.state.offers().iter().any(|offer| offer.action == Action::NextLevel);
    assert!(offers_level(&app));
    app.type_in("n");
    assert_eq!(app.contest().players, ByColor { black: PlayerName::Human, white: engine(2) });
    assert_eq!((app.moves().as_str(), app.state.settings.level), ("", Level::new(2).unwrap()));
    assert!(matches!(&app.effects[0], Effect::Configure(settings) if settings.level.number() == 2));
    app.type_in("n");
    assert_eq!(app.state.settings.level, Level::new(2).unwrap(), "it must be beaten first");

    assert!(!offers_level(&won(10)));
    let mut app = TestApp::game("human", "engine:1", "f5").typed("w");
    app.advance(5_000);
    assert!(app.contest().is_over() && !offers_level(&app), "a loss is no win");
    app.type_in("n");
    assert_eq!(app.contest().players, ByColor { black: engine(1), white: PlayerName::Human });
}

#[test]
fn quitting_an_unfinished_game_asks_once() {
    let app = TestApp::game("human", "human", "f5").typed("q");
    assert!(app.effects.is_empty() && matches!(app.state.overlay, Some(Overlay::Confirm(Confirm::Quit))));
    for (moves, keys) in [("", "q"), ("f5", "q\n"), ("f5", "<Ctrl-C><Ctrl-C>")] {
        assert_eq!(TestApp::game("human", "human", moves).typed(keys).effects, [Effect::Quit], "{moves} {keys}");
    }
    let mut app = TestApp::game("human", "human", "f5");
    app.send(Event::Terminated);
    assert_eq!(app.effects, [Effect::Quit], "the system does not ask");
}

#[test]
fn clocks_run_pause_off_screen_and_run_out() {
    let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let mut app = TestApp::timed_game("human", "human", "", time);
    app.advance(10_000);
    assert!(app.effects.contains(&Effect::Heartbeat(app.now)), "{:?}", app.effects);
    app.type_in("f5\n");
    let left = |app: &TestApp| app.contest().table.clocks(app.state.now).unwrap().map(|left| left.as_millis());
    assert_eq!(left(&app), ByColor { black: 52_000, white: 60_000 });
    for (pause, resume) in [("<Esc>", "\n"), ("z", "z")] {
        app.type_in(pause);
        app.advance(100_000);
        app.type_in(resume);
        assert_eq!(left(&app), ByColor { black: 52_000, white: 60_000 }, "{pause}");
    }
    // Without any input, the state says when to wake.
    let mut looks = 0;
    while app.contest().table.ending().is_none() {
        assert!(app.wake());
        looks += 1;
    }
    assert_eq!(app.contest().table.ending(), Some(Ending::TimeOut { by: Color::White }));
    assert!((150..=170).contains(&looks), "once a second, and ten times a second at the end: {looks}");
    assert_eq!(app.state.wake(), None);
}

#[test]
fn an_idle_board_never_wakes() {
    for app in [TestApp::new(), TestApp::game("human", "human", "f5"), TestApp::game("human", "engine:1", "f5")] {
        assert_eq!(app.state.wake(), None);
    }
}

#[test]
fn the_moves_are_copied_and_the_record_is_saved() {
    let mut app = TestApp::game("human", "human", "f5d6").typed("y");
    assert_eq!(app.effects, [Effect::Copy("f5d6".to_owned())]);
    app.type_in("s<Ctrl-U>my games/a.ggf\n");
    let [Effect::Save { path, record }] = &app.effects[..] else { panic!("{:?}", app.effects) };
    assert_eq!((path.to_str(), record.plies().len()), (Some("my games/a.ggf"), 2));
    assert_eq!(record.details.date, "2026.11.15");
}

#[test]
fn ctrl_z_suspends_on_every_screen() {
    for mut app in [TestApp::new(), TestApp::game("human", "human", "f5")] {
        app.type_in("<Ctrl-Z>");
        assert_eq!(app.effects, [Effect::Suspend]);
        app.send(Event::Resumed);
        assert_eq!(app.effects, [Effect::Redraw]);
    }
}

#[test]
fn a_handicap_game_starts_with_corners_and_white_to_move() {
    let app = TestApp::new().typed("N<Up><Up><Up><Right><Right><Up><Up><Right><Down><Down><Down><Down><Down>\n");
    let expected = discs! {
        X . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . O X . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    assert_eq!(app.contest().position().discs(), expected);
    assert_eq!(app.contest().position().rules(), Rules::Orthogonal);
    assert_eq!(app.contest().turn(), Color::White);
}

fn full() -> Result<(), ShelfError> {
    let fault = ShelfFault::Io(std::io::Error::other("No space left on device (os error 28)"));
    Err(ShelfError { path: "/home/ann/unfinished".into(), fault })
}

#[test]
fn a_game_that_cannot_be_saved_says_so_until_it_can() {
    let mut app = TestApp::game("human", "human", "f5");
    let screen = |app: &TestApp| app.draw().content().iter().map(|cell| cell.symbol()).collect::<String>();
    app.send(Event::GameSaved(full()));
    assert!(app.notice().starts_with("This game is not being saved: /home/ann/unfinished: No space left"));
    for keys in ["d6\n", "?", "<Esc>", "<Esc>", "\n", "x", "<Esc>"] {
        app.type_in(keys);
        assert!(screen(&app).contains("Not saved: No space left on device"), "{keys}: {}", screen(&app));
    }
    for (columns, rows) in [(200, 60), (80, 24), (60, 20), (40, 15), (20, 11)] {
        app.resize(columns, rows);
        assert!(screen(&app).contains("Not saved"), "{columns}x{rows}");
    }
    let mut attempts = 0;
    for _ in 0..10 {
        assert!(app.wake());
        attempts += app.effects.iter().filter(|effect| **effect == Effect::SaveAgain).count();
        app.send(Event::GameSaved(full()));
    }
    assert!(attempts >= 9, "{attempts}");
    app.send(Event::GameSaved(Ok(())));
    assert_eq!(app.notice(), "The game is saved again.");
    assert!(!screen(&app).contains("Not saved"));
}

#[test]
fn quitting_without_a_saved_game_asks() {
    let mut app = won(1);
    app.send(Event::GameSaved(full()));
    app.type_in("q");
    let Some(Overlay::Confirm(confirm)) = &app.state.overlay else { panic!("{:?}", app.state.overlay) };
    assert_eq!(confirm.text(false), "Quit? This game is not saved.");
    app.type_in("\n");
    assert_eq!(app.effects, [Effect::Quit]);
}
