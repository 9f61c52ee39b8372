//! Passes, and games that end at once.

use outflank_rules::{Square, discs};

use super::{black, has_reason, reasons_for};

#[test]
fn every_disc_could_be_taken() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O O . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert_eq!(reasons_for(&position, Square::E3, Square::G4)[0], "missed g4, which takes every disc");
}

#[test]
fn not_every_disc_could_be_taken() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O O . .
        . . . . X . . .
        . . . . . . . .
        . . . . . . . .
        O . . . . . . .
    });
    assert!(!has_reason("missed-all", &position, Square::E3, Square::G4));
}

#[test]
fn the_opponent_can_take_every_disc() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . O X O . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert_eq!(reasons_for(&position, Square::E4, Square::C6)[0], "let the opponent take every disc with f4");
}

#[test]
fn the_opponent_cannot_take_every_disc() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . O X O . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . X
    });
    assert!(!has_reason("lost-all", &position, Square::E4, Square::C6));
}

#[test]
fn the_opponent_could_be_made_to_pass() {
    // White's only move is over d4, which the best move prevents.
    let position = black(discs! {
        X O . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X O . . . . . .
    });
    assert!(
        reasons_for(&position, Square::C1, Square::F4)
            .contains(&"missed a move that makes the opponent pass".to_owned())
    );
}

#[test]
fn the_opponent_could_not_be_made_to_pass() {
    let position = black(discs! {
        X O . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X O . . .
        . . . . . . X .
        . . . . . . O .
        . . . . . . . .
        X O . . . . . .
    });
    assert!(!has_reason("missed-pass", &position, Square::C1, Square::F4));
}

#[test]
fn the_opponent_can_force_a_pass() {
    // From a tournament: after b6 White keeps all that is left to itself.
    let position = black(discs! {
        . O O O O O . .
        X O O X X X X X
        X O O O X X X X
        X O X O X X O X
        X O X X O X O X
        X . X X X O O X
        X O O O O O O X
        . X X X X X X .
    });
    assert_eq!(reasons_for(&position, Square::A8, Square::B6)[0], "let the opponent force a pass with b6");
    assert!(!has_reason("allowed-pass", &position, Square::B6, Square::A8));
}

#[test]
fn the_opponent_can_force_no_pass() {
    // The same, but Black has another move at a1.
    let position = black(discs! {
        . O O O O O X .
        X O O X X X X X
        X O O O X X X X
        X O X O X X O X
        X O X X O X O X
        X . X X X O O X
        X O O O O O O X
        . X X X X X X .
    });
    assert!(!has_reason("allowed-pass", &position, Square::A8, Square::B6));
}
