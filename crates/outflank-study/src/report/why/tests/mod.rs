mod one_ply;
mod properties;
mod squares;

use outflank_rules::{Bitboard, ByColor, Color, Move, Position, Rules, Setup, Square};

use super::{Loss, Reason, all};

const LOSS: Loss = Loss { discs: 8.0, is_exact: false };

fn black(discs: ByColor<Bitboard>) -> Position {
    by(Rules::Standard, discs)
}

fn by(rules: Rules, discs: ByColor<Bitboard>) -> Position {
    Position::new(rules, Setup { discs, turn: Color::Black, supply: None }).expect("the board is drawn well")
}

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
    compared(position, played, best).iter().map(ToString::to_string).collect()
}

fn has_reason(kind: &str, position: &Position, played: Square, best: Square) -> bool {
    assert!(Reason::KINDS.contains(&kind), "{kind}");
    compared(position, played, best).iter().any(|reason| reason.kind() == kind)
}

fn compared(position: &Position, played: Square, best: Square) -> Vec<Reason> {
    let legal = position.legal_moves();
    assert!(legal.contains(played) && legal.contains(best), "{played} and {best} are not both in {legal:?}");
    all(position, &[Move::Place(played)], &[Move::Place(best)], LOSS)
}
