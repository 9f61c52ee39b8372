//! The FEN of xboard's reversi: positions come back, and errors are found where they are.

use outflank_formats::fen::{self, MAX_BYTES};
use outflank_rules::{Color, Position, Rules, Setup, discs};
use proptest::prelude::*;

const START: &str = "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1";

#[test]
fn rows_go_from_8_to_1_and_small_letters_are_black() {
    let expected = discs! {
        O . . . . . . X
        . . . . . . . .
        . . X . . . . .
        . . . X X . . .
        . . . X X X . .
        . . . O . . . .
        . . . . . . . .
        X X X X X X X O
    };
    let text = "pppppppP/8/3P4/3ppp2/3pp3/2p5/8/P6p w - - 0 1";
    let setup = Setup::new(expected, Color::White);
    assert_eq!(fen::parse(text), Ok(setup));
    assert_eq!(fen::write(&Position::new(Rules::Standard, setup).unwrap()), text);
}

#[test]
fn the_fields_at_the_end_may_be_missing() {
    for text in
        [START, "8/8/8/3pP3/3Pp3/8/8/8 b", " 8/8/8/3pP3/3Pp3/8/8/8\tb - -\n", "8/8/8/111pP3/12Pp3/8/8/44 b - - 3 12"]
    {
        assert_eq!(fen::parse(text), Ok(Setup::START), "{text:?}");
    }
}

#[test]
fn errors_are_located() {
    for (text, error) in [
        ("", "expected 8 squares in row 8, found 0 (line 1, column 1)"),
        ("8/8", "expected 8 rows with a slash between them, found 2 (line 1, column 4)"),
        ("8/7/8/3pP3/3Pp3/8/8/8 b", "expected 8 squares in row 7, found 7 (line 1, column 4)"),
        ("8/8/8/3pP3/3Pp3/8/8/8p b", "expected 8 squares in row 1, found more (line 1, column 22)"),
        (
            "8/8/8/3pP3/3Pp3/8/8/8/8 b",
            "expected the side to move, b (black) or w (white), found \"/8\" (line 1, column 22)",
        ),
        (
            "8/8/8/3xO3/3Ox3/8/8/8 b",
            "expected a black disc (p), a white disc (P) or a number of empty squares, found 'x' (line 1, column 8)",
        ),
        (
            "8/9/8/3pP3/3Pp3/8/8/8 b",
            "expected a black disc (p), a white disc (P) or a number of empty squares, found '9' (line 1, column 3)",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8",
            "expected the side to move, b (black) or w (white), found nothing (line 1, column 22)",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 B",
            "expected the side to move, b (black) or w (white), found \"B\" (line 1, column 23)",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 b KQkq - 0 1",
            "expected - - 0 1 or nothing after the side to move, found \"KQkq\" (line 1, column 25)",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1 2",
            "expected - - 0 1 or nothing after the side to move, found \"2\" (line 1, column 33)",
        ),
        (&" ".repeat(MAX_BYTES + 1), "expected a FEN of at most 256 bytes, found 257 (line 1, column 1)"),
    ] {
        assert_eq!(fen::parse(text).unwrap_err().to_string(), error, "{text:?}");
    }
}

proptest! {
    #[test]
    fn a_written_position_comes_back(position in crate::positions::position()) {
        let text = fen::write(&position);
        prop_assert!(text.len() <= 81);
        prop_assert_eq!(fen::parse(&text)?, Setup { supply: None, ..position.setup() });
    }
}
