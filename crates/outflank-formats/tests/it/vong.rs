use outflank_formats::vong::{self, MAX_LINE_BYTES};
use outflank_formats::{Points, Record, WriteError};
use outflank_rules::{Color, Rules};

use crate::samples::*;

const SAMPLE: &str = include_str!("../data/vong.txt");

fn read(text: &str) -> Vec<Record> {
    vong::parse(text).map(|unchecked| unchecked.expect("it can be read").check().expect("it is legal")).collect()
}

#[test]
fn published_games_are_played_out_and_agree_with_their_scores() {
    let records = read(SAMPLE);
    assert_eq!(records.len(), 20);
    for (record, line) in records.iter().zip(SAMPLE.lines()) {
        let margin = record.game().outcome().expect("it is played out").margin(Color::Black);
        assert_eq!(record.details.result.unwrap().margin, Points::from_discs(margin), "{line}");
        assert_eq!(record.game().placements().count(), 60);
        // The first line has lost its last space.
        assert_eq!(vong::write(record).unwrap().trim_end(), line);
    }
    assert_eq!(records[1].details.players.black.name, "WZebra");
    assert_eq!(records[1].details.players.white.name, "d16");
}

#[test]
fn a_lost_final_a1_is_restored() {
    let line = SAMPLE.lines().next().unwrap();
    let placements = |text: &str| read(text)[0].game().placements().count();
    assert_eq!(line.len(), 82);
    for end in ["", " ", "   ", "\r", " \r"] {
        assert_eq!(placements(&format!("{line}{end}\n")), 60, "{end:?}");
    }
    // With another score the missing move is unknown. A written space is a move all the same.
    let other = line.replace("+02", "+04");
    assert_eq!(placements(&other), 59);
    assert_eq!(placements(&format!("{other} ")), 60);
    // Spaces that fill the columns of an unfinished game are not moves.
    assert_eq!(placements(&format!("{}{}", &line[..40], " ".repeat(43))), 17);
    // A single space is a move, here an illegal one.
    let unchecked = vong::parse(&format!("{} ", &line[..40])).next().unwrap().unwrap();
    assert_eq!(unchecked.check().unwrap_err().at, at(1, 41));
}

#[test]
fn short_lines_have_no_moves() {
    for line in ["-Ada      +00", "-Ada      +00 Ben", "-Ada      +00 Ben      "] {
        let records = read(&format!("\n{line}\n  \n"));
        assert_eq!(records[0].plies().len(), 0);
        assert_eq!(records[0].details.players.black.name, "Ada");
        assert_eq!(vong::write(&records[0]).unwrap().trim_end(), line.trim_end());
    }
}

#[test]
fn errors_are_located_and_do_not_affect_other_lines() {
    let line = SAMPLE.lines().nth(1).unwrap();
    let long = format!("-{}", "x".repeat(MAX_LINE_BYTES));
    let text = [
        line[1..].to_owned(),
        line.replace("+00", "+0 "),
        line.replace("+00", "+65"),
        line.replace("+00 ", "+00-"),
        line.replace('E', "e"),
        line.replace('E', "é"),
        format!("{line}E"),
        long,
        line.to_owned(),
    ]
    .join("\n");
    let score = "expected Black's result in columns 11 to 13, a sign and two digits such as -04";
    let mv = "expected a move, a character from space (a1) to underscore (h8)";
    let errors = [
        "expected the dash that begins a game in VONG, found \"WZebra\" (line 1, column 1)",
        &format!("{score}, found \"+0\" (line 2, column 11)"),
        &format!("{score}, found \"+65\" (line 3, column 11)"),
        "expected a space after Black's result, found \"-d16\" (line 4, column 14)",
        &format!("{mv}, found 'e' (line 5, column 24)"),
        &format!("{mv}, found 'é' (line 6, column 24)"),
        "expected at most 60 moves, found \"E\" (line 7, column 84)",
        "expected a line of at most 512 bytes, found 513 (line 8, column 1)",
    ];
    assert_bad_lines(vong::parse(&text), &errors);
}

#[test]
fn unusual_games_are_not_written() {
    let write = |text: &str| vong::write(&played(text));
    assert_eq!(write("rules shellos\nc3"), Err(WriteError::Rules { format: "VONG", rules: Rules::Shellos }));
    let other = "board ---------------------------OX------XO--------------------------- O\nd6";
    assert_eq!(write(other), Err(WriteError::Start { format: "VONG" }));
    assert_eq!(write("f5d6"), Err(WriteError::NoResult { format: "VONG" }));
}
