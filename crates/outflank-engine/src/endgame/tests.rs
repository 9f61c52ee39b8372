use outflank_rules::{Board, SplitMix64, discs};

use super::*;
use crate::simd::Portable;

fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves.is_empty() {
        return match board.is_over() {
            true => i32::from(board.final_margin()),
            false => -minimax(board.pass()),
        };
    }
    moves.into_iter().map(|square| -minimax(board.play_unchecked(square))).max().unwrap_or(0)
}

fn random_board(empties: u32, random: &mut SplitMix64) -> Option<Board> {
    let mut board = Board::START;
    while board.empty().len() > empties {
        let moves = board.moves();
        if moves.is_empty() {
            if board.is_over() {
                return None;
            }
            board = board.pass();
            continue;
        }
        let choice = random.next() % u64::from(moves.len());
        board = board.play_unchecked(moves.into_iter().nth(choice as usize)?);
    }
    Some(board)
}

fn exact_score(solver: &mut Solver<impl Kernels>, board: Board) -> i32 {
    let (mut lower, mut upper): (i32, i32) = (-64, 64);
    while lower < upper {
        let alpha = (lower + upper).div_euclid(2);
        let bound = solver.solve(board, alpha);
        if bound > alpha {
            lower = bound;
        } else {
            upper = bound;
        }
    }
    lower
}

#[test]
fn agrees_with_minimax() {
    let mut random = SplitMix64::new(1);
    let mut solver = Solver::new(Portable, Cache::new());
    for empties in 0..=8 {
        let boards = std::iter::from_fn(|| Some(random_board(empties, &mut random))).flatten();
        for board in boards.take(if empties < 7 { 2000 } else { 300 }) {
            let score = minimax(board);
            for alpha in [-64, score - 2, score - 1, score, score + 1, 63] {
                let bound = solver.solve(board, alpha);
                assert_eq!(bound > alpha, score > alpha, "{empties} empty squares, alpha {alpha}: {board:?}");
                let is_a_bound = if bound > alpha { bound <= score } else { bound >= score };
                assert!(is_a_bound, "{bound} is no bound on {score}: {board:?}");
            }
        }
    }
}

#[test]
fn a_used_solver_agrees_with_a_fresh_one() {
    let mut random = SplitMix64::new(2);
    let mut old = Solver::new(Portable, Cache::new());
    for empties in 9..=MAX_EMPTIES {
        let boards = std::iter::from_fn(|| Some(random_board(empties, &mut random))).flatten();
        for board in boards.take(60) {
            let score = exact_score(&mut old, board);
            let mut fresh = Solver::new(Portable, Cache::new());
            assert!(fresh.solve(board, score - 1) >= score, "{board:?}");
            let mut fresh = Solver::new(Portable, Cache::new());
            assert!(fresh.solve(board, score) <= score, "{board:?}");
        }
    }
}

#[test]
fn capturing_the_last_disc_ends_the_search() {
    let discs = discs! {
        X X X X X X O .
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        X X X X X X X X
        . . . . . . X X
    };
    let mut solver = Solver::new(Portable, Cache::new());
    let board = Board::new(discs.black, discs.white).unwrap();
    assert_eq!((solver.solve(board, 0), solver.nodes), (64, 2));
}
