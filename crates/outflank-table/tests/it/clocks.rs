use std::time::Duration;

use outflank_rules::Color;
use outflank_table::{Command, Ending, Event, Refusal, Seat, Table, Takebacks, Terms, Time, TimeControl};

use crate::sitting::*;

const MINUTE: Duration = Duration::from_secs(60);

fn minute_each() -> Terms {
    timed(TimeControl::SuddenDeath { main: MINUTE })
}

#[test]
fn without_a_time_control_there_are_no_clocks() {
    let mut sitting = Sitting::open(standard());
    sitting.plays("d3", 1_000_000);
    assert_eq!(sitting.table.clocks(at(2_000_000)), None);
    assert_eq!(sitting.table.running_clock(), None);
    assert_eq!(sitting.table.deadline(), None);
    assert_eq!(sitting.says(HOST, Command::Tick, 9_000_000), Ok(vec![]));
}

#[test]
fn sudden_death_only_ever_charges() {
    let mut sitting = Sitting::open(minute_each());
    assert_eq!(sitting.table.running_clock(), Some(Color::Black));
    assert_eq!(sitting.table.clocks(at(7)), clocks(53, 60));

    sitting.plays("d3", 10);
    assert_eq!(sitting.table.clocks(at(10)), clocks(50, 60));
    sitting.plays("c3", 25);
    assert_eq!(sitting.table.clocks(at(25)), clocks(50, 45));
    assert_eq!(sitting.table.running_clock(), Some(Color::Black));
    assert_eq!(sitting.table.deadline(), Some(at(75)));
}

#[test]
fn fischer_adds_the_increment_and_bronstein_gives_back_what_was_used_up_to_the_delay() {
    let fischer = TimeControl::Fischer { main: MINUTE, increment: seconds(5) };
    let bronstein = TimeControl::Bronstein { main: MINUTE, delay: seconds(5) };
    for (time, black) in [(fischer, 63), (bronstein, 60)] {
        let mut sitting = Sitting::open(timed(time));
        sitting.plays("d3", 2);
        assert_eq!(sitting.table.clocks(at(2)), clocks(black, 60), "{time:?}");
        sitting.plays("c3", 22);
        assert_eq!(sitting.table.clocks(at(22)), clocks(black, 45), "{time:?}");
    }
}

#[test]
fn a_flag_falls_at_the_deadline_and_not_a_millisecond_before() {
    let Sitting { table, .. } = Sitting::open(minute_each());
    let just_before = Time::from_millis(59_999);
    assert_eq!(table.decide(HOST, Command::Tick, just_before), Ok(vec![]));
    assert!(table.decide(BLACK, play("d3"), just_before).is_ok());

    let fall = Event::Ended { ending: Ending::TimeOut { by: Color::Black }, clocks: clocks(0, 60), at: at(60) };
    assert_eq!(table.decide(HOST, Command::Tick, at(60)), Ok(vec![fall]));
    // The move is too late. The flag fell at the deadline, not at the check.
    assert_eq!(table.decide(BLACK, play("d3"), at(60)), Ok(vec![fall]));
    assert_eq!(table.decide(WHITE, Command::Resign, at(99)), Ok(vec![fall]));
    assert_eq!(table.decide(HOST, Command::Pause, at(99)), Ok(vec![fall]));
    // Spectators don't make it fall.
    assert_eq!(table.decide(Seat::Watcher, Command::Tick, at(99)), Err(Refusal::Watching));
    assert_eq!(table.decide(HOST, Command::Resign, at(99)), Err(Refusal::NotForHost));
}

#[test]
fn the_deadline_is_a_whole_millisecond_even_if_the_time_is_not() {
    let main = Duration::from_micros(1_500);
    let (table, _) = Table::open(timed(TimeControl::SuddenDeath { main }), at(0));
    assert_eq!(table.deadline(), Some(Time::from_millis(2)));
    assert!(table.decide(BLACK, play("d3"), Time::from_millis(1)).is_ok_and(|events| {
        matches!(events[..], [Event::Played { clocks: Some(clocks), .. }] if clocks.black == Duration::from_micros(500))
    }));
}

#[test]
fn a_host_clock_that_goes_backwards_charges_no_time() {
    let mut sitting = Sitting::open(minute_each());
    sitting.plays("d3", 10);
    let events = sitting.plays("c3", 4);
    assert!(matches!(events[..], [Event::Played { at: moment, .. }] if moment == at(10)));
    assert_eq!(sitting.table.clocks(at(4)), clocks(50, 60));
    sitting.plays("c4", 15);
    assert_eq!(sitting.table.clocks(at(15)), clocks(45, 60));
}

