//! Playing.

use outflank_rules::discs;
use outflank_table::{Ending, Event as Happened};

use crate::tui::app::state::Screen;
use crate::tui::screens::overlay::{Overlay, Question};
use crate::tui::tests::*;

const SHORTEST: &str = "e6f6g6d6c4c5c6c3";

#[test]
fn a_square_is_typed_and_enter_plays_it() {
    let mut desk = Desk::game("human", "human", "");
    desk.type_in("f5");
    assert_eq!((desk.moves().as_str(), desk.contest().pointer.square()), ("", Some(Square::F5)));
    desk.type_in("\n");
    assert_eq!(desk.moves(), "f5");
    assert!(matches!(&desk.effects[..], [Effect::Keep(events)] if matches!(events[..], [Happened::Played { .. }])));
    // In upper case, and after a slip.
    desk.type_in("aD6\n");
    assert_eq!(desk.moves(), "f5d6");
}

#[test]
fn letters_from_a_to_h_begin_a_square_and_never_do_anything_else() {
    for letter in 'a'..='h' {
        let mut desk = Desk::game("human", "human", "f5");
        desk.type_in(&letter.to_string());
        assert_eq!((desk.contest().pointer.column, desk.moves().as_str()), (Some(letter), "f5"));
        assert!(desk.effects.is_empty());
        desk.key(KeyCode::Esc);
        assert_eq!(desk.contest().pointer.column, None);
        assert!(matches!(desk.state.screen, Screen::Game), "Esc only took the letter back");
    }
}

#[test]
fn an_illegal_square_is_told_and_changes_nothing() {
    let mut desk = Desk::game("human", "human", "");
    desk.type_in("a1\n");
    assert_eq!(desk.moves(), "");
    assert!(desk.told().starts_with("On a1 Black would outflank"), "{}", desk.told());
    desk.pass_time(6_000);
    assert_eq!(desk.told(), "");
}

#[test]
fn arrows_and_enter_play_too() {
    let mut desk = Desk::game("human", "human", "");
    for _ in 0..2 {
        desk.key(KeyCode::Up);
    }
    desk.key(KeyCode::Down);
    assert_eq!(desk.contest().pointer.square(), Some(Square::D3));
    desk.key(KeyCode::Enter);
    assert_eq!(desk.moves(), "d3");
}

#[test]
fn a_click_plays_also_on_a_turned_board() {
    let mut desk = Desk::game("human", "human", "");
    desk.click_square(Square::F5);
    desk.type_in("v");
    desk.click_square(Square::D6);
    assert_eq!(desk.moves(), "f5d6");
}

#[test]
fn the_mouse_points_and_the_footer_is_clicked() {
    let mut desk = Desk::game("human", "human", "f5");
    let area = layout::board_screen(desk.state.size, true).unwrap().board.of(Square::D6);
    desk.mouse(Deed::Move, area.x, area.y);
    assert_eq!(desk.contest().pointer.square(), Some(Square::D6));
    let undo = layout::footer(&desk.state).into_iter().find(|(_, line)| line.word == "undo").unwrap().0;
    desk.mouse(Deed::Click, undo.x, undo.y);
    assert_eq!(desk.moves(), "");
}

#[test]
fn undo_and_redo_take_the_machines_answer_with_them() {
    let mut desk = Desk::game("human", "engine:1", "");
    desk.type_in("f5\n");
    desk.answer(Square::D6);
    desk.type_in("c3\n");
    desk.answer(Square::D3);
    assert_eq!(desk.moves(), "f5d6c3d3");
    desk.type_in("u");
    assert_eq!(desk.moves(), "f5d6");
    desk.type_in("u");
    assert_eq!(desk.moves(), "");
    assert!(desk.asked().is_none());
    desk.type_in("r");
    assert_eq!(desk.moves(), "f5d6");
    desk.type_in("rr");
    assert_eq!(desk.moves(), "f5d6c3d3");
    assert_eq!(desk.told(), "There is nothing to make again.");
}

#[test]
fn a_machine_that_thinks_is_stopped_by_undo_and_its_late_answer_is_not_played() {
    let mut desk = Desk::game("human", "engine:1", "");
    desk.type_in("f5\n");
    let id = desk.asked().unwrap();
    desk.type_in("u");
    assert!(desk.effects.contains(&Effect::Stop(id)));
    let choice = Choice { action: Action::Place(Square::D6), eval: None, time: None };
    desk.happen(Event::Chosen { id, choice: Ok(choice) });
    assert_eq!(desk.moves(), "");
}

#[test]
fn a_machine_is_asked_once_for_each_of_its_moves() {
    let mut desk = Desk::game("engine:2", "engine:3", "");
    let asks = |desk: &Desk| {
        let ask = |effect: &Effect| matches!(effect, Effect::Ask { .. });
        desk.effects.iter().filter(|effect| ask(effect)).count()
    };
    assert_eq!(asks(&desk), 1);
    desk.pass_time(50);
    assert_eq!(asks(&desk), 0);
    desk.answer(Square::F5);
    assert_eq!(asks(&desk), 1);
    assert!(matches!(&desk.effects[..], [_, Effect::Ask { color: Color::White, .. }]));
    desk.type_in("d6\n");
    assert_eq!(desk.told(), "It is white's turn (engine, level 3).");
}

