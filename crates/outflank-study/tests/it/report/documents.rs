use std::path::PathBuf;
use std::{env, fs};

use outflank_engine::{Engine, Options};
use outflank_formats::Record;
use outflank_rules::{Color, Rules, Square};
use outflank_study::report::document::{Document, Ending, UnknownVersion, Version};
use outflank_study::report::{KnownPlay, Report, Usual};
use outflank_study::review::Review;
use serde_json::{Value, json};

use super::{finished, report};
use crate::samples::{played_out, record, reviewed, shallow};

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json")
}

fn published() -> Value {
    let text = fs::read_to_string(path()).expect("the schema is published");
    serde_json::from_str(&text).expect("it is JSON")
}

fn document(record: &Record) -> Document {
    let engine = Engine::new(Options { threads: 1, table_mebibytes: 4 });
    let review = reviewed(record.game(), shallow(), |search| engine.analyze(*search.position(), search.limits()));
    Document::of(record, &Report::of(record.game(), &review), None)
}

#[test]
fn the_published_schema_is_that_of_the_code() {
    let made = serde_json::to_string_pretty(&schemars::schema_for!(Document)).expect("it can be written") + "\n";
    if env::var_os("RENEW_SCHEMA").is_some() {
        fs::write(path(), &made).expect("the schema can be written");
    }
    let text = fs::read_to_string(path()).unwrap_or_default();
    assert!(
        text == made,
        "docs/report.schema.json is not what the code makes: run this test with RENEW_SCHEMA=1 to renew it"
    );
}

#[test]
fn documents_are_valid_and_come_back() {
    let validator = jsonschema::validator_for(&published()).expect("it is a schema");
    let mut records = vec![finished(), record("f5d6c3"), record("")];
    records.extend(Rules::ALL.map(|rules| Record::of(&played_out(rules))));
    records.push(record("board -XO-----XO------X----------------------------------------------- X\nc2"));
    for record in &records {
        let document = document(record);
        let value = serde_json::to_value(&document).expect("it can be written");
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(serde_json::from_value::<Document>(value).expect("it can be read"), document);
        assert_eq!(document.moves.len(), record.game().placements().count());
    }
}

#[test]
fn a_document_says_all_that_a_report_does() {
    let mut record = record("f5d6c7d7c6b5d8c8");
    record.details.players[Color::Black].name = "Ada".to_owned();
    record.details.date = "2026-11-15".to_owned();
    let report = report(&record, &[0, 0, 0, 0, 0, 0, 0, -12, 8], 60);
    let usual = Usual { mv: Square::C4, games: 3 };
    let known = KnownPlay { placements: 3, games: 7, left_with: Some(Square::D3), usual: Some(usual) };
    let value = serde_json::to_value(Document::of(&record, &report, Some(&known))).expect("it can be written");

    assert_eq!(value["outflank_report"], 1);
    assert_eq!(value["rules"], "standard");
    assert_eq!(value["game"], "f5d6c7d7c6b5d8c8");
    assert_eq!(value["players"], json!({ "black": "Ada", "white": null }));
    assert_eq!(value["date"], "2026-11-15");
    assert_eq!(value["known_play"]["usual"], json!({ "move": "c4", "games": 3 }));
    assert_eq!(value["accuracy"]["black"]["whole"]["percent"], 78.13);
    assert_eq!(value["effort"], "standard");
    assert_eq!(value["accuracy"]["black"]["midgame"]["moves"], 0);
    assert_eq!(value["accuracy"]["black"]["midgame"]["percent"], Value::Null);
    let blunder = &value["moves"][7];
    assert_eq!((&blunder["by"], &blunder["played"]), (&json!("white"), &json!("c8")));
    assert_eq!(
        (&blunder["score"], &blunder["best_score"], &blunder["loss"]),
        (&json!(8.0), &json!(-12.0), &json!(20.0))
    );
    assert_eq!(
        (&blunder["grade"], &blunder["sign"], &blunder["exact"]),
        (&json!("blunder"), &json!("??"), &json!(false))
    );
    let best = blunder["best"].as_str().expect("it has a name");
    let sentence = blunder["sentence"].as_str().expect("it is serious");
    assert!(sentence.starts_with("White's 8. c8 cost about 20 discs") && sentence.contains(best), "{sentence}");
    let line = |name: &str| blunder[name].as_str().expect("it is serious");
    assert!(line("line").starts_with("c8") && line("best_line").starts_with(best), "{blunder}");
    assert!(blunder["loss_error"].as_f64().is_some_and(|error| error > 0.0));
    assert_eq!(value["moves"][1]["sentence"], Value::Null);
    assert_eq!((&value["turned"]["number"], &value["turned"]["ply"]), (&json!(8), &json!(8)));
    assert_eq!(value["turned"]["sentence"], "8. c8. Black led from here to the end.");
}

#[test]
fn the_result_is_that_of_the_board() {
    let record = finished();
    let margin = record.game().outcome().expect("it is over").margin(Color::Black);
    let document = Document::of(&record, &Report::of(record.game(), &Review::of(record.game(), shallow())), None);
    let result = document.result.expect("the game was played out");
    assert_eq!((result.margin, result.how), (f64::from(margin), Ending::Board));
}

#[test]
fn a_document_of_another_version_is_refused() {
    assert_eq!(Version::try_from(2), Err(UnknownVersion { number: 2 }));
    let mut value = serde_json::to_value(document(&record("f5"))).expect("it can be written");
    value["outflank_report"] = json!(2);
    let error = serde_json::from_value::<Document>(value.clone()).expect_err("it is of the future");
    assert_eq!(error.to_string(), "expected a report of version 1, found version 2");
    assert!(!jsonschema::is_valid(&published(), &value));
}
