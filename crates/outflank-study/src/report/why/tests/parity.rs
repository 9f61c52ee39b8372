//! Parity.

use outflank_rules::{Rules, Square, discs};

use super::{black, by, has_reason, reasons_for};

#[test]
fn parity_is_lost_in_an_even_region() {
    // Black goes first into a8 and b8, and White ends there. In h1 there is one move, for whoever makes it.
    let drawn = discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
        X X X X X X X X
        X X X X X X X X
        . . O O O O O X
    };
    let reasons = reasons_for(&black(drawn), Square::B8, Square::H1);
    assert!(reasons.contains(&"lost parity in the a8 region".to_owned()), "{reasons:?}");
    assert!(has_reason("lost-parity", &by(Rules::Thirty, drawn), Square::B8, Square::H1));
    assert!(!has_reason("lost-parity", &by(Rules::Shellos, drawn), Square::B8, Square::H1));
    assert!(!has_reason("lost-parity", &black(drawn), Square::H1, Square::B8));
}

#[test]
fn no_parity_is_lost_where_the_opponent_cannot_follow() {
    // Column a is black: White cannot answer at a8.
    let position = black(discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X O
        X X X X X X X X
        X X X X X X X X
        . . O O O O O X
    });
    assert!(!has_reason("lost-parity", &position, Square::B8, Square::H1));
}

#[test]
fn no_parity_is_lost_in_an_odd_region() {
    let position = black(discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
        X X X X X X X X
        X X X X X X X X
        . . . O O O O X
    });
    assert!(!has_reason("lost-parity", &position, Square::C8, Square::H1));
}

#[test]
fn a_region_without_a_corner_has_the_name_of_the_move() {
    let position = black(discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
        X X X X X X X X
        X X X X X X X X
        O X . . O O O X
    });
    assert!(reasons_for(&position, Square::D8, Square::H1).contains(&"lost parity in the d8 region".to_owned()));
}

#[test]
fn parity_does_not_count_in_large_regions() {
    let position = black(discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
        X X X X X X X X
        . . . . X X X X
        . . . . . . O X
    });
    assert!(!has_reason("lost-parity", &position, Square::F8, Square::H1));
}

#[test]
fn no_parity_is_lost_while_the_odd_region_can_wait() {
    // Column h is black: White cannot play h1.
    let position = black(discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X X
        X X X X X X X X
        X X X X X X X X
        . . O O O O O X
    });
    assert!(!has_reason("lost-parity", &position, Square::B8, Square::H1));
}

#[test]
fn parity_is_lost_in_a_tournament() {
    let position = black(discs! {
        . O O O O O O O
        . X X X X X O .
        X O X X O O X X
        O O X O O X X X
        O O O O X O O .
        X O O X O X O O
        X O O X O O X .
        O O O O O O O X
    });
    assert_eq!(reasons_for(&position, Square::A2, Square::H7), ["lost parity in the a1 region"]);
}