#[test]
fn a_machine_that_fails_leaves_its_seat_to_the_player() {
    let mut desk = Desk::game("human", "engine:1", "f5");
    desk.answer(Square::A1);
    assert_eq!(desk.told(), "engine, level 1 wants to play a1, which is not legal. You play white now.");
    desk.type_in("d6\n");
    assert_eq!(desk.moves(), "f5d6");
}

#[test]
fn flips_are_shown_one_after_another_and_are_over_in_time() {
    let mut desk = Desk::game("human", "engine:1", "f5d6c3d3c4f4");
    desk.state.settings.animation = true;
    desk.type_in("e3\n");
    let after = desk.contest().position().discs();
    let mut seen = vec![desk.contest().discs(desk.state.now)];
    assert!(desk.asked().is_none(), "the machine waits until everything was seen");
    let began = desk.state.now;
    while let Some(wake) = desk.state.wake().filter(|_| desk.contest().flipping.is_some()) {
        desk.now = wake;
        desk.happen(Event::Tick);
        seen.push(desk.contest().discs(desk.state.now));
    }
    assert!(desk.state.now.since(began) < Duration::from_millis(300));
    assert_eq!(seen.last(), Some(&after));
    let black: Vec<u32> = seen.iter().map(|discs| discs.black.len()).collect();
    assert!(black.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{black:?}");
    assert!(desk.asked().is_some());
}

#[test]
fn a_key_ends_the_flipping_and_is_not_lost() {
    let mut desk = Desk::game("human", "human", "");
    desk.state.settings.animation = true;
    desk.type_in("f5\nd6\n");
    assert_eq!(desk.moves(), "f5d6");
}

#[test]
fn a_forced_pass_is_announced_and_goes_with_a_key_or_with_time() {
    let moves = "d3c3b3b2f5a3a1";
    let mut desk = Desk::game("human", "human", moves);
    desk.type_in("c1\n");
    assert_eq!(desk.contest().pass.map(|pass| pass.by), Some(Color::Black));
    desk.key(KeyCode::Enter);
    assert_eq!(desk.contest().pass, None);
    assert_eq!(desk.moves(), format!("{moves}c1"), "the key did nothing else");

    desk.type_in("uc1\n");
    assert!(desk.contest().pass.is_some());
    desk.pass_time(4_000);
    assert_eq!(desk.contest().pass, None);
    assert_eq!(desk.state.wake(), None, "nothing moves any more");

    // White plays again: the square that is typed is not lost.
    desk.type_in("u");
    desk.type_in("c1\n");
    let next = desk.contest().position().legal_moves().first().unwrap();
    desk.type_in(&format!("{next}\n"));
    assert_eq!(desk.moves(), format!("{moves}c1{next}"));
}

#[test]
fn the_end_is_told_kept_and_followed_by_a_rematch() {
    let mut desk = Desk::game("human", "engine:4", SHORTEST);
    desk.type_in("b2\n");
    assert!(matches!(desk.contest().table.ending(), Some(Ending::PlayedOut(_))));
    let [Effect::Keep(_), Effect::Finish(record)] = &desk.effects[..] else { panic!("{:?}", desk.effects) };
    assert_eq!(record.details.players.white.name, "engine:4");
    assert_eq!(desk.state.wake(), None);
    desk.type_in("u");
    assert!(desk.told().starts_with("The game is over"));
    desk.type_in("r");
    assert_eq!(desk.contest().players, ByColor { black: engine(4), white: PlayerName::Human });
    assert!(desk.asked().is_some());
}

/// Black has won against the engine at this level.
fn won(level: u8) -> Desk {
    let mut desk = Desk::game("human", &format!("engine:{level}"), SHORTEST);
    desk.type_in("b2\n");
    desk
}

#[test]
fn the_next_level_is_offered_after_a_win() {
    let words = |desk: &Desk| desk.state.footer().into_iter().map(|line| line.word).collect::<Vec<_>>();
    let mut desk = won(1);
    assert_eq!(words(&desk)[..2], ["rematch", "next level"]);
    desk.type_in("+");
    assert_eq!(desk.contest().players, ByColor { black: PlayerName::Human, white: engine(2) });
    assert_eq!((desk.moves().as_str(), desk.state.settings.level), ("", Level::new(2).unwrap()));
    assert!(matches!(&desk.effects[0], Effect::Configure(settings) if settings.level.number() == 2));
    // The key does not skip levels.
    desk.type_in("+");
    assert_eq!(desk.told(), "Win a game against the engine to go to the next level.");

    let mut desk = won(10);
    assert!(!words(&desk).contains(&"next level"));
    desk.type_in("+");
    assert!(desk.contest().is_over());
    let mut desk = Desk::game("human", "engine:1", "f5");
    desk.type_in("wy");
    assert!(desk.contest().is_over() && !words(&desk).contains(&"next level"), "a loss is no win");
    desk.type_in("r");
    assert_eq!(desk.contest().players, ByColor { black: engine(1), white: PlayerName::Human });
}

#[test]
fn giving_up_asks_first() {
    let mut desk = Desk::game("human", "engine:4", "");
    desk.type_in("f5\n");
    desk.type_in("wn");
    assert_eq!(desk.contest().table.ending(), None);
    desk.type_in("wy");
    assert_eq!(desk.contest().table.ending(), Some(Ending::Resigned { by: Color::Black }), "the person gives up");
    assert!(desk.asked().is_none());
}

#[test]
fn quitting_asks_once_if_a_game_runs() {
    let mut desk = Desk::game("human", "human", "");
    desk.type_in("q");
    assert_eq!(desk.effects, [Effect::Quit], "nothing was played");
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("q");
    assert!(desk.effects.is_empty() && matches!(desk.state.overlay, Some(Overlay::Question(Question::Quit))));
    desk.type_in("y");
    assert_eq!(desk.effects, [Effect::Quit]);
    let mut desk = Desk::game("human", "human", "f5");
    desk.press(Press::ctrl('c'));
    desk.press(Press::ctrl('c'));
    assert_eq!(desk.effects, [Effect::Quit]);
    let mut desk = Desk::game("human", "human", "f5");
    desk.happen(Event::Terminated);
    assert_eq!(desk.effects, [Effect::Quit], "the system does not ask");
}

#[test]
fn a_hint_is_searched_for_and_forgotten_with_the_move() {
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("i");
    let Some(&Effect::Search { id, position, .. }) = desk.effects.first() else { panic!("{:?}", desk.effects) };
    desk.happen(Event::Progress { id, analysis: analysis_of(&position, 3) });
    let best = desk.contest().hint.as_ref().unwrap().analysis.as_ref().unwrap().lines[0].pv[0];
    desk.type_in(&format!("{best}\n"));
    assert!(desk.effects.contains(&Effect::Stop(id)));
    assert!(desk.contest().hint.is_none());
}

#[test]
fn clocks_run_fall_and_stop_when_nobody_looks() {
    let game = Game::new(Position::initial(Rules::Standard));
    let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::from_secs(2) };
    let mut desk = Desk::game_from("human", "human", &game, time);
    desk.pass_time(10_000);
    assert!(desk.effects.contains(&Effect::Ran(desk.now)), "{:?}", desk.effects);
    desk.type_in("f5\n");
    let left = |desk: &Desk| desk.contest().table.clocks(desk.state.now).unwrap().map(|left| left.as_millis());
    assert_eq!(left(&desk), ByColor { black: 52_000, white: 60_000 });
    // The menu stops them, and so does p.
    desk.key(KeyCode::Esc);
    desk.pass_time(100_000);
    desk.type_in("c");
    assert_eq!(left(&desk), ByColor { black: 52_000, white: 60_000 });
    desk.type_in("p");
    desk.pass_time(100_000);
    desk.type_in("p");
    assert_eq!(left(&desk), ByColor { black: 52_000, white: 60_000 });
    // Nobody touches anything: the state says when to look.
    let mut looks = 0;
    while desk.contest().table.ending().is_none() {
        desk.now = desk.state.wake().unwrap();
        desk.happen(Event::Tick);
        looks += 1;
    }
    assert_eq!(desk.contest().table.ending(), Some(Ending::TimeOut { by: Color::White }));
    assert!((150..=170).contains(&looks), "once a second, and ten times a second at the end: {looks}");
    assert_eq!(desk.state.wake(), None);
}

