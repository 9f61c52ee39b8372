use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use outflank_rules::Color;
use outflank_table::{Clocks, Command, Ending, Event, Refusal, Seat, Table, Time, TimeControl};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::script::{colors, scripts, scripts_without_leaving};

proptest! {
    #[test]
    fn a_table_is_rebuilt_from_its_events(script in scripts()) {
        let (table, events) = script.run(|_, _, _| {});
        let (mut one_by_one, _) = script.open();
        events.iter().for_each(|event| one_by_one.evolve(event));
        prop_assert_eq!(&one_by_one, &table);
        prop_assert_eq!(Table::replay(&events), Ok(table));
    }

    #[test]
    fn deciding_is_pure_and_spectators_are_refused(script in scripts()) {
        script.run(|before, said, after| {
            assert!(said.seat != Seat::Watcher || said.answer.is_err());
            assert_eq!(before.decide(said.seat, said.command, said.now), said.answer);
            if said.answer.is_err() {
                assert_eq!(before, after);
            }
            if said.answer.as_ref().is_ok_and(Vec::is_empty) {
                assert_eq!((said.seat, said.command), (Seat::Host, Command::Tick));
            }
        });
    }

    #[test]
    fn a_game_ends_once_and_then_nothing_is_played(script in scripts()) {
        let (table, events) = script.run(|_, _, _| {});
        let after = events.iter().skip_while(|event| !matches!(event, Event::Ended { .. })).skip(1);
        let mut ended = 0;
        for event in &events {
            if let Event::Ended { ending, .. } = event {
                ended += 1;
                prop_assert_eq!(table.ending(), Some(*ending));
            }
        }
        prop_assert_eq!(ended, usize::from(table.ending().is_some()));
        for event in after {
            let harmless = matches!(
                event,
                Event::RematchOffered { .. } | Event::RematchDeclined { .. } | Event::RematchAgreed
                    | Event::Left { .. } | Event::Returned { .. }
            );
            prop_assert!(harmless, "{event:?}");
        }
    }

    #[test]
    fn a_table_is_over_when_its_game_is(script in scripts()) {
        script.run(|_, _, after| {
            if let Some(outcome) = after.game().outcome() {
                assert_eq!(after.ending(), Some(Ending::PlayedOut(outcome)));
            }
        });
    }

    #[test]
    fn the_flag_falls_at_the_deadline(script in scripts()) {
        script.run(|_, said, after| {
            let Some(deadline) = after.deadline() else {
                return assert_eq!(after.decide(Seat::Host, Command::Tick, FAR), Ok(vec![]));
            };
            let just_before = Time::from_millis(deadline.as_millis() - 1);
            assert_eq!(after.decide(Seat::Host, Command::Tick, just_before), Ok(vec![]));
            let Some(by) = after.running_clock() else {
                panic!("a deadline without a clock that runs");
            };
            let in_time = after.decide(Seat::Player(by), said.command, just_before);
            assert!(!in_time.is_ok_and(|events| events.iter().any(is_time_out)));

            let fall = after.decide(Seat::Host, Command::Tick, deadline);
            let Ok([Event::Ended { ending, clocks: Some(clocks), at }]) = fall.as_deref() else {
                panic!("{fall:?} at the deadline");
            };
            assert_eq!((*ending, clocks[by], *at), (Ending::TimeOut { by }, Duration::ZERO, deadline));
            for color in Color::ALL {
                assert_eq!(after.decide(Seat::Player(color), said.command, deadline), fall);
            }
        });
    }

    #[test]
    fn no_clock_gains_more_than_the_time_control_gives(script in scripts()) {
        let time = script.terms.time;
        let (_, events) = script.run(|_, _, _| {});
        let mut before = None;
        for event in &events {
            let Some(clocks) = clocks_of(event) else { continue };
            for color in Color::ALL {
                let main = time.main().unwrap();
                let earned = match (time, event) {
                    (TimeControl::Fischer { increment, .. }, Event::Played { by, .. }) if *by == color => increment,
                    (TimeControl::Bronstein { delay, .. }, Event::Played { by, .. }) if *by == color => delay,
                    _ => Duration::ZERO,
                };
                prop_assert!(clocks[color] <= before.map_or(main, |before: Clocks| before[color]) + earned);
                if !matches!(time, TimeControl::Fischer { .. }) {
                    prop_assert!(clocks[color] <= main);
                }
            }
            before = Some(clocks);
        }
    }

    #[test]
    fn no_event_comes_before_the_clocks_were_last_set(script in scripts()) {
        let (_, events) = script.run(|_, _, _| {});
        let mut clocks_set = Time::from_millis(0);
        for event in &events {
            match *event {
                Event::Left { at, .. } | Event::Returned { at, .. } => prop_assert!(at >= clocks_set),
                Event::Opened { at, .. } | Event::Played { at, .. } | Event::TakenBack { at, .. }
                | Event::Paused { at, .. } | Event::Resumed { at } | Event::Ended { at, .. } => {
                    prop_assert!(at >= clocks_set);
                    clocks_set = at;
                }
                _ => {}
            }
        }
    }

    #[test]
    fn no_clock_gains_from_a_lost_connection(
        script in scripts_without_leaving(),
        losses in prop::collection::vec(prop::option::of(colors()), 1..160),
    ) {
        let (mut steady, _) = script.open();
        let (mut shaky, _) = script.open();
        for ((step, now), lost) in script.moments().zip(losses.into_iter().cycle()) {
            // Leaving can make a fallen flag be noticed, so the host checks both clocks first.
            for table in [&mut steady, &mut shaky] {
                happen(table, table.decide(Seat::Host, Command::Tick, now));
            }
            if let Some(color) = lost {
                let command = match shaky.gone_since(color) {
                    Some(_) => Command::Return,
                    None => Command::Leave,
                };
                let answer = shaky.decide(Seat::Player(color), command, now);
                prop_assert!(answer.is_ok());
                happen(&mut shaky, answer);
            }
            for table in [&mut steady, &mut shaky] {
                happen(table, step.put_to(table, now).answer);
            }
            prop_assert_eq!(shaky.clocks(now), steady.clocks(now));
            prop_assert_eq!(shaky.deadline(), steady.deadline());
            prop_assert_eq!(shaky.ending(), steady.ending());
            prop_assert_eq!(shaky.game(), steady.game());
        }
    }

    #[test]
    fn no_event_can_make_a_table_panic(one in scripts(), other in scripts(), mixed in any::<u64>()) {
        let (mut table, events) = one.run(|_, _, _| {});
        let (_, foreign) = other.run(|_, _, _| {});
        for (number, event) in events.iter().chain(&foreign).enumerate() {
            if mixed >> (number % 64) & 1 == 1 {
                table.evolve(event);
                let _ = table.clocks(FAR);
                let _ = table.decide(Seat::Host, Command::Tick, FAR);
            }
        }
    }
}

