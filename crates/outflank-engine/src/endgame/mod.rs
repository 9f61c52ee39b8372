//! Exact solver for up to 12 empties, in whole discs and without an evaluation.
//!
//! Every search has a null window. [`Solver::solve_ordered`] uses a cache and sorts the moves,
//! [`Solver::solve_shallow`] orders them by parity, and [`last`] unrolls the final four squares.

mod cache;
mod edge_corner_eval;
mod last;
mod parity;

use arrayvec::ArrayVec;
use outflank_rules::{Bitboard, Board, Square};

use crate::simd::{Compiled, Kernels};
pub(crate) use cache::Cache;
use edge_corner_eval::edge_corner_eval;
use parity::Parity;

/// Positions with at most this many empties are solved here.
pub(crate) const MAX_EMPTIES: u32 = 12;

/// Up to this many empties, moves are ordered by parity only.
const MAX_SHALLOW_EMPTIES: u32 = 6;

/// Try a stability cutoff only from this alpha on, by empties: below, it hardly ever succeeds.
const MIN_STABILITY_ALPHA: [i32; MAX_EMPTIES as usize + 1] = [99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 20, 22, 24];

/// Look the children up in the cache from this many empties on.
const MIN_ETC_EMPTIES: u32 = 9;

pub(crate) struct Solver<K> {
    kernels: K,
    cache: Cache,
    pub(crate) nodes: u64,
}

impl<K: Kernels> Solver<K> {
    pub(crate) fn new(kernels: K, cache: Cache) -> Solver<K> {
        Solver { kernels, cache, nodes: 0 }
    }

    pub(crate) fn into_cache(self) -> Cache {
        self.cache
    }

    /// Null-window search for the final disc difference, with empty squares going to the winner: fails high with a
    /// lower bound above `alpha`, or low with an upper bound.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty();
        match empty.len() {
            0..=4 => self.solve_up_to_4(board, empty, alpha, Parity::of(empty)),
            5..=MAX_SHALLOW_EMPTIES => self.solve_shallow(board, moves(self.kernels, board), alpha, Parity::of(empty)),
            _ => self.solve_ordered(board, moves(self.kernels, board), alpha, Parity::of(empty)),
        }
    }

    #[inline(always)]
    fn solve_ordered(&mut self, board: Board, moves: Bitboard, alpha: i32, parity: Parity) -> i32 {
        self.kernels.call(SolveOrdered, self, board, (moves, alpha), parity)
    }

    /// Enhanced transposition cutoff: the cache's upper bound of a child refutes the opponent's play.
    fn etc(&self, candidates: &[EndgameMove], alpha: i32) -> Option<i32> {
        candidates
            .iter()
            .map(|candidate| -i32::from(self.cache.get(candidate.after).upper))
            .find(|&bound| bound > alpha)
    }

    /// Tries moves in regions with an odd number of empties first.
    #[inline(always)]
    fn solve_shallow(&mut self, board: Board, moves: Bitboard, alpha: i32, parity: Parity) -> i32 {
        self.kernels.call(SolveShallow, self, board, (moves, alpha), parity)
    }
}

struct SolveOrdered;

impl<K: Kernels> Compiled<&mut Solver<K>, Board, (Bitboard, i32), Parity> for SolveOrdered {
    type Output = i32;

    #[inline(always)]
    fn body(self, solver: &mut Solver<K>, board: Board, (moves, alpha): (Bitboard, i32), parity: Parity) -> i32 {
        let kernels = solver.kernels;
        solver.nodes += 1;
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let empties = board.empty().len();
        if let Some(bound) = stability_cutoff(kernels, board, empties, alpha) {
            return bound;
        }
        if moves.is_empty() {
            let passed = board.pass();
            return match self::moves(kernels, passed) {
                Bitboard::EMPTY => i32::from(board.final_margin()),
                moves => -solver.solve_ordered(passed, moves, -alpha - 1, parity),
            };
        }
        let bounds = solver.cache.get(board);
        let (lower, upper) = (i32::from(bounds.lower), i32::from(bounds.upper));
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }

        let is_child_ordered = empties - 1 > MAX_SHALLOW_EMPTIES;
        let mut candidates = ArrayVec::<EndgameMove, { MAX_EMPTIES as usize }>::new();
        for square in moves {
            let flips = kernels.flips(square, player, opponent);
            let after = board.after_flips_unchecked(square, Bitboard::from_bits(flips));
            if after.player().is_empty() {
                solver.nodes += 1;
                return 64;
            }
            if is_child_ordered {
                solver.cache.prefetch(after);
            }
            let replies = self::moves(kernels, after);
            let order_key = match bounds.best == Some(square) {
                true => i32::MAX,
                false => order_key(kernels, square, after, replies, empties, parity),
            };
            candidates.push(EndgameMove { square, after, replies, order_key });
        }

