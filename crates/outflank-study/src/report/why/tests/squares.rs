use outflank_rules::{Square, discs};

use super::{black, changed, has_reason, reasons_for};

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
    assert_eq!(reasons_for(&position, Square::B1, Square::F4), ["was a C-square next to the empty corner a1"]);
    assert!(!has_reason("c-square", &black(changed(drawn, "c1X")), Square::B1, Square::F4));
    assert!(!has_reason("c-square", &position, Square::B1, Square::G1));
}
