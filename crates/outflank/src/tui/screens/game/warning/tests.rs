//! Teaching.

use outflank_engine::{Bound, Score, Variation};
use outflank_rules::Move;
use outflank_study::teach::Tolerance;
use outflank_table::Ending;

use crate::tui::app::state::Screen;
use crate::tui::screens::game::warning::Warned;
use crate::tui::screens::overlay::{Overlay, Question};
use crate::tui::tests::*;

/// Somebody who is taught, as Black against an engine.
pub(crate) fn taught(moves: &str) -> Desk {
    let mut desk = Desk::game("human", "engine:3", moves);
    desk.state.settings.teach = Some(Tolerance::default());
    desk
}

/// The search of the move that is held back.
fn search(desk: &Desk) -> (Id, Position) {
    let held = desk.contest().held.as_ref().expect("a move is held back");
    (held.id, held.position)
}

/// What an engine would say to whom this move costs so many discs, and the others nothing.
pub(crate) fn analysis(position: &Position, square: Square, loss: i8) -> Analysis {
    let line = |square, discs| Variation {
        pv: vec![Move::Place(square)],
        score: Score::from_discs(discs),
        bound: Bound::Exact,
    };
    let others = position.legal_moves().without(square).into_iter().map(|square| line(square, 0));
    let lines = others.chain([line(square, -loss)]).collect();
    Analysis { lines, ..analysis_of(position, 1) }
}

/// Plays a square, about which the engine says that it costs so many discs.
pub(crate) fn play(desk: &mut Desk, square: Square, loss: i8) {
    desk.type_in(&format!("{square}\n"));
    let (id, position) = search(desk);
    desk.happen(Event::Searched { id, analysis: analysis(&position, square, loss) });
}

fn warned(desk: &Desk) -> Option<&Warned> {
    match &desk.state.overlay {
        Some(Overlay::Warned(warned)) => Some(warned),
        _ => None,
    }
}

#[test]
fn nobody_is_taught_who_does_not_want_it() {
    let mut desk = Desk::game("human", "engine:3", "");
    assert_eq!(desk.state.settings.teach, None);
    desk.type_in("f5\n");
    assert_eq!(desk.moves(), "f5");
    assert!(desk.limits.is_empty());
}

#[test]
fn people_are_not_taught_against_each_other() {
    let mut desk = Desk::game("human", "human", "");
    desk.state.settings.teach = Some(Tolerance::default());
    desk.type_in("f5\n");
    assert_eq!(desk.moves(), "f5");
}

#[test]
fn a_bad_move_is_held_back_and_enter_plays_it() {
    let mut desk = taught("f5d6");
    play(&mut desk, Square::C3, 6);
    assert_eq!(desk.moves(), "f5d6", "it is not final");
    assert!(desk.asked().is_none(), "the machine is not asked yet");
    assert_eq!(warned(&desk).unwrap().warning.played, Square::C3);
    assert!(!desk.effects.iter().any(|effect| matches!(effect, Effect::Keep(_))));
    desk.key(KeyCode::Enter);
    assert_eq!(desk.moves(), "f5d6c3");
    assert!(warned(&desk).is_none() && desk.asked().is_some());
}

#[test]
fn who_thinks_again_may_play_something_else_or_the_same() {
    let mut desk = taught("f5d6");
    play(&mut desk, Square::C3, 6);
    desk.key(KeyCode::Esc);
    assert!(warned(&desk).is_none() && matches!(desk.state.screen, Screen::Game));
    play(&mut desk, Square::C4, 0);
    assert_eq!(desk.moves(), "f5d6c4");

    let mut desk = taught("f5d6");
    play(&mut desk, Square::C3, 6);
    // A square that is typed is thinking again, too, and nothing of it is lost.
    desk.type_in("c5");
    assert!(warned(&desk).is_none());
    assert_eq!(desk.contest().pointer.square(), Some(Square::C5));
}

#[test]
fn what_is_better_is_told_only_to_who_asks() {
    let mut desk = taught("f5d6");
    play(&mut desk, Square::C3, 6);
    assert!(!warned(&desk).unwrap().is_best_shown);
    desk.type_in("?");
    assert!(warned(&desk).unwrap().is_best_shown);
    desk.type_in("?zq");
    assert!(warned(&desk).is_some(), "other keys do nothing");
    desk.type_in("y");
    assert_eq!(desk.moves(), "f5d6c3");
}

#[test]
fn a_move_that_is_good_enough_is_played_as_soon_as_it_was_looked_at() {
    for loss in [0, 4] {
        let mut desk = taught("f5d6");
        play(&mut desk, Square::C3, loss);
        assert_eq!(desk.moves(), "f5d6c3");
        assert!(desk.asked().is_some());
    }
}

