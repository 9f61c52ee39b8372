//! Which move to try first.

use arrayvec::ArrayVec;
use outflank_rules::{Bitboard, Square};

use super::node::Node;
use super::worker::Worker;
use crate::endgame::mobility;
use crate::tt::{Known, LEAST};

/// A move with what it flips and how good it looks.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) flips: Bitboard,
    promise: i32,
}

/// The moves of a node, best first as far as they have been asked for; those that were put off come last.
pub(super) struct Candidates {
    list: ArrayVec<Candidate, 64>,
    put_off: ArrayVec<Candidate, 64>,
    next: usize,
}

impl Candidates {
    /// The next move to try, and whether it may still be put off.
    pub(super) fn next(&mut self) -> Option<(Candidate, bool)> {
        if self.next == self.list.len() {
            return Some((self.put_off.pop_at(0)?, false));
        }
        let rest = &mut self.list[self.next..];
        // Of equals the first, so that the order is always the same.
        let best = (0..rest.len()).rev().max_by_key(|&index| rest[index].promise)?;
        rest.swap(0, best);
        self.next += 1;
        Some((rest[0], self.next > 1))
    }

    /// Tries this move again when all others have been tried.
    pub(super) fn put_off(&mut self, candidate: Candidate) {
        self.put_off.push(candidate);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.list.iter()
    }
}

/// From this depth on, a ply more is looked at before the moves are ordered: in a search to the end, and in others.
const LOOK_AHEAD_FROM: (u8, u8) = (18, 10);
/// What a move of the opponent costs in a search to the end, in steps. There it matters more what the opponent can do than
/// what the evaluation says; in others the evaluation says it better.
const MOBILITY: i32 = 130;

impl Worker<'_> {
    /// The moves, with a promise that says in which order to try them. `depth` is that of the node.
    pub(super) fn candidates(&mut self, node: &Node, moves: Bitboard, known: Option<&Known>, depth: u8) -> Candidates {
        let [first, second] = known.map_or([None, None], |known| known.moves);
        let mut list = ArrayVec::new();
        for square in moves {
            let flips = node.flips(square);
            let promise = match Some(square) {
                square if square == first => i32::MAX,
                square if square == second => i32::MAX - 1,
                _ if flips == node.board.opponent() => i32::MAX - 2,
                _ => self.promise(node, square, flips, depth),
            };
            list.push(Candidate { square, flips, promise });
        }
        Candidates { list, put_off: ArrayVec::new(), next: 0 }
    }

    /// How good a move looks: what the evaluation says of it, and near the end how few moves it leaves to the opponent.
    fn promise(&mut self, node: &Node, square: Square, flips: Bitboard, depth: u8) -> i32 {
        if depth < 3 {
            let after = node.board.after_flips_unchecked(square, flips);
            return -mobility(after);
        }
        let after = node.played(square, flips);
        let to_the_end = depth >= node.empties;
        let look_ahead_from = if to_the_end { LOOK_AHEAD_FROM.0 } else { LOOK_AHEAD_FROM.1 };
        let score = match depth >= look_ahead_from {
            true => -self.glance(&after, LEAST, -LEAST, 1),
            false => -after.evaluate(self.evaluation),
        };
        if to_the_end { score - MOBILITY * mobility(after.board) } else { score }
    }
}
