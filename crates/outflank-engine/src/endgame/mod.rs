//! The last dozen empty squares, searched to the end without an evaluation, in whole discs.
//!
//! Every search here has a null window: it finds out whether the score is greater than `alpha`, and returns a bound that
//! says so. Depending on the number of empty squares it is done with a cache and ordered moves ([`Solver::ordered`]),
//! with the moves in the order of parity ([`Solver::by_parity`]), or unrolled ([`last`]).

mod cache;
mod last;
mod parity;
mod rim;

use arrayvec::ArrayVec;
use outflank_rules::{Bitboard, Board, Square};

use crate::simd;
use cache::Cache;
use parity::Parity;

/// Up to so many empty squares, a position is solved here; with more, the search proper is better.
pub(crate) const MOST_EMPTIES: u32 = 12;

/// Up to so many empty squares, moves are not ordered but by parity.
const BY_PARITY: u32 = 6;

/// From which `alpha` on stable discs are counted, by the number of empty squares: below, they hardly ever decide.
const STABILITY_FROM: [i32; MOST_EMPTIES as usize + 1] = [99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 20, 22, 24];

/// Solves positions with few empty squares. One for each thread.
pub(crate) struct Solver {
    cache: Cache,
    /// How many positions were visited.
    pub(crate) nodes: u64,
}

impl Solver {
    pub(crate) fn new() -> Solver {
        Solver { cache: Cache::new(), nodes: 0 }
    }

    /// Forgets what it has counted, but not what it knows.
    pub(crate) fn counting_anew(self) -> Solver {
        Solver { nodes: 0, ..self }
    }

    /// Whether the score of perfect play for the side to move, in discs with the empty squares given to the winner, is
    /// greater than `alpha`. What is returned is a lower bound if it is, and an upper bound if not.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty();
        match empty.len() {
            0..=4 => self.few(board, empty, alpha, Parity::of(empty)),
            5..=BY_PARITY => self.by_parity(board, alpha, Parity::of(empty)),
            _ => self.ordered(board, alpha, Parity::of(empty)),
        }
    }

    /// With a cache, stability, and the moves ordered by what they leave to the opponent.
    fn ordered(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        self.nodes += 1;
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let empties = board.empty().len();
        if let Some(bound) = stability_bound(board, empties, alpha) {
            return bound;
        }
        let moves = simd::moves(player, opponent);
        if moves == 0 {
            return match simd::moves(opponent, player) {
                0 => i32::from(board.final_margin()),
                _ => -self.ordered(board.pass(), -alpha - 1, parity),
            };
        }
        let known = self.cache.get(board);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }

        let mut candidates = ArrayVec::<Candidate, 64>::new();
        for square in Bitboard::from_bits(moves) {
            let flips = simd::flips(square, player, opponent);
            let after = board.after_flips_unchecked(square, Bitboard::from_bits(flips));
            if after.player().is_empty() {
                // Nothing is left of the opponent.
                self.nodes += 1;
                return 64;
            }
            let promise = match known.best == Some(square) {
                true => i32::MAX,
                false => promise(square, after, empties, parity),
            };
            candidates.push(Candidate { square, after, promise });
        }

        let mut best = i32::MIN;
        let mut best_move = None;
        for next in 0..candidates.len() {
            bring_best_to(&mut candidates, next);
            let Candidate { square, after, .. } = candidates[next];
            let parity = parity.without(square);
            let score = match empties - 1 > BY_PARITY {
                true => -self.ordered(after, -alpha - 1, parity),
                false => -self.by_parity(after, -alpha - 1, parity),
            };
            if score > best {
                (best, best_move) = (score, Some(square));
                if score > alpha {
                    break;
                }
            }
        }
        self.cache.put(board, best, alpha, best_move);
        best
    }

    /// With the moves in regions that have an odd number of empty squares first.
    fn by_parity(&mut self, board: Board, alpha: i32, parity: Parity) -> i32 {
        self.nodes += 1;
        let (player, opponent) = (board.player().bits(), board.opponent().bits());
        let empty = board.empty();
        if let Some(bound) = stability_bound(board, empty.len(), alpha) {
            return bound;
        }
        let moves = Bitboard::from_bits(simd::moves(player, opponent));
        if moves.is_empty() {
            return match simd::moves(opponent, player) {
                0 => i32::from(board.final_margin()),
                _ => -self.by_parity(board.pass(), -alpha - 1, parity),
            };
        }
        let mut best = i32::MIN;
        for part in [moves & parity.odd(), moves - parity.odd()] {
            for square in part {
                let flips = Bitboard::from_bits(simd::flips(square, player, opponent));
                let after = board.after_flips_unchecked(square, flips);
                let parity = parity.without(square);
                let score = match empty.len() {
                    5 => -self.few(after, empty.without(square), -alpha - 1, parity),
                    _ => -self.by_parity(after, -alpha - 1, parity),
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

/// A move to be tried.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    after: Board,
    promise: i32,
}

/// From so many empty squares on, corners and edges are looked at to order moves; with fewer, it takes longer than it saves.
const RIM_FROM: u32 = 10;

/// How good a move looks without a search: the fewer moves the opponent has after it, the better.
fn promise(square: Square, after: Board, empties: u32, parity: Parity) -> i32 {
    let in_odd_region = i32::from(parity.odd().contains(square));
    let (player, opponent) = (after.player().bits(), after.opponent().bits());
    let discs = match empties >= RIM_FROM {
        true => -rim::worth(player, opponent),
        false => 8 * (opponent & CORNERS).count_ones() as i32,
    };
    -32 * mobility(after) + discs + 12 * in_odd_region
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// How many moves the side to move has; a corner counts twice.
pub(crate) fn mobility(board: Board) -> i32 {
    let moves = simd::moves(board.player().bits(), board.opponent().bits());
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// A score in discs that the side to move cannot pass, because the opponent keeps its stable discs.
pub(crate) fn most(board: Board) -> i32 {
    let kept = simd::stable(board.opponent().bits(), board.player().bits()).count_ones();
    64 - 2 * kept as i32
}

fn bring_best_to(candidates: &mut [Candidate], next: usize) {
    let rest = &mut candidates[next..];
    if let Some(best) = (0..rest.len()).max_by_key(|&index| (rest[index].promise, std::cmp::Reverse(index))) {
        rest.swap(0, best);
    }
}

/// A bound by stable discs, where `alpha` is so high that they may decide.
fn stability_bound(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    let counts = alpha >= STABILITY_FROM[empties as usize];
    counts.then(|| most(board)).filter(|&most| most <= alpha)
}

#[cfg(test)]
mod tests;