#[test]
fn the_same_square_is_looked_at_once_and_another_takes_its_place() {
    let mut desk = taught("f5d6");
    desk.type_in("c3\n");
    let (first, _) = search(&desk);
    desk.type_in("\n");
    assert_eq!(search(&desk).0, first);
    assert!(desk.effects.is_empty());
    desk.type_in("c4\n");
    assert!(desk.effects.contains(&Effect::Stop(first)));
    let (_, position) = search(&desk);
    desk.happen(Event::Searched { id: first, analysis: analysis(&position, Square::C3, 0) });
    assert_eq!(desk.moves(), "f5d6", "nobody waits for the first any more");
}

#[test]
fn what_cannot_be_played_and_what_must_be_played_is_not_looked_at() {
    let mut desk = taught("f5d6");
    desk.type_in("a1\n");
    assert!(desk.told().starts_with("On a1 Black would outflank"), "{}", desk.told());
    assert!(desk.contest().held.is_none());
    let only = plain::parse("board XO-------------------------------------------------------------- X").unwrap();
    let game = only.check().unwrap().game().clone();
    let mut desk = Desk::game_from("human", "engine:3", &game, TimeControl::Unlimited);
    desk.state.settings.teach = Some(Tolerance::default());
    desk.type_in("c1\n");
    assert_eq!(desk.moves(), "c1");
}

#[test]
fn a_move_that_is_looked_at_goes_with_the_screen_and_with_the_position() {
    for keys in ["u", "x"] {
        let mut desk = taught("f5d6");
        desk.type_in("c3\n");
        let (id, position) = search(&desk);
        desk.type_in(keys);
        assert!(desk.effects.contains(&Effect::Stop(id)), "{keys}: {:?}", desk.effects);
        let moves = desk.moves();
        desk.happen(Event::Searched { id, analysis: analysis(&position, Square::C3, 6) });
        assert_eq!((desk.moves(), warned(&desk).is_none()), (moves, true), "{keys}");
    }
}

#[test]
fn a_line_that_is_typed_is_not_disturbed() {
    let mut desk = taught("f5d6");
    desk.type_in("c3\n");
    let (id, position) = search(&desk);
    desk.type_in("s");
    desk.happen(Event::Searched { id, analysis: analysis(&position, Square::C3, 6) });
    assert!(matches!(desk.state.overlay, Some(Overlay::Prompt(_))));
    desk.key(KeyCode::Esc);
    assert!(warned(&desk).is_some(), "the word comes after it");
}

#[test]
fn the_clock_goes_on_and_may_run_out_over_a_word() {
    let game = plain::parse("f5d6").unwrap().check().unwrap().game().clone();
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    let mut desk = Desk::game_from("human", "engine:3", &game, time);
    desk.state.settings.teach = Some(Tolerance::default());
    play(&mut desk, Square::C3, 6);
    desk.pass_time(10_000);
    assert_eq!(desk.contest().table.clocks(desk.now).unwrap().black, Duration::from_secs(50));
    assert!(warned(&desk).is_some());
    desk.pass_time(50_000);
    assert_eq!(desk.contest().table.ending(), Some(Ending::TimeOut { by: Color::Black }));
    assert!(warned(&desk).is_none());
}

#[test]
fn ctrl_c_asks_also_over_a_word() {
    let mut desk = taught("f5d6");
    play(&mut desk, Square::C3, 6);
    desk.press(Press::ctrl('c'));
    assert!(matches!(desk.state.overlay, Some(Overlay::Question(Question::Quit))));
}

#[test]
fn a_game_of_any_rules_is_taught() {
    for rules in Rules::ALL {
        let game = Game::new(Position::initial(rules));
        let mut desk = Desk::game_from("human", "engine:1", &game, TimeControl::Unlimited);
        desk.state.settings.teach = Tolerance::new(1);
        for _ in 0..3 {
            let squares = desk.contest().position().legal_moves();
            desk.click_square(squares.into_iter().last().unwrap());
            if desk.contest().held.is_some() {
                let (id, position) = search(&desk);
                let analysis = quick(&Engine::default(), &position, desk.limits[&id]);
                assert_eq!(analysis.lines.len(), squares.len() as usize);
                desk.happen(Event::Searched { id, analysis });
            }
            if warned(&desk).is_some() {
                desk.key(KeyCode::Enter);
            }
            let answer = desk.contest().position().legal_moves().first().unwrap();
            desk.answer(answer);
        }
        assert_eq!(desk.contest().placed(), 6, "{rules}");
    }
}

#[test]
fn warnings_are_chosen_with_a_game_and_kept() {
    let mut desk = Desk::new();
    desk.type_in("nww\n");
    assert_eq!(desk.state.settings.teach, Tolerance::new(4), "off, 2, 4");
    let kept = desk.effects.iter().find_map(|effect| match effect {
        Effect::Configure(settings) => Some(settings.teach),
        _ => None,
    });
    assert_eq!(kept, Some(Tolerance::new(4)));
    desk.type_in("f5\n");
    assert!(desk.contest().held.is_some());
}
