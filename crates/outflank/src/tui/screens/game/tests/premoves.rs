use outflank_study::teach::Tolerance;
use outflank_table::Event as Happened;
use proptest::prelude::*;

use crate::tui::screens::game::premove::Premove;
use crate::tui::screens::game::warning::tests::warned_game;
use crate::tui::tests::*;

fn premoved() -> TestApp {
    TestApp::game("human", "engine:3", "f5d6").typed("c3\nc4\n")
}

fn premove(app: &TestApp) -> Option<Square> {
    app.contest().premove.map(|premove| premove.square)
}

#[test]
fn a_premove_is_played_as_soon_as_it_is_legal() {
    let mut app = premoved();
    assert_eq!((app.moves().as_str(), premove(&app)), ("f5d6c3", Some(Square::C4)));
    app.answer(Square::D3);
    assert_eq!((app.moves().as_str(), premove(&app)), ("f5d6c3d3c4", None));
    assert!(app.asked().is_some(), "the machine goes on");
}

#[test]
fn an_illegal_premove_is_dropped_with_a_notice() {
    let mut app = TestApp::game("human", "engine:3", "f5d6").typed("c3\nh8\n");
    app.answer(Square::D3);
    assert_eq!((app.moves().as_str(), premove(&app)), ("f5d6c3d3", None));
    assert_eq!(app.notice(), "The premove h8 was dropped: it is not legal now.");
}

#[test]
fn escape_and_choosing_it_again_cancel() {
    for keys in ["<Esc>", "c4\n"] {
        let mut app = premoved().typed(keys);
        assert_eq!((premove(&app), app.notice()), (None, "Premove cancelled."), "{keys}");
        assert!(matches!(app.state.screen, Screen::Game));
        app.answer(Square::D3);
        assert_eq!(app.moves(), "f5d6c3d3", "{keys}");
    }
    let mut app = premoved();
    app.click_square(Square::C4);
    assert_eq!(premove(&app), None);
    app.click_square(Square::B3);
    app.click_square(Square::E3);
    assert_eq!(premove(&app), Some(Square::E3), "another square replaces it");
    app.click_square(Square::D4);
    assert_eq!((premove(&app), app.notice()), (Some(Square::E3), "d4 is not empty."));
}

#[test]
fn a_takeback_drops_the_premove() {
    let app = premoved().typed("u");
    assert_eq!((app.moves().as_str(), premove(&app)), ("f5d6", None));
    assert_eq!(app.notice(), "The premove c4 was dropped because a move was taken back.");
}

#[test]
fn people_and_engines_among_themselves_have_no_premoves() {
    for (black, white) in [("human", "human"), ("engine:1", "engine:2")] {
        assert_eq!(premove(&TestApp::game(black, white, "f5").typed("f6\nc4\n")), None, "{black} {white}");
    }
}

#[test]
fn a_premove_waits_for_another_move_of_the_opponent() {
    let mut app = TestApp::game("human", "engine:1", "d3c3b3b2f5a3a1").typed("h8\n");
    app.answer(Square::C1);
    assert_eq!(premove(&app), Some(Square::H8), "White plays again");
}

#[test]
fn a_premove_does_not_go_to_the_side_of_a_failed_machine() {
    let mut app = premoved();
    app.answer(Square::A1);
    assert_eq!((app.moves().as_str(), premove(&app)), ("f5d6c3", None));
    assert!(app.notice().ends_with("You play white now."));
}

#[test]
fn the_opponents_flips_are_seen_before_the_premove_unless_a_clock_runs() {
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(60) };
    for (time, moves) in [(TimeControl::Unlimited, "f5d6c3d3"), (time, "f5d6c3d3c4")] {
        let mut app = TestApp::timed_game("human", "engine:3", "f5d6c3", time);
        app.state.settings.animation = true;
        app.type_in("c4\n");
        app.answer(Square::D3);
        assert_eq!(app.moves(), moves);
        app.advance(300);
        assert_eq!(app.moves(), "f5d6c3d3c4");
    }
}

#[test]
fn a_bad_premove_is_held_like_any_bad_move() {
    let mut app = warned_game("f5d6c3").typed("c4\n");
    app.answer(Square::D3);
    assert_eq!(app.moves(), "f5d6c3d3", "it is checked first");
    let held = app.contest().held.clone().expect("it is held");
    assert_eq!(held.square, Square::C4);
    let scores =
        held.position.legal_moves().into_iter().map(|square| (square, if square == Square::C4 { -9 } else { 0 }));
    let mut scores: Vec<_> = scores.collect();
    scores.sort_by_key(|&(_, score)| -score);
    app.send(Event::Searched(held.id, analysis_with(scores.into_iter())));
    assert!(matches!(app.state.overlay, Some(Overlay::Warning(_))));
    assert_eq!(app.typed("\n").moves(), "f5d6c3d3c4");
}

