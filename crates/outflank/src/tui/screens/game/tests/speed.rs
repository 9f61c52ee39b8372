use outflank_table::Ending;
use proptest::prelude::*;

use crate::tui::tests::*;

fn watched(time: TimeControl) -> TestApp {
    let mut app = TestApp::timed_game("engine:2", "engine:3", "", time);
    app.state.pace = Pace::default();
    app.send(Event::Tick);
    app
}

const MINUTE: TimeControl = TimeControl::SuddenDeath { main: Duration::from_secs(60) };

fn any_move(app: &mut TestApp) {
    let square = app.contest().position().legal_moves().first().unwrap();
    app.answer(square);
}

fn left(app: &TestApp) -> ByColor<u128> {
    app.contest().table.clocks(app.now).unwrap().map(|left| left.as_millis())
}

#[test]
fn each_position_is_shown_for_a_second() {
    for time in [TimeControl::Unlimited, MINUTE] {
        let mut app = watched(time);
        app.advance(1_000);
        any_move(&mut app);
        assert!(app.asked().is_none(), "the next machine waits");
        app.advance(999);
        assert!(app.asked().is_none());
        assert!(app.wake() && app.asked().is_some());
    }
}

#[test]
fn the_speed_is_changed_in_steps_and_kept_for_the_session() {
    let mut app = watched(TimeControl::Unlimited);
    for (key, shown) in [('<', "2 s per move"), ('<', "5 s per move"), ('<', "5 s per move")] {
        app.press(Press::char(key));
        assert_eq!(app.state.pace.to_string(), shown);
    }
    for shown in ["2 s per move", "1 s per move", "0.5 s per move", "no delay", "no delay"] {
        app.press(Press::char('>'));
        assert_eq!(app.state.pace.to_string(), shown);
    }
    assert!(app.asked().is_some(), "without a delay, the machine is asked at once");
    any_move(&mut app);
    assert!(app.asked().is_some());
    let mut app = TestApp::game("human", "engine:1", "");
    app.press(Press::char('<'));
    assert_eq!(app.state.pace, Pace::NO_DELAY, "only games between engines have a speed");
}

#[test]
fn a_pause_stops_the_search_and_a_step_plays_one_move() {
    for time in [TimeControl::Unlimited, MINUTE] {
        let mut app = watched(time);
        app.advance(1_000);
        let id = app.asked().unwrap();
        app.type_in("z");
        assert!(app.effects.contains(&Effect::Stop(id)), "{:?}", app.effects);
        app.advance(60_000);
        assert_eq!((app.asked(), app.state.wake()), (None, None), "nothing runs");
        app.type_in(".");
        assert!(app.asked().is_some(), "at once");
        any_move(&mut app);
        app.advance(60_000);
        assert_eq!((app.asked(), app.contest().placed()), (None, 1), "a single one");
        app.type_in("..");
        any_move(&mut app);
        assert_eq!((app.asked(), app.contest().placed()), (None, 2));
        app.type_in("z");
        app.advance(1_000);
        assert!(app.asked().is_some());
        app.type_in(".");
        assert_eq!(app.notice(), "Press z to pause first.");
    }
}

#[test]
fn waiting_for_a_move_costs_no_time() {
    let mut app = watched(MINUTE);
    app.advance(1_000);
    assert_eq!(left(&app), ByColor { black: 60_000, white: 60_000 });
    app.advance(3_000);
    any_move(&mut app);
    app.advance(1_000);
    assert_eq!(left(&app), ByColor { black: 57_000, white: 60_000 });
    app.type_in("z");
    app.advance(100_000);
    assert_eq!(left(&app), ByColor { black: 57_000, white: 60_000 });
    app.type_in(".");
    app.advance(2_000);
    any_move(&mut app);
    assert_eq!(left(&app), ByColor { black: 57_000, white: 58_000 });
}

#[test]
fn games_without_a_clock_against_a_person_are_not_paused() {
    for white in ["human", "engine:1"] {
        let mut app = TestApp::game("human", white, "").typed("z");
        assert_eq!(app.notice(), "This game has no clock.");
        app.type_in("f5\n");
        assert_eq!(app.moves(), "f5");
    }
}

#[test]
fn low_clocks_are_marked_by_signs() {
    let mut app = TestApp::timed_game("human", "human", "", MINUTE);
    let text = |app: &TestApp| app.draw().content().iter().map(|cell| cell.symbol()).collect::<String>();
    for (after, shown, is_marked) in [(29_000, "0:31", false), (2_000, "! 0:29", true), (20_000, "!!0:09.0", true)] {
        app.advance(after);
        let text = text(&app);
        assert!(text.contains(shown) && text.contains('!') == is_marked, "{text}");
    }
    let looks = (0..3).filter(|_| app.wake()).count();
    assert_eq!(looks, 3, "the clock goes on by itself");
}

#[derive(Clone, Copy, Debug)]
enum Random {
    Key(char),
    Answer,
    Wait(u64),
}

fn random() -> impl Strategy<Value = Random> {
    prop_oneof![
        4 => prop::sample::select("zzz..<>".chars().collect::<Vec<_>>()).prop_map(Random::Key),
        3 => Just(Random::Answer),
        4 => (0..9_000_u64).prop_map(Random::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// A clock runs only while a machine thinks, so a pause never loses a game.
    #[test]
    fn pausing_costs_no_time(events in prop::collection::vec(random(), 0..100)) {
        let mut app = watched(MINUTE);
        let mut thought = 0;
        for event in events {
            match event {
                Random::Key(key) => app.press(Press::char(key)),
                Random::Answer if app.asked().is_some() => any_move(&mut app),
                Random::Answer => {}
                Random::Wait(millis) => {
                    let (was_asked, due) = (app.asked().is_some(), app.state.wake());
                    // The program wakes by itself when the next machine is due.
                    match due.filter(|&due| !was_asked && due < app.now.after(Duration::from_millis(millis))) {
                        Some(_) => { app.wake(); }
                        None => {
                            app.advance(millis);
                            thought += if was_asked { millis } else { 0 };
                        }
                    }
                }
            }
            match app.contest().table.ending() {
                Some(Ending::TimeOut { .. }) => {
                    prop_assert!(thought >= 60_000, "{thought}");
                    break;
                }
                Some(_) => break,
                None => {}
            }
            let left = left(&app);
            prop_assert_eq!(120_000 - left.black - left.white, u128::from(thought));
            prop_assert!(!app.contest().on_hold || app.contest().is_stepping || app.asked().is_none());
        }
    }
}