        if empties >= MIN_ETC_EMPTIES
            && let Some(bound) = solver.etc(&candidates, alpha)
        {
            return bound;
        }

        let mut best = i32::MIN;
        let mut best_move = None;
        for next in 0..candidates.len() {
            select_best(&mut candidates[next..]);
            let EndgameMove { square, after, replies, .. } = candidates[next];
            let parity = parity.without(square);
            let score = match is_child_ordered {
                true => -solver.solve_ordered(after, replies, -alpha - 1, parity),
                false => -solver.solve_shallow(after, replies, -alpha - 1, parity),
            };
            if score > best {
                (best, best_move) = (score, Some(square));
                if score > alpha {
                    break;
                }
            }
        }
        solver.cache.put(board, best, alpha, best_move);
        best
    }
}

struct SolveShallow;

impl<K: Kernels> Compiled<&mut Solver<K>, Board, (Bitboard, i32), Parity> for SolveShallow {
    type Output = i32;

    #[inline(always)]
    fn body(self, solver: &mut Solver<K>, board: Board, (moves, alpha): (Bitboard, i32), parity: Parity) -> i32 {
        let kernels = solver.kernels;
        solver.nodes += 1;
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let empty = board.empty();
        if let Some(bound) = stability_cutoff(kernels, board, empty.len(), alpha) {
            return bound;
        }
        if moves.is_empty() {
            let passed = board.pass();
            return match self::moves(kernels, passed) {
                Bitboard::EMPTY => i32::from(board.final_margin()),
                moves => -solver.solve_shallow(passed, moves, -alpha - 1, parity),
            };
        }
        let mut best = i32::MIN;
        for part in [moves & parity.odd(), moves - parity.odd()] {
            for square in part {
                let flips = Bitboard::from_bits(kernels.flips(square, player, opponent));
                let after = board.after_flips_unchecked(square, flips);
                let parity = parity.without(square);
                let score = match empty.len() {
                    5 => -solver.solve_up_to_4(after, empty.without(square), -alpha - 1, parity),
                    _ => -solver.solve_shallow(after, self::moves(kernels, after), -alpha - 1, parity),
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}

#[derive(Clone, Copy)]
struct EndgameMove {
    square: Square,
    after: Board,
    /// The opponent's legal moves.
    replies: Bitboard,
    order_key: i32,
}

/// Use the edge and corner table from this many empties on; with fewer it costs more than it saves.
const MIN_EDGE_CORNER_EMPTIES: u32 = 9;

/// Opponent mobility, then corners and edges, then parity.
#[inline(always)]
fn order_key(
    kernels: impl Kernels,
    square: Square,
    after: Board,
    replies: Bitboard,
    empties: u32,
    parity: Parity,
) -> i32 {
    let in_odd_region = i32::from(parity.odd().contains(square));
    let (player, opponent) = (after.player().bits(), after.opponent().bits());
    let discs = match empties >= MIN_EDGE_CORNER_EMPTIES {
        true => -edge_corner_eval(kernels, player, opponent),
        false => 8 * (opponent & CORNERS).count_ones() as i32,
    };
    -32 * mobility_of(replies) + discs + 12 * in_odd_region
}

const CORNERS: u64 = Bitboard::CORNERS.bits();

#[inline(always)]
pub(crate) fn mobility(kernels: impl Kernels, board: Board) -> i32 {
    mobility_of(moves(kernels, board))
}

/// A corner counts twice.
#[inline(always)]
fn mobility_of(moves: Bitboard) -> i32 {
    (moves.len() + (moves & Bitboard::CORNERS).len()) as i32
}

#[inline(always)]
fn moves(kernels: impl Kernels, board: Board) -> Bitboard {
    Bitboard::from_bits(kernels.moves(board.player().bits(), board.opponent().bits()))
}

/// Upper bound in discs for the side to move: the opponent keeps its stable discs.
#[inline(always)]
pub(crate) fn stability_upper_bound(kernels: impl Kernels, board: Board) -> i32 {
    let kept = kernels.stable(board.opponent().bits(), board.player().bits()).count_ones();
    64 - 2 * kept as i32
}

#[inline(always)]
fn select_best(rest: &mut [EndgameMove]) {
    if let Some(best) = (0..rest.len()).max_by_key(|&index| (rest[index].order_key, std::cmp::Reverse(index))) {
        rest.swap(0, best);
    }
}

#[inline(always)]
fn stability_cutoff(kernels: impl Kernels, board: Board, empties: u32, alpha: i32) -> Option<i32> {
    let is_likely = alpha >= MIN_STABILITY_ALPHA[empties as usize];
    is_likely.then(|| stability_upper_bound(kernels, board)).filter(|&bound| bound <= alpha)
}

#[cfg(test)]
mod tests;
