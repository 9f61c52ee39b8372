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

/// Black is to move on this board.
fn black(discs: ByColor<Bitboard>) -> Position {
    by(Rules::Standard, discs)
}

/// Black is to move on this board, by these rules.
fn by(rules: Rules, discs: ByColor<Bitboard>) -> Position {
    Position::new(rules, Setup { discs, turn: Color::Black, supply: None }).expect("the board is drawn well")
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

/// A test of moves that cannot be played would pass for the wrong reason.
fn assert_legal(position: &Position, moves: [Square; 2]) {
    let legal = position.legal_moves();
    assert!(moves.iter().all(|&square| legal.contains(square)), "{moves:?} are not all in {legal:?}");
}
