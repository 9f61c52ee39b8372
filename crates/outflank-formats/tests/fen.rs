//! The FEN of xboard's reversi: positions come back, and errors are found where they are.

mod positions;
mod spoilt;

use outflank_formats::Location;
use outflank_formats::fen::{self, MAX_BYTES, ParseFenError};
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
    use ParseFenError::*;

    let at = |column| Location { line: 1, column };
    let found = |found: &str| found.to_owned();
    for (text, error) in [
        ("", RowTooShort { at: at(1), row: 8, squares: 0 }),
        ("8/8", TooFewRows { at: at(4), rows: 2 }),
        ("8/7/8/3pP3/3Pp3/8/8/8 b", RowTooShort { at: at(4), row: 7, squares: 7 }),
        ("8/8/8/3pP3/3Pp3/8/8/8p b", RowTooLong { at: at(22), row: 1 }),
        ("8/8/8/3pP3/3Pp3/8/8/8/8 b", NotASide { at: at(22), found: found("/8") }),
        ("8/8/8/3xO3/3Ox3/8/8/8 b", NotADisc { at: at(8), found: 'x' }),
        ("8/9/8/3pP3/3Pp3/8/8/8 b", NotADisc { at: at(3), found: '9' }),
        ("8/8/8/3pP3/3Pp3/8/8/8", NotASide { at: at(22), found: found("") }),
        ("8/8/8/3pP3/3Pp3/8/8/8 X", NotASide { at: at(23), found: found("X") }),
        ("8/8/8/3pP3/3Pp3/8/8/8 b KQkq - 0 1", NotTheEnd { at: at(25), found: found("KQkq") }),
        ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1 2", NotTheEnd { at: at(33), found: found("2") }),
        (&" ".repeat(MAX_BYTES + 1), TooLong { at: at(1), bytes: MAX_BYTES + 1 }),
    ] {
        assert_eq!(fen::parse(text), Err(error), "{text:?}");
    }
    assert_eq!(
        fen::parse("8/8/8/3pP3/3Pp3/8/8/8 B").unwrap_err().to_string(),
        "line 1, column 23: expected the side to move, b (black) or w (white), after the 8 rows, found \"B\""
    );
}

proptest! {
    #[test]
    fn a_written_position_comes_back(position in positions::position()) {
        let text = fen::write(&position);
        prop_assert!(text.len() <= 81);
        prop_assert_eq!(fen::parse(&text)?, Setup { supply: None, ..position.setup() });
    }

    #[test]
    fn no_text_makes_it_panic(text in spoilt::text(&[START], &["/", "8", "p", "P", " ", "b", "w", "-", "0", "é"])) {
        if let Ok(setup) = fen::parse(&text) {
            let position = Position::new(Rules::Standard, setup)?;
            prop_assert_eq!(fen::parse(&fen::write(&position))?, setup);
        }
    }
}
