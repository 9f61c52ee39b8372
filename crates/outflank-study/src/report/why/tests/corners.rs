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
    // The X-square would say the same.
    assert_eq!(reasons_for(&position, Square::G2, Square::C4), ["gave the corner h1"]);
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
    assert_eq!(reasons_for(&position, Square::C4, Square::A1), ["did not take the corner a1"]);
    assert!(!has_reason("missed-corner", &black(changed(drawn, "f1X g1O")), Square::A1, Square::H1));
}

#[test]
fn access_to_a_corner_is_lost() {
    // b1 turns b2, over which Black had a1.
    let drawn = discs! {
        . . . . . . . .
        . O . . . . . .
        . X X . . . . .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert!(reasons_for(&position, Square::B1, Square::F4).contains(&"lost access to the corner a1".to_owned()));
    // Over a2 there is another way.
    assert!(!has_reason("lost-corner", &black(changed(drawn, "a2O a3X")), Square::B1, Square::F4));
    assert!(!has_reason("lost-corner", &black(changed(drawn, "a2O a3X")), Square::A1, Square::F4));
}

#[test]
fn an_x_square_is_played_next_to_an_empty_corner() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . O . . . . . .
        . X . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::B2, Square::F4), ["played the X-square b2 next to the empty corner a1"]);
    assert!(!has_reason("x-square", &black(changed(drawn, "a1X")), Square::B2, Square::F4));
    // It gives no access to the corner without diagonal flips.
    assert!(has_reason("x-square", &by(Rules::Thirty, drawn), Square::B2, Square::F4));
    assert!(!has_reason("x-square", &by(Rules::Orthogonal, drawn), Square::B2, Square::F4));
}

#[test]
fn a_c_square_is_played_next_to_an_empty_corner() {
    let drawn = discs! {
        . . . . . . . .
        . O . . . . O .
        . X . . . . X .
        . . . X O . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert_eq!(reasons_for(&position, Square::B1, Square::F4), ["played the C-square b1 next to the empty corner a1"]);
    assert!(!has_reason("c-square", &black(changed(drawn, "c1X")), Square::B1, Square::F4));
    // The best move is one, too.
    assert!(!has_reason("c-square", &position, Square::B1, Square::G1));
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
    assert_eq!(reasons_for(&by(Rules::Shellos, drawn), Square::B2, Square::F5), ["gave the corner a1"]);
}