#[test]
fn a_forced_pass_costs_no_time_and_earns_none() {
    let mut sitting = Sitting::open(timed(TimeControl::Fischer { main: MINUTE, increment: seconds(5) }));
    sitting.play_all("d3 c3 b3 b2 f5 a3 a1");
    let before = sitting.table.clocks(at(0)).unwrap();
    let events = sitting.plays("c1", 1);
    assert!(matches!(events[..], [Event::Played { .. }, Event::Passed { by: Color::Black }]));
    let after = sitting.table.clocks(at(1)).unwrap();
    assert_eq!(after.black, before.black);
    assert_eq!(after.white, before.white + seconds(4));
    assert_eq!(sitting.table.running_clock(), Some(Color::White));
}

#[test]
fn taking_back_gives_no_time_back() {
    let mut sitting = Sitting::open(Terms { takebacks: Takebacks::Free, ..minute_each() });
    sitting.plays("d3", 10);
    // White thinks for 5 seconds, then Black's clock continues.
    let events = sitting.says(BLACK, Command::TakeBack, 15).unwrap();
    let taken_back = Event::TakenBack { by: Color::Black, placements: 1, clocks: clocks(50, 55), at: at(15) };
    assert_eq!(events, [taken_back]);
    assert_eq!(sitting.table.running_clock(), Some(Color::Black));
    assert_eq!(sitting.table.clocks(at(17)), clocks(48, 55));
}

#[test]
fn during_a_pause_the_clock_and_the_board_stand_still() {
    let mut sitting = Sitting::open(minute_each());
    let paused = Event::Paused { clocks: clocks(50, 60), at: at(10) };
    assert_eq!(sitting.says(HOST, Command::Pause, 10), Ok(vec![paused]));
    assert!(sitting.table.is_paused());
    assert_eq!((sitting.table.running_clock(), sitting.table.deadline()), (None, None));
    assert_eq!(sitting.says(BLACK, play("d3"), 500), Err(Refusal::Paused));
    assert_eq!(sitting.says(BLACK, Command::TakeBack, 500), Err(Refusal::Paused));
    assert_eq!(sitting.says(HOST, Command::Pause, 500), Err(Refusal::Paused));
    assert_eq!(sitting.says(HOST, Command::Tick, 500), Ok(vec![]));

    assert_eq!(sitting.says(HOST, Command::Resume, 1000), Ok(vec![Event::Resumed { at: at(1000) }]));
    assert_eq!(sitting.says(HOST, Command::Resume, 1000), Err(Refusal::NotPaused));
    assert_eq!(sitting.table.deadline(), Some(at(1050)));
    sitting.plays("d3", 1020);
    assert_eq!(sitting.table.clocks(at(1020)), clocks(30, 60));
}

#[test]
fn a_game_can_be_given_up_or_drawn_during_a_pause() {
    let mut sitting = Sitting::open(standard());
    sitting.says(HOST, Command::Pause, 10).unwrap();
    assert!(sitting.table.decide(WHITE, Command::Resign, at(20)).is_ok());
    sitting.says(WHITE, Command::OfferDraw, 20).unwrap();
    sitting.says(BLACK, Command::AcceptDraw, 30).unwrap();
    assert_eq!(sitting.table.ending(), Some(Ending::DrawAgreed));
    assert!(!sitting.table.is_paused());
    assert_eq!(sitting.says(HOST, Command::Resume, 40), Err(Refusal::GameOver));
}

#[test]
fn bronstein_remembers_what_was_used_before_a_pause() {
    let mut sitting = Sitting::open(timed(TimeControl::Bronstein { main: MINUTE, delay: seconds(5) }));
    sitting.says(HOST, Command::Pause, 3).unwrap();
    assert_eq!(sitting.table.clocks(at(3)), clocks(57, 60));
    sitting.says(HOST, Command::Resume, 100).unwrap();
    // 3 seconds before the pause and 4 after it make 7, of which 5 are given back.
    sitting.plays("d3", 104);
    assert_eq!(sitting.table.clocks(at(104)), clocks(58, 60));
}

#[test]
fn a_clock_may_run_over_by_the_margin() {
    let time = TimeControl::Fischer { main: MINUTE, increment: seconds(5) };
    let mut sitting = Sitting::open(Terms { clock_margin: seconds(2), ..timed(time) });
    assert_eq!(sitting.table.deadline(), Some(at(62)));
    sitting.plays("d3", 61);
    assert_eq!(sitting.table.clocks(at(61)), clocks(5, 60));
    let ended = sitting.says(WHITE, play("c3"), 123).unwrap();
    let ending = Ending::TimeOut { by: Color::White };
    assert_eq!(ended, [Event::Ended { ending, clocks: clocks(5, 0), at: at(123) }]);
    assert_eq!(Table::replay(&sitting.events), Ok(sitting.table));
}
