use outflank_rules::{Square, discs};

use super::super::Edge;
use super::{black, changed, has_reason, reasons_for};

#[test]
fn an_edge_is_opened() {
    let drawn = discs! {
        . . . . . . . .
        . . . . . . . .
        X X X O X X X X
        . X X X X X X .
        X X X O X X X X
        X X X . X X X .
        . . X . X . . .
        . . . . . . . .
    };
    let position = black(drawn);
    assert!(reasons_for(&position, Square::D2, Square::D6).contains(&"opened the top edge to the opponent".to_owned()));
    assert!(!has_reason("opened-edge", &position, Square::D6, Square::D2));
    for (changes, why) in
        [("c1X", "Black would take d1 back with e1"), ("e2X e3O", "e1 was open before, and the best move closes it")]
    {
        assert!(!has_reason("opened-edge", &black(changed(drawn, changes)), Square::D2, Square::D6), "{why}");
    }
}

#[test]
fn early_in_the_game_no_edge_is_opened() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        . . . O . . . .
        . . . X . . . .
        . . . O . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    });
    assert!(!has_reason("opened-edge", &position, Square::D2, Square::D6));
}

#[test]
fn an_edge_has_six_squares_of_its_own() {
    for edge in Edge::ALL {
        assert_eq!(edge.squares().len(), 6, "{edge}");
    }
    assert!(Edge::Top.squares().contains(Square::D1) && Edge::Bottom.squares().contains(Square::D8));
    assert!(Edge::Left.squares().contains(Square::A4) && Edge::Right.squares().contains(Square::H4));
}
