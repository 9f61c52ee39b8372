use outflank_rules::{Bitboard, ByColor, Rules, Square, discs};

use super::{black, by, changed, has_reason, reasons_for};

/// Black would start and White end the region a8, b8. h1 is a single move for either side.
fn two_regions() -> ByColor<Bitboard> {
    discs! {
        X O O O O O O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        O X X X X X X O
        X X X X X X X X
        X X X X X X X X
        . . O O O O O X
    }
}

#[test]
fn parity_is_lost_in_an_even_region() {
    let drawn = two_regions();
    let reasons = reasons_for(&black(drawn), Square::B8, Square::H1);
    assert!(reasons.contains(&"lost parity in the a8 region".to_owned()), "{reasons:?}");
    assert!(has_reason("lost-parity", &by(Rules::Thirty, drawn), Square::B8, Square::H1));
    assert!(!has_reason("lost-parity", &by(Rules::Shellos, drawn), Square::B8, Square::H1));
    assert!(!has_reason("lost-parity", &black(drawn), Square::H1, Square::B8));
}

#[test]
fn no_parity_is_lost_without_an_even_region_for_both() {
    for (changes, played, why) in [
        ("a5X", Square::B8, "White cannot reply at a8"),
        ("c8.", Square::C8, "the region is odd"),
        ("h5X", Square::B8, "White cannot play h1, so it can wait"),
        ("a7. b7. c7. d7. c8. d8. e8. f8.", Square::F8, "the region is large"),
    ] {
        assert!(!has_reason("lost-parity", &black(changed(two_regions(), changes)), played, Square::H1), "{why}");
    }
}

#[test]
fn a_region_without_a_corner_has_the_name_of_the_move() {
    let position = black(changed(two_regions(), "a8O b8X c8. d8."));
    assert!(reasons_for(&position, Square::D8, Square::H1).contains(&"lost parity in the d8 region".to_owned()));
}

#[test]
fn parity_is_lost_in_a_tournament_game() {
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
