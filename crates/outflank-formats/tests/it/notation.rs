use outflank_formats::notation::{ParseMoveError, parse_move};
use outflank_rules::{Move, Square};

#[test]
fn every_square_is_read_in_four_spellings() {
    for square in Square::ALL {
        let name = square.to_string();
        let row_first: String = name.chars().rev().collect();
        for text in [name.to_uppercase(), row_first.to_uppercase(), name, row_first] {
            assert_eq!(parse_move(&text), Ok(Move::Place(square)));
        }
    }
}

#[test]
fn every_spelling_of_a_pass_is_read() {
    for text in ["PA", "pa", "PS", "ps", "pass", "Pass", "PASS", "--", "@@", "@@@@"] {
        assert_eq!(parse_move(text), Ok(Move::Pass), "{text}");
    }
}

#[test]
fn nothing_else_is_a_move() {
    for text in ["", "d", "3", "d33", "d9", "d0", "i3", " d3", "d3 ", "dd", "33", "-", "---", "@@@", "passe", "é"] {
        assert_eq!(parse_move(text), Err(ParseMoveError), "{text}");
    }
}