#[test]
fn nothing_moves_when_nothing_happens() {
    for desk in [Desk::new(), Desk::game("human", "human", "f5"), Desk::game("human", "engine:1", "f5")] {
        assert_eq!(desk.state.wake(), None);
    }
}

#[test]
fn the_moves_are_copied_and_the_record_is_saved() {
    let mut desk = Desk::game("human", "human", "f5d6");
    desk.type_in("y");
    assert_eq!(desk.effects, [Effect::Copy("f5d6".to_owned())]);
    desk.type_in("s");
    desk.press(Press::ctrl('u'));
    desk.type_in("my games/a.ggf\n");
    let [Effect::Save { path, record }] = &desk.effects[..] else { panic!("{:?}", desk.effects) };
    assert_eq!((path.to_str(), record.plies().len()), (Some("my games/a.ggf"), 2));
    assert_eq!(record.details.date, "2026.11.15");
}

#[test]
fn ctrl_z_suspends_on_every_screen() {
    for mut desk in [Desk::new(), Desk::game("human", "human", "f5")] {
        desk.press(Press::ctrl('z'));
        assert_eq!(desk.effects, [Effect::Suspend]);
        desk.happen(Event::Resumed);
        assert_eq!(desk.effects, [Effect::Redraw]);
    }
}

#[test]
fn handicap_corners_and_supply_are_on_the_board() {
    let mut desk = Desk::new();
    desk.type_in("nssr");
    desk.type_in("\n");
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
    assert_eq!(desk.contest().position().discs(), expected);
    assert_eq!(desk.contest().position().rules(), Rules::Orthogonal);
    assert_eq!(desk.contest().turn(), Color::White);
}
