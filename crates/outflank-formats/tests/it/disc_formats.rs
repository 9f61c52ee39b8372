use outflank_formats::logbook::{self, NUMBER};
use outflank_formats::record::{Details, GameResult, Player, Termination};
use outflank_formats::{Points, Record, UncheckedRecord, WriteError, vong};
use outflank_rules::ByColor;
use proptest::prelude::*;

use crate::samples::{player, tag};

fn in_vong(record: &Record) -> Details {
    let printable = |character: char| if matches!(character, ' '..='~') { character } else { '?' };
    let held = |written: &Player| {
        let name: String = written.name.trim().chars().take(9).map(printable).collect();
        player(name.trim(), "")
    };
    Details { players: ByColor::from_fn(|color| held(&record.details.players[color])), ..Details::default() }
}

fn in_logbook(record: &Record) -> Details {
    let number = record.details.other(NUMBER).map(|value| tag(NUMBER, value));
    Details { others: number.into_iter().collect(), ..Details::default() }
}

fn comes_back<E: std::fmt::Debug>(
    record: &Record,
    format: &'static str,
    write: fn(&Record) -> Result<String, WriteError>,
    read: impl Fn(&str) -> Vec<Result<UncheckedRecord, E>>,
    held: Details,
) {
    let discs = record.margin().map(|margin| margin - -record.details.komi.unwrap_or_default());
    match (write(record), discs) {
        (Ok(text), Some(discs)) => {
            let [Ok(again)] = &read(&text)[..] else { panic!("{text}") };
            let again = again.check().expect("a legal game");
            let mut expected = Record::of(record.game());
            let result = Some(GameResult { margin: discs, termination: Termination::Board });
            expected.details = Details { result, ..held };
            assert_eq!(again, expected);
            assert_eq!(write(&again), Ok(text));
        }
        (written, None) => assert_eq!(written, Err(WriteError::NoResult { format })),
        (Err(error), Some(margin)) => {
            assert!(
                margin.thousandths() % 1_000 != 0
                    || margin > Points::from_discs(64)
                    || margin < Points::from_discs(-64)
            );
            assert_eq!(error, WriteError::Score { format, margin });
        }
    }
}

proptest! {
    #[test]
    fn usual_games_come_back(
        record in crate::records::record().prop_filter("usual", |record| record.rules().is_standard() && record.starts_as_usual()),
        number in prop::option::of(-99_i64..999),
    ) {
        let mut record = record;
        record.details.others.extend(number.map(|number| tag(NUMBER, &number.to_string())));
        comes_back(&record, "VONG", vong::write, |text| vong::parse(text).collect(), in_vong(&record));
        comes_back(&record, "the logbook format", logbook::write, |text| logbook::parse(text).collect(), in_logbook(&record));
    }
}
