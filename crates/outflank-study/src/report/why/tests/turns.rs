use outflank_rules::{Square, discs};

use super::{black, changed, has_reason, reasons_for};

#[test]
fn every_disc_could_be_taken() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O O . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::E3, Square::G4)[0], "missed g4, which takes every disc");
    assert!(!has_reason("missed-all", &black(changed(drawn, "a8O")), Square::E3, Square::G4));
}

#[test]
fn the_opponent_can_take_every_disc() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . O X O . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::E4, Square::C6)[0], "let the opponent take every disc with f4");
    assert!(!has_reason("lost-all", &black(changed(drawn, "h8X")), Square::E4, Square::C6));
}

#[test]
fn the_opponent_could_be_made_to_pass() {
    // White's only move is over d4, which the best move prevents.
    let drawn = discs! {
        X O . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X O . . . . . .
    };
    let position = black(drawn);
    assert!(
        reasons_for(&position, Square::C1, Square::F4)
            .contains(&"missed a move that makes the opponent pass".to_owned())
    );
    assert!(!has_reason("missed-pass", &black(changed(drawn, "g5X g6O")), Square::C1, Square::F4));
}

#[test]
fn the_opponent_can_force_a_pass() {
    // From a tournament game: after b6 only White has moves left.
    let drawn = discs! {
        . O O O O O . .
        X O O X X X X X
        X O O O X X X X
        X O X O X X O X
        X O X X O X O X
        X . X X X O O X
        X O O O O O O X
        . X X X X X X .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::A8, Square::B6)[0], "let the opponent force a pass with b6");
    assert!(!has_reason("allowed-pass", &position, Square::B6, Square::A8));
    // With another move at a1.
    assert!(!has_reason("allowed-pass", &black(changed(drawn, "g1X")), Square::A8, Square::B6));
}
