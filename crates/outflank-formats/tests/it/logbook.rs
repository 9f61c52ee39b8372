use outflank_formats::logbook::{self, MAX_LINE_BYTES, NUMBER};
use outflank_formats::record::Termination;
use outflank_formats::{IllegalReason, Points, Record, WriteError};
use outflank_rules::Color;

use crate::samples::*;

const SAMPLE: &str = include_str!("../data/logbook_gam.txt");

/// Black must pass after White's c1.
const PASSES: &str = "+d3-c3+b3-b2+f5-a3+a1-c1-e3: +10";

fn read(text: &str) -> Vec<Record> {
    logbook::parse(text).map(|unchecked| unchecked.expect("it can be read").check().expect("it is legal")).collect()
}

#[test]
fn a_published_game_comes_back() {
    let records = read(SAMPLE);
    let [record] = &records[..] else { panic!("one game") };
    assert_eq!(record.game().outcome().unwrap().margin(Color::Black), -4);
    assert_eq!(record.details.result.unwrap().margin, Points::from_discs(-4));
    assert_eq!(record.details.other(NUMBER), Some("10"));
    assert_eq!(logbook::write(record).unwrap(), SAMPLE.trim_end());
}

#[test]
fn signs_imply_passes() {
    let records = read(PASSES);
    assert_eq!(records[0].plies().len(), 10);
    assert_eq!(logbook::write(&records[0]).unwrap(), PASSES);

    let error = logbook::parse("+d3-c3-b3").next().unwrap().unwrap().check().unwrap_err();
    assert_eq!((error.at, error.why), (at(1, 7), IllegalReason::Turn { written: Color::White }));
}

#[test]
fn the_result_and_the_number_may_be_missing() {
    let records = read("% games\n+d3\n\n+d3:\n +d3 -c3 : -64\r\n: 4 -7 % x\n");
    let margins: Vec<_> = records.iter().map(|record| record.margin().map(Points::thousandths)).collect();
    assert_eq!(margins, [None, None, Some(-64_000), Some(4_000)]);
    assert!(records[3].game().plies().is_empty());
    assert_eq!(logbook::write(&records[0]), Err(WriteError::NoResult { format: "the logbook format" }));
    assert_eq!(logbook::write(&records[2]).unwrap(), "+d3-c3: -64");
    assert_eq!(logbook::write(&records[3]).unwrap(), ": +04 -7");
}

#[test]
fn errors_are_located_and_do_not_affect_other_lines() {
    let long = "+".repeat(MAX_LINE_BYTES + 1);
    let text = format!("d3\n+d3-i9\n+d3: many\n+d3: 65\n+d3: 4 ten\n+d3: 4 10 11\n+\n{long}\n+é3\n+d3: +04");
    let errors = [
        "expected a move such as +d3 for Black or -c3 for White, or a colon, found \"d3\" (line 1, column 1)",
        "expected a move such as d3 or pass, found \"i9\" (line 2, column 5)",
        "expected Black's result from -64 to +64 after the colon, found \"many\" (line 3, column 6)",
        "expected Black's result from -64 to +64 after the colon, found \"65\" (line 4, column 6)",
        "expected a number after Black's result, found \"ten\" (line 5, column 8)",
        "expected the end of the line, found \"11\" (line 6, column 11)",
        "expected a move such as d3 or pass, found nothing (line 7, column 2)",
        "expected a line of at most 4096 bytes, found 4097 (line 8, column 1)",
        "expected a move such as d3 or pass, found \"é3\" (line 9, column 2)",
    ];
    assert_bad_lines(logbook::parse(&text), &errors);
}

#[test]
fn the_score_excludes_komi() {
    let mut record = played("f5d6");
    record.details.komi = Some(points("2.5"));
    record.details.result = game_result("-0.5", Termination::Time);
    assert_eq!(logbook::write(&record).unwrap(), "+f5-d6: +02");
    record.details.komi = None;
    let error = "the logbook format needs a result in whole discs from -64 to +64, found -0.50";
    assert_eq!(logbook::write(&record).unwrap_err().to_string(), error);
}
