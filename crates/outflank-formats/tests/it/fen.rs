use outflank_formats::fen::{self, MAX_BYTES};
use outflank_rules::{Color, Position, Rules, Setup, discs};
use proptest::prelude::*;

use crate::samples::assert_located;

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
    const SIDE: &str = "the side to move, b (black) or w (white)";
    const CELL: &str = "a black disc (p), a white disc (P) or a number of empty squares";
    const END: &str = "- - 0 1 or nothing after the side to move";
    for case in [
        ("", "8 squares in row 8", "0", 1, 1),
        ("8/8", "8 rows with a slash between them", "2", 1, 4),
        ("8/7/8/3pP3/3Pp3/8/8/8 b", "8 squares in row 7", "7", 1, 4),
        ("8/8/8/3pP3/3Pp3/8/8/8p b", "8 squares in row 1", "more", 1, 22),
        ("8/8/8/3pP3/3Pp3/8/8/8/8 b", SIDE, "\"/8\"", 1, 22),
        ("8/8/8/3xO3/3Ox3/8/8/8 b", CELL, "'x'", 1, 8),
        ("8/9/8/3pP3/3Pp3/8/8/8 b", CELL, "'9'", 1, 3),
        ("8/8/8/3pP3/3Pp3/8/8/8", SIDE, "nothing", 1, 22),
        ("8/8/8/3pP3/3Pp3/8/8/8 B", SIDE, "\"B\"", 1, 23),
        ("8/8/8/3pP3/3Pp3/8/8/8 b KQkq - 0 1", END, "\"KQkq\"", 1, 25),
        ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1 2", END, "\"2\"", 1, 33),
        (&" ".repeat(MAX_BYTES + 1), "a FEN of at most 256 bytes", "257", 1, 1),
    ] {
        assert_located(fen::parse, case);
    }
}

proptest! {
    #[test]
    fn a_written_position_comes_back(position in crate::arbitrary::position()) {
        let text = fen::write(&position);
        prop_assert!(text.len() <= 81);
        prop_assert_eq!(fen::parse(&text)?, Setup { supply: None, ..position.setup() });
    }
}
