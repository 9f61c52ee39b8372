//! Positions from tournament games.

use outflank_rules::{Rules, Square, discs};

use super::{black, by, has_reason, reasons_for};

#[test]
fn mobility_falls() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . . . O O X .
        . . X X O X X O
        . . . X O X X O
        . . . . O O X O
        . . . . . . . .
        . . . . . . . .
    };
    assert_eq!(reasons_for(&black(drawn), Square::D3, Square::E2), ["cut its own mobility from 10 to 5"]);
    assert!(reasons_for(&black(drawn), Square::E2, Square::D3).is_empty());
    // d6 leaves no more moves than d3.
    assert!(!has_reason("mobility-fell", &black(drawn), Square::D3, Square::D6));
    // Where moves need not outflank, both sides have the same moves.
    assert!(!has_reason("mobility-fell", &by(Rules::Shellos, drawn), Square::D3, Square::E2));
}

#[test]
fn mobility_does_not_count_near_the_end() {
    let position = black(discs! {
        . O O O O O O .
        X O O O O O O X
        X O O O O O O X
        X O O O O O O X
        X O O O O O O X
        X O O O O O O X
        X O . . . . O X
        . . . . . . X X
    });
    for played in position.legal_moves() {
        for best in position.legal_moves() {
            assert!(!has_reason("mobility-fell", &position, played, best), "{played} {best}");
            assert!(!has_reason("gave-mobility", &position, played, best), "{played} {best}");
        }
    }
}

#[test]
fn the_opponent_gains_mobility() {
    let drawn = discs! {
        . . O . . . . .
        . . . O O . . .
        . . . X O O O .
        . . . X O O O O
        . . X O O X X .
        . . X O O O X X
        . . X X O O . .
        . . X X X . O .
    };
    assert_eq!(reasons_for(&black(drawn), Square::F1, Square::F8), ["left the opponent 14 moves instead of 10"]);
    assert!(reasons_for(&black(drawn), Square::F8, Square::F1).is_empty());
    assert!(!has_reason("gave-mobility", &by(Rules::Shellos, drawn), Square::F1, Square::F8));
    // Black also has 4 safe moves instead of 8, which is not mentioned beside that.
    assert!(!has_reason("fewer-own-moves", &black(drawn), Square::F1, Square::F8));
}

#[test]
fn many_discs_are_flipped() {
    let position = black(discs! {
        X X X X X X X .
        . X O X O X . .
        . . X O X O . .
        O O O X X O . .
        . O O O O O . .
        . . . O O O . .
        . . . . . . . .
        . . . . . . . .
    });
    assert_eq!(reasons_for(&position, Square::A6, Square::B3)[0], "flipped 4 discs, where b3 flips 1");
    assert!(reasons_for(&position, Square::B3, Square::A6).is_empty());
}

#[test]
fn interior_flips_do_not_count() {
    // c8 turns five discs more than g3, all of them inside.
    let position = black(discs! {
        X X X X X X X X
        X X X X X X X X
        X X X X X O . .
        X X O X X . . .
        X X O X . . . .
        X X O X . . . .
        X X O X . . . .
        X X . X . . . .
    });
    assert!(!has_reason("turned-many", &position, Square::C8, Square::G3));
}

#[test]
fn the_frontier_is_opened() {
    let position = black(discs! {
        . . . . O O . .
        X . O O O O . .
        X X X X O O X X
        X O X X X O X X
        X X O X O X O O
        X . O O O O O O
        . . . . O O . X
        . . . . O O . .
    });
    assert_eq!(reasons_for(&position, Square::C1, Square::B6)[0], "left 12 discs next to empty squares instead of 9");
}

#[test]
fn one_or_two_frontier_discs_do_not_count() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        . . . X . . . .
        . . . X O . . .
        . . . O O O . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    for rules in [Rules::Standard, Rules::Orthogonal] {
        let position = by(rules, drawn);
        for played in position.legal_moves() {
            for best in position.legal_moves() {
                assert!(!has_reason("opened-frontier", &position, played, best), "{rules} {played} {best}");
            }
        }
    }
}
