//! Board strings in every dialect, and what is wrong with the others.

mod positions;

use outflank_formats::Location;
use outflank_formats::board_string::{self, MAX_BYTES, ParseBoardError};
use outflank_rules::{Color, Position, Setup, discs};
use proptest::prelude::*;

const START: &str = "---------------------------OX------XO---------------------------";

fn at(line: usize, column: usize) -> Location {
    Location { line, column }
}

#[test]
fn every_dialect_is_read() {
    for (black, white, empty, side) in
        [('X', 'O', '-', "X"), ('x', 'o', '.', "x"), ('*', 'O', '-', "*"), ('b', 'w', '.', "b"), ('B', 'W', '-', "B")]
    {
        let cells: String = START
            .chars()
            .map(|cell| match cell {
                'X' => black,
                'O' => white,
                _ => empty,
            })
            .collect();
        assert_eq!(board_string::parse(&format!("{cells} {side}")), Ok(Setup::START));
        assert_eq!(board_string::parse(&format!("{cells}{side}")), Ok(Setup::START));
        let spaced: String = cells.chars().flat_map(|cell| [cell, ' ']).collect();
        assert_eq!(board_string::parse(&format!("{spaced}{side}\n")), Ok(Setup::START));
    }
    let white = Setup { turn: Color::White, ..Setup::START };
    for side in ["O", "o", "W", "w"] {
        assert_eq!(board_string::parse(&format!("\t{START}\n{side} % to move")), Ok(white));
    }
}

#[test]
fn cells_go_row_by_row_from_a1() {
    let setup = board_string::parse(
        "X.......
         .O......
         ........
         ...X....
         ........
         ........
         ........
         .......O
         O",
    );
    let expected = discs! {
        X . . . . . . .
        . O . . . . . .
        . . . . . . . .
        . . . X . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . O
    };
    assert_eq!(setup, Ok(Setup::new(expected, Color::White)));
}

#[test]
fn errors_are_located() {
    use ParseBoardError::*;

    let drawn = "--------\n".repeat(7);
    for (text, error) in [
        (String::new(), TooFewCells { at: at(1, 1), cells: 0 }),
        ("X".to_owned(), TooFewCells { at: at(1, 2), cells: 1 }),
        (START[..63].to_owned(), TooFewCells { at: at(1, 64), cells: 63 }),
        // The letter that stands apart is the side to move, not a cell.
        (format!("{} X", &START[..63]), TooFewCells { at: at(1, 65), cells: 63 }),
        (format!("{drawn}X"), TooFewCells { at: at(8, 1), cells: 56 }),
        (format!("{START}- X"), TooManyCells { at: at(1, 65) }),
        (format!("{START} X O"), TooManyCells { at: at(1, 66) }),
        (format!("{START}XO"), TooManyCells { at: at(1, 66) }),
        (START.to_owned(), NoSide { at: at(1, 65) }),
        (format!("{drawn}--------\n"), NoSide { at: at(9, 1) }),
        (format!("{START} -"), NotASide { at: at(1, 66), found: '-' }),
        (format!("{START} ?"), NotASide { at: at(1, 66), found: '?' }),
        (format!("{START}\nblack"), NotACell { at: at(2, 2), found: 'l' }),
        (START.replace('O', "0"), NotACell { at: at(1, 28), found: '0' }),
        (format!("é{START} X"), NotACell { at: at(1, 1), found: 'é' }),
        (format!("{drawn}--q-----"), NotACell { at: at(8, 3), found: 'q' }),
        (" ".repeat(MAX_BYTES + 1), TooLong { bytes: MAX_BYTES + 1 }),
    ] {
        assert_eq!(board_string::parse(&text), Err(error), "{text:?}");
    }
}

#[test]
fn errors_are_sentences() {
    let text = |board: &str| board_string::parse(board).unwrap_err().to_string();
    assert_eq!(text("--X"), "line 1, column 4: expected 64 squares, found only 3");
    assert_eq!(
        text(START),
        "line 1, column 65: expected the side to move, X (black) or O (white), after the 64 squares"
    );
    assert_eq!(
        text(&format!("{START} 1")),
        "line 1, column 66: expected the side to move, X (black) or O (white), after the 64 squares, found '1'"
    );
    assert_eq!(
        text("0"),
        "line 1, column 1: expected a black disc (X, B or *), a white disc (O or W) or an empty square (- or .), \
         found '0'"
    );
    assert_eq!(
        text(&format!("{START}-X")),
        "line 1, column 66: expected nothing more after 64 squares and the side to move"
    );
}

proptest! {
    #[test]
    fn a_written_board_comes_back(position in positions::position()) {
        let text = board_string::write(&position);
        prop_assert_eq!(text.len(), 66);
        let setup = Setup { supply: position.supply(), ..board_string::parse(&text)? };
        prop_assert_eq!(Position::new(position.rules(), setup)?, position);
    }
}
