use std::fs;

use outflank_formats::lines::{self, MAX_LINE_BYTES};
use outflank_formats::record::Details;
use outflank_formats::{Record, WriteError};
use outflank_rules::Rules;
use proptest::prelude::*;

use crate::samples::{at, played};

fn read(text: &str) -> Vec<Record> {
    lines::parse(text).map(|unchecked| unchecked.expect("it can be read").check().expect("it is legal")).collect()
}

#[test]
fn every_line_is_a_game() {
    let records = read("\u{feff}% openings\n\nf5d6c3\n  1. F5 D6 % diagonal\r\n \t\nf5");
    let written: Vec<_> = records.iter().map(|record| lines::write(record).unwrap()).collect();
    assert_eq!(written, ["f5d6c3", "f5d6", "f5"]);
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let long = "f5".repeat(MAX_LINE_BYTES);
    let text = format!("f5d6\nf5x6\n{long}\nf5f5\nf5f4");
    let mut games = lines::parse(&text);
    assert!(games.next().unwrap().is_ok());
    let error = games.next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "expected a move such as d3 or pass, found \"x6\" (line 2, column 3)");
    let too_long = games.next().unwrap().unwrap_err();
    assert_eq!(too_long.to_string(), "expected a line of at most 4096 bytes, found 8192 (line 3, column 1)");
    let illegal = games.next().unwrap().unwrap().check().unwrap_err();
    assert_eq!(illegal.at, at(4, 3));
    assert!(games.next().unwrap().unwrap().check().is_ok());
    assert!(games.next().is_none());
}

#[test]
fn only_usual_games_with_moves_are_written() {
    let write = |text: &str| lines::write(&played(text));
    let format = "a list of transcripts";
    assert_eq!(write("rules thirty\nd3"), Err(WriteError::Rules { format, rules: Rules::Thirty }));
    let other = "board ---------------------------OX------XO--------------------------- O";
    assert_eq!(write(other), Err(WriteError::Start { format }));
    assert_eq!(write("").unwrap_err().to_string(), "a list of transcripts cannot hold a game without moves");
}

#[test]
fn the_openings_of_xot_come_back() {
    let Some(folder) = crate::collections::folder("xot") else {
        return;
    };
    let text = fs::read_to_string(folder.join("xot_small.txt")).unwrap();
    let records = read(&text);
    assert_eq!(records.len(), 3_623);
    for (record, line) in records.iter().zip(text.lines()) {
        assert_eq!(lines::write(record).unwrap(), line.trim_end());
    }
}

proptest! {
    #[test]
    fn the_moves_come_back(record in crate::records::record()) {
        match lines::write(&record) {
            Ok(text) => {
                let again = &read(&text)[0];
                prop_assert_eq!(again.game(), record.game());
                prop_assert_eq!(&again.details, &Details::default());
                prop_assert_eq!(lines::write(again)?, text);
            }
            Err(WriteError::Rules { rules, .. }) => prop_assert_eq!(rules, record.rules()),
            Err(WriteError::NoMoves { .. }) => prop_assert_eq!(record.plies().len(), 0),
            Err(error) => {
                prop_assert!(!record.starts_as_usual());
                prop_assert_eq!(error, WriteError::Start { format: "a list of transcripts" });
            }
        }
    }
}
