//! Edges.

use outflank_rules::{Square, discs};

use super::super::Edge;
use super::{black, has_reason, reasons_for};

#[test]
fn an_edge_is_opened() {
    let position = black(discs! {
        . . . . . . . .
        . . . . . . . .
        X X X O X X X X
        . X X X X X X .
        X X X O X X X X
        X X X . X X X .
        . . X . X . . .
        . . . . . . . .
    });
    assert!(reasons_for(&position, Square::D2, Square::D6).contains(&"opened the top edge to the opponent".to_owned()));
    assert!(!has_reason("opened-edge", &position, Square::D6, Square::D2));
}

#[test]
fn an_edge_is_not_opened_where_the_opponent_is_not_safe() {
    // Black would take d1 back with e1.
    let position = black(discs! {
        . . X . . . . .
        . . . . . . . .
        X X X O X X X X
        . X X X X X X .
        X X X O X X X X
        X X X . X X X .
        . . X . X . . .
        . . . . . . . .
    });
    assert!(!has_reason("opened-edge", &position, Square::D2, Square::D6));
}

#[test]
fn an_edge_is_not_opened_that_was_open() {
    // White could play e1 already, which the best move prevents.
    let position = black(discs! {
        . . . . . . . .
        . . . . X . . .
        X X X O O X X X
        . X X X X X X .
        X X X O X X X X
        X X X . X X X .
        . . X . X . . .
        . . . . . . . .
    });
    assert!(!has_reason("opened-edge", &position, Square::D2, Square::D6));
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
