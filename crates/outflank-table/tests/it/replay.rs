use outflank_rules::{Color, Square};
use outflank_table::{Command, Ending, Event, Refusal, ReplayError, ReplayFault, Table, Time, TimeControl};
use proptest::prelude::*;

use crate::script::scripts;
use crate::sitting::*;

fn events() -> Vec<Event> {
    let mut sitting = Sitting::open(timed(TimeControl::Fischer { main: seconds(60), increment: seconds(2) }));
    sitting.plays("d3", 4);
    sitting.says(BLACK, Command::TakeBack, 5).unwrap();
    sitting.says(WHITE, Command::AcceptTakeback, 6).unwrap();
    sitting.plays("d3", 8);
    sitting.says(BLACK, Command::OfferDraw, 9).unwrap();
    sitting.says(WHITE, Command::OfferDraw, 10).unwrap();
    assert_eq!(Table::replay(&sitting.events), Ok(sitting.table));
    sitting.events
}

fn fault(events: &[Event]) -> (usize, ReplayFault) {
    let ReplayError { number, fault } = Table::replay(events).unwrap_err();
    (number, fault)
}

#[test]
fn a_table_is_opened_first_and_once() {
    assert_eq!(fault(&[]), (1, ReplayFault::NotOpened));
    let mut events = events();
    assert_eq!(fault(&events[1..]), (1, ReplayFault::NotOpened));
    events.insert(1, events[0]);
    assert_eq!(fault(&events), (2, ReplayFault::OutOfPlace));
}

/// The fault after a change of the first move.
fn fault_of_move(change: impl Fn(&mut Color, &mut Square, &mut Time)) -> ReplayFault {
    let mut events = events();
    let Event::Played { by, square, at, .. } = &mut events[1] else { panic!("{:?}", events[1]) };
    change(by, square, at);
    let (number, fault) = fault(&events);
    assert_eq!(number, 2);
    fault
}

#[test]
fn every_move_must_be_legal_in_turn_and_in_time() {
    let illegal = fault_of_move(|_, square, _| *square = Square::A1);
    assert!(matches!(illegal, ReplayFault::Refused(Refusal::Illegal(_))));
    let out_of_turn = fault_of_move(|by, _, _| *by = Color::White);
    assert_eq!(out_of_turn, ReplayFault::Refused(Refusal::NotYourTurn { turn: Color::Black }));
    let ReplayFault::Unlike(expected) = fault_of_move(|_, _, moment| *moment = at(60)) else { panic!() };
    assert!(matches!(*expected, Event::Ended { ending: Ending::TimeOut { by: Color::Black }, .. }));
}

#[test]
fn nothing_is_accepted_that_was_not_offered() {
    let mut events = events();
    // Without the takeback request, then without the draw offer.
    let asked = events.remove(2);
    assert!(matches!(asked, Event::TakebackAsked { .. }));
    assert!(matches!(fault(&events), (3, ReplayFault::Refused(Refusal::NothingOffered(_)))));
    events.insert(2, asked);
    events.remove(5);
    assert_eq!(fault(&events), (6, ReplayFault::OutOfPlace));
}

#[test]
fn a_takeback_must_have_the_right_length() {
    let mut events = events();
    let Event::TakenBack { placements, .. } = &mut events[3] else { panic!() };
    *placements = usize::MAX;
    assert!(matches!(fault(&events), (4, ReplayFault::Unlike(_))));
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut events = events();
    events.push(events[1]);
    assert_eq!(fault(&events), (8, ReplayFault::Refused(Refusal::GameOver)));
    events[7] = events[6];
    assert_eq!(fault(&events), (8, ReplayFault::OutOfPlace));
}

#[test]
fn forced_passes_must_be_listed_and_no_others() {
    let mut sitting = Sitting::open(standard());
    sitting.play_all("d3 c3 b3 b2 f5 a3 a1 c1");
    let events = sitting.events;
    let (passed, rest) = events.split_last().unwrap();
    assert_eq!(fault(rest), (10, ReplayFault::Missing(Box::new(*passed))));

    let twice = [&events[..], &[*passed]].concat();
    assert_eq!(fault(&twice), (11, ReplayFault::OutOfPlace));

    let other = Event::Passed { by: Color::White };
    let by_the_other = [rest, &[other]].concat();
    assert_eq!(fault(&by_the_other), (10, ReplayFault::Unlike(Box::new(*passed))));
}

#[test]
fn a_played_out_game_must_end_and_no_other() {
    let mut sitting = Sitting::open(standard());
    sitting.play_all("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let events = sitting.events;
    let (&ended, rest) = events.split_last().unwrap();
    assert_eq!(fault(rest), (11, ReplayFault::Missing(Box::new(ended))));
    assert_eq!(fault(&[events[0], ended]), (2, ReplayFault::OutOfPlace));
}

#[test]
fn a_flag_falls_neither_early_nor_for_the_wrong_player() {
    let mut sitting = Sitting::open(timed(TimeControl::SuddenDeath { main: seconds(60) }));
    sitting.says(HOST, Command::Tick, 60).unwrap();
    let fall = |by, second| Event::Ended { ending: Ending::TimeOut { by }, clocks: clocks(0, 60), at: at(second) };
    let opened = sitting.events[0];
    assert_eq!(sitting.events, [opened, fall(Color::Black, 60)]);
    assert_eq!(fault(&[opened, fall(Color::Black, 59)]), (2, ReplayFault::OutOfPlace));
    assert!(matches!(fault(&[opened, fall(Color::White, 60)]), (2, ReplayFault::Unlike(_))));
    assert!(matches!(fault(&[opened, fall(Color::Black, 61)]), (2, ReplayFault::Unlike(_))));
}

proptest! {
    #[test]
    fn the_clocks_cannot_be_changed_afterwards(script in scripts(), which in any::<prop::sample::Index>()) {
        let (_, mut events) = script.run(|_, _, _| {});
        let timed = Vec::from_iter((0..events.len()).filter(|&index| matches!(
            events[index],
            Event::Played { clocks: Some(_), .. } | Event::Paused { clocks: Some(_), .. }
        )));
        if timed.is_empty() {
            return Ok(());
        }
        let index = *which.get(&timed);
        if let Event::Played { clocks, .. } | Event::Paused { clocks, .. } = &mut events[index] {
            *clocks = clocks.map(|left| left.map(|left| left + seconds(1)));
        }
        prop_assert!(matches!(fault(&events), (number, ReplayFault::Unlike(_)) if number == index + 1));
    }

    #[test]
    fn the_players_cannot_be_exchanged_afterwards(script in scripts(), which in any::<prop::sample::Index>()) {
        let (_, mut events) = script.run(|_, _, _| {});
        let played = Vec::from_iter((0..events.len()).filter(|&index| matches!(events[index], Event::Played { .. })));
        if played.is_empty() {
            return Ok(());
        }
        let index = *which.get(&played);
        if let Event::Played { by, .. } = &mut events[index] {
            *by = !*by;
        }
        prop_assert!(matches!(fault(&events), (number, _) if number == index + 1));
    }
}