#[derive(Clone, Debug)]
enum Random {
    Type(Square),
    Click(Square),
    Key(Press),
    Answer(usize),
    Fail,
    Checked(bool),
    Wait(u64),
}

fn random() -> impl Strategy<Value = Random> {
    let square = || prop::sample::select(Square::ALL.to_vec());
    let keys = "urzwipxvm.<>n".chars().map(Press::char);
    let keys: Vec<Press> =
        keys.chain([KeyCode::Esc, KeyCode::Enter, KeyCode::Up, KeyCode::Left].map(Press::key)).collect();
    prop_oneof![
        6 => square().prop_map(Random::Type),
        6 => square().prop_map(Random::Click),
        5 => prop::sample::select(keys).prop_map(Random::Key),
        8 => any::<usize>().prop_map(Random::Answer),
        1 => Just(Random::Fail),
        4 => any::<bool>().prop_map(Random::Checked),
        4 => (0..4_000_u64).prop_map(Random::Wait),
    ]
}

fn take(app: &mut TestApp, random: &Random) -> Option<Square> {
    match *random {
        Random::Type(square) => {
            app.type_in(&square.to_string());
            let chosen = app.contest().pointer.square();
            app.type_in("\n");
            return chosen;
        }
        Random::Click(square) => {
            app.click_square(square);
            return Some(square);
        }
        Random::Key(press) => {
            let pointed = app.contest().pointer.square();
            app.press(press);
            return pointed.filter(|_| press.code == KeyCode::Enter);
        }
        Random::Answer(any) => {
            let squares = app.contest().position().legal_moves();
            if let (Some(_), Some(square)) = (app.asked(), squares.into_iter().nth(any % squares.len().max(1) as usize))
            {
                app.answer(square);
            }
        }
        Random::Fail => {
            if app.asked().is_some() {
                let occupied = app.contest().position().discs().black.first();
                app.answer(occupied.unwrap_or(Square::A1));
            }
        }
        Random::Checked(is_good) => {
            if let Some(held) = app.contest().held.clone() {
                let value = |square| if square == held.square && !is_good { -20 } else { 0 };
                let mut scores: Vec<_> =
                    held.position.legal_moves().into_iter().map(|square| (square, value(square))).collect();
                scores.sort_by_key(|&(_, score)| -score);
                app.send(Event::Searched(held.id, analysis_with(scores.into_iter())));
            }
        }
        Random::Wait(millis) => app.advance(millis),
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Whatever happens, a person's disc lies where the person wanted it: chosen just now, as a premove, or before a check.
    #[test]
    fn only_chosen_squares_are_played(
        events in prop::collection::vec(random(), 0..120),
        is_black: bool,
        is_clocked: bool,
        warns: bool,
        animation: bool,
    ) {
        let main = Duration::from_secs(300);
        let time = if is_clocked { TimeControl::SuddenDeath { main } } else { TimeControl::Unlimited };
        let (black, white) = if is_black { ("human", "engine:3") } else { ("engine:3", "human") };
        let mut app = TestApp::timed_game(black, white, "", time);
        app.state.settings.animation = animation;
        app.state.settings.teach = warns.then(Tolerance::default);
        for event in &events {
            if app.state.contest.is_none() || !matches!(app.state.screen, Screen::Game) {
                break;
            }
            let before = app.contest().clone();
            let redoes = matches!(event, Random::Key(press) if *press == Press::char('r'));
            let begins = app.contest().is_over();
            let warned = match &app.state.overlay {
                Some(Overlay::Warning(warned)) => Some(warned.warning.played),
                _ => None,
            };
            app.effects.clear();
            let chosen = take(&mut app, event);
            if begins || redoes {
                continue;
            }
            let wanted = [chosen, before.premove.map(|premove| premove.square), before.held.as_ref().map(|held| held.square), warned];
            for effect in &app.effects {
                let Effect::Keep(kept) = effect else { continue };
                for happened in kept {
                    if let Happened::Played { by, square, .. } = *happened
                        && before.is_human(by)
                    {
                        prop_assert!(wanted.contains(&Some(square)), "{square} was played, not {wanted:?}");
                    }
                }
            }
            let after = app.contest();
            if let Some(Premove { by, .. }) = after.premove {
                let is_waiting = after.turn() != by || after.flipping.is_some() || after.on_hold;
                prop_assert!(after.is_in_play() && after.is_human(by) && is_waiting);
            }
            let is_escape = matches!(event, Random::Key(press) if press.code == KeyCode::Esc);
            if is_escape && before.pass.is_none() && before.pointer.column.is_none() && warned.is_none() {
                prop_assert_eq!(after.premove, None);
            }
        }
    }
}
