use outflank_rules::{Bitboard, ByColor, Color, Move, Position, Rules, Setup, Square};

use crate::endings::ONLY_WHITE_CAN_PLAY;

fn refusal(position: &Position, mv: impl Into<Move>) -> String {
    position.play(mv.into()).expect_err("the move is illegal").to_string()
}

#[test]
fn of_moves() {
    let start = Position::initial(Rules::Standard);
    assert_eq!(refusal(&start, Square::D4), "d4 already has a white disc");
    assert_eq!(refusal(&start, Square::D5), "d5 already has a black disc");
    assert_eq!(refusal(&start, Square::A1), "on a1 Black would outflank no white disc in any direction");
    assert_eq!(refusal(&start, Move::Pass), "Black may not pass while a square can be played, such as d3");

    let d3 = Position::initial(Rules::Orthogonal).play(Square::D3.into()).unwrap();
    assert_eq!(refusal(&d3, Square::C3), "on c3 White would outflank no black disc along its row or column");
    let shellos = Position::initial(Rules::Shellos);
    assert_eq!(refusal(&shellos, Square::D2), "d2 touches no disc");

    let must_pass = Position::new(Rules::Standard, Setup::new(ONLY_WHITE_CAN_PLAY, Color::Black)).unwrap();
    assert_eq!(refusal(&must_pass, Square::C1), "Black has nothing to play and must pass");
    let white = must_pass.play(Move::Pass).unwrap();
    let over = white.play(Square::C1.into()).unwrap();
    assert_eq!(refusal(&over, Square::D1), "the game is over");
    assert_eq!(refusal(&over, Move::Pass), "the game is over");
}

#[test]
fn of_set_ups() {
    let refusal = |rules, setup| Position::new(rules, setup).expect_err("the set-up is invalid").to_string();
    let supply = |black, white| Setup { supply: Some(ByColor { black, white }), ..Setup::START };
    let twice = Setup::new(ByColor::both(Square::C2.into()), Color::Black);
    assert_eq!(refusal(Rules::Standard, twice), "c2 has a black and a white disc");
    assert_eq!(refusal(Rules::Shellos, supply(30, 30)), "the shellos rules do not limit the supply of discs");
    assert_eq!(refusal(Rules::Thirty, supply(30, 31)), "white cannot have 31 discs left: each player owns 30");
    let empty = Setup::new(ByColor::both(Bitboard::EMPTY), Color::White);
    assert_eq!(refusal(Rules::Shellos, empty), "the board is empty, so no disc can be placed");
}
