//! The solver against plain minimax, and against itself with a different window.

use outflank_rules::Board;

use super::*;

/// Perfect play, straight from the rules.
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

/// A position that random moves lead to, or `None` if the game ends before.
fn random_board(empties: u32, random: &mut impl FnMut() -> u64) -> Option<Board> {
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
        let choice = random() % u64::from(moves.len());
        board = board.play_unchecked(moves.into_iter().nth(choice as usize)?);
    }
    Some(board)
}

/// A stream of numbers that is always the same.
pub(super) fn splitmix(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// The score by bisection with null windows.
fn solved(solver: &mut Solver, board: Board) -> i32 {
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
fn few_squares_are_solved_as_minimax_solves_them() {
    let mut random = splitmix(1);
    let mut solver = Solver::new();
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
fn a_fresh_solver_and_one_that_has_seen_much_agree() {
    let mut random = splitmix(2);
    let mut old = Solver::new();
    for empties in 9..=MOST_EMPTIES {
        let boards = std::iter::from_fn(|| Some(random_board(empties, &mut random))).flatten();
        for board in boards.take(60) {
            let score = solved(&mut old, board);
            let mut fresh = Solver::new();
            assert!(fresh.solve(board, score - 1) >= score, "{board:?}");
            let mut fresh = Solver::new();
            assert!(fresh.solve(board, score) <= score, "{board:?}");
        }
    }
}