/// Properties only test what the scripts reach.
#[test]
fn the_scripts_reach_everything() {
    let mut runner = TestRunner::deterministic();
    let mut reached_by = BTreeMap::new();
    for _ in 0..1000 {
        let script = scripts().new_tree(&mut runner).unwrap().current();
        let (_, events) = script.run(|_, _, _| {});
        for name in BTreeSet::from_iter(events.iter().map(name)) {
            *reached_by.entry(name).or_insert(0) += 1;
        }
    }
    let wanted = "Abandoned DrawAgreed DrawDeclined DrawOffered Left Opened Passed Paused Played PlayedOut \
        RematchAgreed RematchDeclined RematchOffered Resigned Resumed Returned TakebackAsked TakebackDeclined \
        TakenBack TimeOut";
    for name in wanted.split_whitespace() {
        assert!(reached_by.get(name) >= Some(&25), "{name} is too rare: {reached_by:?}");
    }
}

/// Later than any script and any clock in it.
const FAR: Time = Time::from_millis(1 << 40);

fn happen(table: &mut Table, answer: Result<Vec<Event>, Refusal>) {
    answer.iter().flatten().for_each(|event| table.evolve(event));
}

fn is_time_out(event: &Event) -> bool {
    name(event) == "TimeOut"
}

fn name(event: &Event) -> String {
    let text = match event {
        Event::Ended { ending, .. } => format!("{ending:?}"),
        other => format!("{other:?}"),
    };
    text.chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

fn clocks_of(event: &Event) -> Option<Clocks> {
    match *event {
        Event::Played { clocks, .. }
        | Event::TakenBack { clocks, .. }
        | Event::Paused { clocks, .. }
        | Event::Ended { clocks, .. } => clocks,
        _ => None,
    }
}
