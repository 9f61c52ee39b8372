//! The last four empty squares, unrolled: no move lists, every square is just tried.

use outflank_rules::{Bitboard, Board, Square};

use super::{Parity, Solver};
use crate::simd::{Compiled, Kernels};

impl<K: Kernels> Solver<K> {
    #[inline(always)]
    pub(super) fn solve_up_to_4(&mut self, board: Board, empty: Bitboard, alpha: i32, parity: Parity) -> i32 {
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let mut squares = (empty & parity.odd()).into_iter().chain(empty - parity.odd());
        match (squares.next(), squares.next(), squares.next(), squares.next()) {
            (Some(a), Some(b), Some(c), Some(d)) => self.solve_4(player, opponent, alpha, [a, b, c, d], parity),
            (Some(a), Some(b), Some(c), None) => self.solve_3(player, opponent, alpha, [a, b, c], parity),
            (Some(a), Some(b), None, _) => self.solve_2(player, opponent, alpha, [a, b]),
            (Some(a), None, ..) => self.solve_1(player, a),
            (None, ..) => i32::from(board.final_margin()),
        }
    }

    #[inline(always)]
    fn solve_4(&mut self, player: u64, opponent: u64, alpha: i32, squares: [Square; 4], parity: Parity) -> i32 {
        self.kernels.call(Solve4, self, (player, opponent), (alpha, parity), squares)
    }

    #[inline(always)]
    fn solve_3(&mut self, player: u64, opponent: u64, alpha: i32, squares: [Square; 3], parity: Parity) -> i32 {
        self.kernels.call(Solve3, self, (player, opponent), (alpha, parity), squares)
    }

    #[inline(always)]
    fn solve_2(&mut self, player: u64, opponent: u64, alpha: i32, squares: [Square; 2]) -> i32 {
        self.kernels.call(Solve2, self, (player, opponent), alpha, squares)
    }

    #[inline(always)]
    fn solve_1(&mut self, player: u64, square: Square) -> i32 {
        self.nodes += 1;
        let discs = player.count_ones() as i32;
        let flips = self.kernels.last_flips(square, player) as i32;
        if flips > 0 {
            return 2 * (discs + flips + 1) - 64;
        }
        let opponent = !(player | 1 << square.index());
        let flips = self.kernels.last_flips(square, opponent) as i32;
        match flips > 0 {
            true => 2 * (discs - flips) - 64,
            // Neither side can play, and the empty square goes to the winner. 63 discs cannot be split equally.
            false if discs >= 32 => 2 * discs - 62,
            false => 2 * discs - 64,
        }
    }
}

struct Solve4;

impl<K: Kernels> Compiled<&mut Solver<K>, (u64, u64), (i32, Parity), [Square; 4]> for Solve4 {
    type Output = i32;

    #[inline(always)]
    fn body(
        self,
        solver: &mut Solver<K>,
        (player, opponent): (u64, u64),
        (alpha, parity): (i32, Parity),
        [a, b, c, d]: [Square; 4],
    ) -> i32 {
        solver.nodes += 1;
        let mut best = i32::MIN;
        for (square, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some((next, after)) = place(solver.kernels, square, player, opponent) {
                let score = -solver.solve_3(next, after, -alpha - 1, others, parity.without(square));
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best > i32::MIN {
            return best;
        }
        // The player passes, and the opponent minimizes.
        let mut least = i32::MAX;
        for (square, others) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if let Some((next, after)) = place(solver.kernels, square, opponent, player) {
                let score = solver.solve_3(next, after, alpha, others, parity.without(square));
                if score <= alpha {
                    return score;
                }
                least = least.min(score);
            }
        }
        if least < i32::MAX { least } else { final_score(player, opponent) }
    }
}

struct Solve3;

impl<K: Kernels> Compiled<&mut Solver<K>, (u64, u64), (i32, Parity), [Square; 3]> for Solve3 {
    type Output = i32;

    #[inline(always)]
    fn body(
        self,
        solver: &mut Solver<K>,
        (player, opponent): (u64, u64),
        (alpha, parity): (i32, Parity),
        squares: [Square; 3],
    ) -> i32 {
        solver.nodes += 1;
        let [a, b, c] = alone_first(squares, parity);
        let mut best = i32::MIN;
        for (square, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some((next, after)) = place(solver.kernels, square, player, opponent) {
                let score = -solver.solve_2(next, after, -alpha - 1, others);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best > i32::MIN {
            return best;
        }
        let mut least = i32::MAX;
        for (square, others) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if let Some((next, after)) = place(solver.kernels, square, opponent, player) {
                let score = solver.solve_2(next, after, alpha, others);
                if score <= alpha {
                    return score;
                }
                least = least.min(score);
            }
        }
        if least < i32::MAX { least } else { final_score(player, opponent) }
    }
}

struct Solve2;

impl<K: Kernels> Compiled<&mut Solver<K>, (u64, u64), i32, [Square; 2]> for Solve2 {
    type Output = i32;

    #[inline(always)]
    fn body(self, solver: &mut Solver<K>, (player, opponent): (u64, u64), alpha: i32, [a, b]: [Square; 2]) -> i32 {
        solver.nodes += 1;
        let mut best = i32::MIN;
        for (square, other) in [(a, b), (b, a)] {
            if let Some((next, _)) = place(solver.kernels, square, player, opponent) {
                let score = -solver.solve_1(next, other);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best > i32::MIN {
            return best;
        }
        let mut least = i32::MAX;
        for (square, other) in [(a, b), (b, a)] {
            if let Some((next, _)) = place(solver.kernels, square, opponent, player) {
                let score = solver.solve_1(next, other);
                if score <= alpha {
                    return score;
                }
                least = least.min(score);
            }
        }
        if least < i32::MAX { least } else { final_score(player, opponent) }
    }
}

/// Plays the move if it is legal, and returns the discs of the next player and of the one who moved.
#[inline(always)]
fn place(kernels: impl Kernels, square: Square, player: u64, opponent: u64) -> Option<(u64, u64)> {
    if NEIGHBOURS[square.index() as usize] & opponent == 0 {
        return None;
    }
    let flips = kernels.flips(square, player, opponent);
    (flips != 0).then_some((opponent ^ flips, player ^ flips | 1 << square.index()))
}

#[inline(always)]
fn alone_first([a, b, c]: [Square; 3], parity: Parity) -> [Square; 3] {
    match (parity.is_odd(a), parity.is_odd(b), parity.is_odd(c)) {
        (false, true, false) => [b, a, c],
        (false, false, true) => [c, a, b],
        _ => [a, b, c],
    }
}

#[cold]
fn final_score(player: u64, opponent: u64) -> i32 {
    let (player, opponent) = (player.count_ones() as i32, opponent.count_ones() as i32);
    let difference = player - opponent;
    difference + difference.signum() * (64 - player - opponent)
}

static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let (column, row) = (square.column(), square.row());
        let mut other = 0;
        while other < 64 {
            let near = Square::ALL[other];
            if other != index && near.column().abs_diff(column) <= 1 && near.row().abs_diff(row) <= 1 {
                neighbours[index] |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    neighbours
};
