use outflank_rules::{Rules, Square, discs};

use super::{black, by, changed, has_reason, reasons_for};

#[test]
fn a_corner_is_given() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . . O . .
        . . . O X . . .
        . . . O . . . X
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::G2, Square::C4)[0], "gave the corner h1");
    assert!(!has_reason("gave-corner", &position, Square::C4, Square::G2));
    // White has no disc at the other end of the diagonal.
    assert!(!has_reason("gave-corner", &black(changed(drawn, "d5X h5.")), Square::G2, Square::C4));
}

#[test]
fn no_corner_is_given_if_the_best_move_gives_one_too() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . O . . O . .
        . . . X X . . .
        . . . O O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert!(has_reason("gave-corner", &position, Square::G2, Square::D6));
    assert!(has_reason("gave-corner", &position, Square::B2, Square::D6));
    assert!(!has_reason("gave-corner", &position, Square::G2, Square::B2));
}

#[test]
fn a_corner_is_left_to_the_opponent() {
    // White threatens h1. Only the best move turns e4.
    let drawn = discs! {
        . . . . . . . .
        . . . . . . X .
        . . . . X X . .
        . . O X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert!(reasons_for(&position, Square::B4, Square::E5).contains(&"left the corner h1 to the opponent".to_owned()));
    assert!(!has_reason("gave-corner", &position, Square::B4, Square::E5));
    // Now h1 is lost in any case.
    assert!(!has_reason("left-corner", &black(changed(drawn, "d5O")), Square::B4, Square::E5));
}

#[test]
fn a_corner_is_missed() {
    let drawn = discs! {
        . O X . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . O X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::C4, Square::A1), ["missed the corner a1"]);
    assert!(!has_reason("missed-corner", &black(changed(drawn, "f1X g1O")), Square::A1, Square::H1));
}

#[test]
fn touching_a_corner_gives_it_in_shellos() {
    // By the rules of shellos a square that touches a disc can be played.
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . X . . . . .
        . . . O X . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    assert_eq!(reasons_for(&by(Rules::Shellos, drawn), Square::B2, Square::F5)[0], "gave the corner a1");
}

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
    assert_eq!(reasons_for(&position, Square::E3, Square::G4)[0], "missed a wipe-out (g4)");
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
    assert_eq!(reasons_for(&position, Square::E4, Square::C6)[0], "let the opponent take every disc (e4 f4)");
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
            .contains(&"missed a chance to make the opponent pass".to_owned())
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
    assert_eq!(reasons_for(&position, Square::A8, Square::B6)[0], "ran into a forced pass after a8 b6");
    assert!(!has_reason("allowed-pass", &position, Square::B6, Square::A8));
    // With another move at a1.
    assert!(!has_reason("allowed-pass", &black(changed(drawn, "g1X")), Square::A8, Square::B6));
}
