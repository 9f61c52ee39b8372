use std::fmt::Debug;

use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup, Square};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_string};

#[test]
fn the_exact_text() {
    assert_eq!(to_string(&Square::D3).unwrap(), r#""d3""#);
    assert_eq!(to_string(&Color::ALL).unwrap(), r#"["black","white"]"#);
    assert_eq!(to_string(&Rules::ALL).unwrap(), r#"["standard","orthogonal","thirty","shellos"]"#);
    let squares: Bitboard = [Square::C4, Square::D3].into_iter().collect();
    assert_eq!(to_string(&squares).unwrap(), r#"["d3","c4"]"#);
    assert_eq!(to_string(&Bitboard::EMPTY).unwrap(), "[]");
    assert_eq!(
        to_string(&Position::initial(Rules::Standard)).unwrap(),
        r#"{"rules":"standard","discs":{"black":["e4","d5"],"white":["d4","e5"]},"turn":"black"}"#
    );
    assert_eq!(
        to_string(&Position::initial(Rules::Orthogonal)).unwrap(),
        concat!(
            r#"{"rules":"orthogonal","discs":{"black":["e4","d5"],"white":["d4","e5"]},"turn":"black","#,
            r#""supply":{"black":30,"white":30}}"#
        )
    );
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
    assert_eq!(from_str::<T>(&to_string(&value).expect("it can be written")).expect("it was just written"), value);
}

proptest! {
    #[test]
    fn positions_set_ups_and_sets_of_squares_come_back(
        position in crate::arbitrary::position(),
        (_, setup) in crate::arbitrary::set_up(),
        bits in any::<u64>(),
    ) {
        comes_back(position);
        comes_back(setup);
        comes_back(Bitboard::from_bits(bits));
    }
}

#[test]
fn the_names_come_back() {
    Square::ALL.into_iter().for_each(comes_back);
    Rules::ALL.into_iter().for_each(comes_back);
    Color::ALL.into_iter().for_each(comes_back);
}

#[test]
fn a_bitboard_must_be_a_list_of_squares() {
    let error = from_str::<Bitboard>("7").unwrap_err().to_string();
    assert!(error.contains("expected a list of squares"), "{error}");
}

fn start(rules: &str) -> Value {
    json!({
        "rules": rules,
        "discs": { "black": ["e4", "d5"], "white": ["d4", "e5"] },
        "turn": "black",
    })
}

fn with(mut position: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').expect("a path of fields");
    position.pointer_mut(parent).expect("there is such a field")[field] = value;
    position
}

#[test]
fn a_supply_that_is_not_stated_is_the_whole_one() {
    let position: Position = from_value(start("thirty")).unwrap();
    assert_eq!(position, Position::initial(Rules::Thirty));
    let position: Position = from_value(with(start("thirty"), "/supply", json!({ "black": 0, "white": 30 }))).unwrap();
    assert_eq!(position.supply(), Some(ByColor { black: 0, white: 30 }));
}

#[test]
fn an_invalid_position_is_not_read() {
    let thirty_each = json!({ "black": 30, "white": 30 });
    let refused = [
        (with(start("standard"), "/discs/black", json!(["e4", "d5", "d4"])), "d4 has a black and a white disc"),
        (with(start("standard"), "/supply", thirty_each), "the standard rules do not limit the supply"),
        (with(start("orthogonal"), "/supply", json!({ "black": 31, "white": 30 })), "black cannot have 31 discs left"),
        (with(start("shellos"), "/discs", json!({ "black": [], "white": [] })), "the board is empty"),
        (start("chess"), "expected rules"),
        (with(start("standard"), "/discs/black", json!(["e4", "d5", "e4"])), "e4 is named twice"),
        (with(start("standard"), "/discs/black", json!(["e9"])), "expected a square"),
        (with(start("standard"), "/turn", json!("green")), "unknown variant `green`"),
        (with(start("standard"), "/clock", json!(300)), "unknown field `clock`"),
        (with(start("standard"), "/discs/green", json!([])), "unknown field `green`"),
    ];
    for (position, reason) in refused {
        let error = from_value::<Position>(position.clone()).expect_err(reason).to_string();
        assert!(error.contains(reason), "{position} is refused because {error}");
    }
    for field in ["rules", "discs", "turn"] {
        let mut position = start("standard");
        position.as_object_mut().unwrap().remove(field);
        let error = from_value::<Position>(position).expect_err(field).to_string();
        assert!(error.contains(&format!("missing field `{field}`")), "{error}");
    }
}

#[test]
fn a_set_up_has_no_other_fields() {
    let setup = json!({ "discs": { "black": [], "white": [] }, "turn": "white" });
    assert_eq!(from_value::<Setup>(setup.clone()).unwrap(), Setup::new(ByColor::default(), Color::White));
    let error = from_value::<Setup>(with(setup, "/rules", json!("standard"))).unwrap_err();
    assert!(error.to_string().contains("unknown field `rules`"), "{error}");
}
