//! Positions from tournament games.

use outflank_rules::{Rules, Square, discs};

use super::{black, by, has_reason, reasons_for};

#[test]
fn safe_moves_are_lost() {
    let drawn = discs! {
        . . . O O O . .
        . . . . O O . .
        . . . X X O O .
        . . . X X O O .
        . . X X O O O O
        . . O O O X X X
        . . . . . . . .
        . . . . . . . .
    };
    let reasons = reasons_for(&black(drawn), Square::H3, Square::H4);
    assert_eq!(reasons, ["kept 4 safe moves instead of 7"]);
    assert!(reasons_for(&black(drawn), Square::H4, Square::H3).is_empty());
    assert!(!has_reason("fewer-own-moves", &by(Rules::Shellos, drawn), Square::H3, Square::H4));
}

#[test]
fn a_square_is_left_to_the_opponent() {
    let position = black(discs! {
        . . . . . . . .
        . . . . X X . .
        . . . X X X . O
        . . X O O X O O
        O O O O O O O O
        . . X X X O O O
        . . X X X X O O
        . X X X X X . .
    });
    let reasons = reasons_for(&position, Square::A6, Square::B4);
    assert_eq!(reasons, ["used up a move that could wait and left b4 to the opponent"]);
    assert!(!has_reason("left-square", &position, Square::B4, Square::A6));
}

#[test]
fn a_square_only_the_player_can_take_is_not_left() {
    // White cannot play b4.
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . O X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert!(!has_reason("left-square", &position, Square::F4, Square::B4));
}
