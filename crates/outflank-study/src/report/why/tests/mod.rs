//! Each kind of reason on a board where it holds and on one where it does not.

mod corners;
mod edges;
mod mobility;
mod parity;
mod properties;
mod tempo;
mod turns;

use outflank_rules::{Bitboard, ByColor, Color, Position, Rules, Setup, Square};

use super::{Reason, all};

fn black(discs: ByColor<Bitboard>) -> Position {
    by(Rules::Standard, discs)
}

fn by(rules: Rules, discs: ByColor<Bitboard>) -> Position {
    Position::new(rules, Setup { discs, turn: Color::Black, supply: None }).expect("the board is drawn well")
}

/// The board with other squares, such as `a5X c8.`.
fn changed(mut discs: ByColor<Bitboard>, changes: &str) -> ByColor<Bitboard> {
    for change in changes.split(' ') {
        let (square, mark) = change.split_at(2);
        let square: Square = square.parse().unwrap();
        discs = discs.map(|side| side.without(square));
        match mark {
            "X" => discs.black = discs.black.with(square),
            "O" => discs.white = discs.white.with(square),
            _ => {}
        }
    }
    discs
}

fn reasons_for(position: &Position, played: Square, best: Square) -> Vec<String> {
    assert_legal(position, [played, best]);
    all(position, played, best).iter().map(ToString::to_string).collect()
}

fn has_reason(kind: &str, position: &Position, played: Square, best: Square) -> bool {
    assert!(Reason::KINDS.contains(&kind), "{kind}");
    assert_legal(position, [played, best]);
    all(position, played, best).iter().any(|reason| reason.kind() == kind)
}

/// With illegal moves a test would pass for the wrong reason.
fn assert_legal(position: &Position, moves: [Square; 2]) {
    let legal = position.legal_moves();
    assert!(moves.iter().all(|&square| legal.contains(square)), "{moves:?} are not all in {legal:?}");
}
