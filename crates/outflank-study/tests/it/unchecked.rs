use outflank_formats::{Location, Record, UncheckedRecord, WrittenMove};
use outflank_rules::Move;
use outflank_study::index::{CannotAdd, Collection};
use proptest::prelude::*;

use crate::samples::written;

#[derive(Clone, Debug)]
enum Change {
    Nothing,
    LeftOutPasses,
    LeftOut(prop::sample::Index),
    Twice(prop::sample::Index),
    Passed(prop::sample::Index),
    OtherColor(prop::sample::Index),
    OtherColorOfPasses,
    NoColors,
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<prop::sample::Index>;
    prop_oneof![
        Just(Change::Nothing),
        Just(Change::LeftOutPasses),
        place().prop_map(Change::LeftOut),
        place().prop_map(Change::Twice),
        place().prop_map(Change::Passed),
        place().prop_map(Change::OtherColor),
        Just(Change::OtherColorOfPasses),
        Just(Change::NoColors),
    ]
}

/// With every pass and colour written out, then changed.
fn unchecked(record: &Record, change: &Change) -> UncheckedRecord {
    let written = |mv, by| WrittenMove { mv, at: Location::START.into(), by, note: Default::default() };
    let mut moves: Vec<_> = record.plies().map(|(ply, _)| written(ply.mv, Some(ply.before.turn()))).collect();
    match change {
        Change::Nothing => {}
        Change::LeftOutPasses => moves.retain(|written| written.mv != Move::Pass),
        Change::OtherColorOfPasses => {
            let passes = moves.iter_mut().filter(|written| written.mv == Move::Pass);
            passes.for_each(|written| written.by = written.by.map(|by| !by));
        }
        Change::NoColors => moves.iter_mut().for_each(|written| written.by = None),
        _ if moves.is_empty() => {}
        Change::LeftOut(place) => drop(moves.remove(place.index(moves.len()))),
        Change::Twice(place) => moves.insert(place.index(moves.len()), place.get(&moves).clone()),
        Change::Passed(place) => moves.insert(place.index(moves.len()), written(Move::Pass, None)),
        Change::OtherColor(place) => {
            let place = place.index(moves.len());
            moves[place].by = moves[place].by.map(|by| !by);
        }
    }
    UncheckedRecord {
        at: Location::START.into(),
        start: *record.start(),
        moves,
        variations: Vec::new(),
        details: record.details.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn an_unchecked_record_is_added_like_a_checked_one((record, change) in (crate::records::record(), change())) {
        let unchecked = unchecked(&record, &change);
        let mut quick = Collection::default();
        let mut slow = Collection::default();
        let (source, number) = (quick.add_source("a"), 7);
        slow.add_source("a");
        let added = quick.add_unchecked(&unchecked, source, number);
        let expected = unchecked.check().map_err(CannotAdd::Illegal).and_then(|record| {
            slow.add_record(&record, source, number).map_err(CannotAdd::NotStandard)
        });
        prop_assert_eq!(added, expected);
        prop_assert_eq!(written(&quick, 1), written(&slow, 1));
    }
}
