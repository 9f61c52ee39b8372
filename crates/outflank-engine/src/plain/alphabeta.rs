//! The search of one position to one depth.

use outflank_rules::{Bitboard, Move, Rules, Square};

use super::eval::Evaluation;
use super::state::{Choice, Mechanics, State};
use super::table::{Entry, SOLVED, Table};
use crate::{Bound, Score};

/// Beyond every value.
pub(super) const INFINITY: i32 = 65 * Score::STEPS;

/// What is used and learnt throughout the search of a position.
pub(super) struct Searcher<'a> {
    pub(super) mechanics: Mechanics,
    evaluation: Evaluation,
    table: Table,
    stop: &'a dyn Fn(u64) -> bool,
    /// How many positions were visited.
    pub(super) nodes: u64,
    /// How often a value rested on the evaluation rather than on the end of a game.
    pub(super) guesses: u64,
}

/// The search was told to stop, and what it was about to return is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

impl<'a> Searcher<'a> {
    pub(super) fn new(rules: Rules, stop: &'a dyn Fn(u64) -> bool) -> Searcher<'a> {
        Searcher {
            mechanics: Mechanics::of(rules),
            evaluation: Evaluation::of(rules),
            table: Table::new(),
            stop,
            nodes: 0,
            guesses: 0,
        }
    }

    /// The value of a position to the side to move when `depth` more discs are looked ahead; passes are free. It is
    /// right if it lies between `alpha` and `beta`, and `pv` is then how play goes on. Otherwise it is a limit.
    pub(super) fn value(
        &mut self,
        state: State,
        depth: u8,
        mut alpha: i32,
        beta: i32,
        pv: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        self.visit()?;
        pv.clear();

        // 1. Whoever cannot choose need not think.
        let squares = match self.mechanics.choice(state) {
            Choice::Over(margin) => return Ok(i32::from(margin) * Score::STEPS),
            Choice::Pass => {
                let value = -self.value(state.passed(), depth, -beta, -alpha, pv)?;
                pv.insert(0, Move::Pass);
                return Ok(value);
            }
            Choice::Place(squares) => squares,
        };

        // 2. At the horizon the evaluation speaks.
        if depth == 0 {
            self.guesses += 1;
            return Ok(self.evaluation.value(&self.mechanics, state));
        }

        // 3. The table may know enough. Where the line is wanted, it is searched again.
        let known = self.table.find(state);
        let wants_line = beta - alpha > 1;
        if let Some(entry) = known.filter(|entry| !wants_line && entry.settles(depth, beta)) {
            self.guesses += u64::from(entry.depth != SOLVED);
            return Ok(i32::from(entry.value));
        }

        // 4. The first move gets the whole window; the others must first show that they are better.
        let guesses_before = self.guesses;
        let alpha_before = alpha;
        let mut best: Option<(i32, Square)> = None;
        let mut rest = Vec::new();
        let mut order = [(0, Square::A1); 64];
        for &(_, square) in self.ordered(state, squares, depth, known.map(|entry| entry.best), &mut order) {
            let after = self.mechanics.placed(state, square);
            let mut value = -INFINITY;
            if best.is_some() && wants_line {
                value = -self.value(after, depth - 1, -alpha - 1, -alpha, &mut rest)?;
            }
            if best.is_none() || !wants_line || value > alpha {
                value = -self.value(after, depth - 1, -beta, -alpha, &mut rest)?;
            }
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, square));
            }
            if value >= beta {
                break;
            }
            if value > alpha {
                alpha = value;
                pv.clear();
                pv.push(Move::Place(square));
                pv.append(&mut rest);
            }
        }

        // 5. What was found out is kept.
        let (value, best) = best.expect("a player who must place a disc has a square");
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha_before => Bound::AtMost,
            _ => Bound::Exact,
        };
        let depth = if self.guesses == guesses_before { SOLVED } else { depth };
        self.table.keep(Entry { state, best, value: value as i16, bound, depth });
        Ok(value)
    }

    /// The value of a position without looking ahead.
    pub(super) fn looks(&self, state: State) -> i32 {
        match self.mechanics.choice(state) {
            Choice::Over(margin) => i32::from(margin) * Score::STEPS,
            Choice::Pass => -self.looks(state.passed()),
            Choice::Place(_) => self.evaluation.value(&self.mechanics, state),
        }
    }

    /// Counts a position, and asks now and then whether to stop.
    fn visit(&mut self) -> Result<(), Stopped> {
        const ASK_EVERY: u64 = 256;
        if self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)(self.nodes) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// The moves, those first that look best: what was best before, then what leads to a position that looks good, or
    /// merely lies on a good square where looking would cost as much as searching.
    fn ordered<'o>(
        &self,
        state: State,
        squares: Bitboard,
        depth: u8,
        known_best: Option<Square>,
        order: &'o mut [(i32, Square); 64],
    ) -> &'o [(i32, Square)] {
        const LOOK_FROM: u8 = 3;
        let order = &mut order[..squares.len() as usize];
        for (entry, square) in order.iter_mut().zip(squares) {
            let looks = if known_best == Some(square) {
                INFINITY
            } else if depth >= LOOK_FROM {
                -self.evaluation.value(&self.mechanics, self.mechanics.placed(state, square))
            } else {
                SQUARES[usize::from(square.index())]
            };
            *entry = (looks, square);
        }
        order.sort_unstable_by_key(|&(looks, _)| -looks);
        order
    }
}

impl Entry {
    /// Whether the value says all that a search to this depth with the window just below `beta` would say.
    fn settles(self, depth: u8, beta: i32) -> bool {
        let value = i32::from(self.value);
        let says_enough = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value < beta,
        };
        says_enough && self.depth >= depth
    }
}

/// How good a square is in general.
#[rustfmt::skip]
const SQUARES: [i32; 64] = [
    9, 2, 7, 6, 6, 7, 2, 9,
    2, 1, 4, 4, 4, 4, 1, 2,
    7, 4, 5, 5, 5, 5, 4, 7,
    6, 4, 5, 0, 0, 5, 4, 6,
    6, 4, 5, 0, 0, 5, 4, 6,
    7, 4, 5, 5, 5, 5, 4, 7,
    2, 1, 4, 4, 4, 4, 1, 2,
    9, 2, 7, 6, 6, 7, 2, 9,
];
