use outflank_rules::{Bitboard, Move, Rules, Square};

use super::eval::LinearEval;
use super::state::{Choice, VariantRules, VariantState};
use super::table::{HashEntry, HashTable, SOLVED};
use crate::{Bound, Score};

pub(super) const INFINITY: i32 = 65 * Score::UNITS_PER_DISC;

pub(super) struct AlphaBeta<'a> {
    pub(super) rules: VariantRules,
    evaluation: LinearEval,
    table: HashTable,
    stop: &'a dyn Fn(u64) -> bool,
    pub(super) nodes: u64,
    /// Number of values that rest on the evaluation rather than on finished games.
    pub(super) guesses: u64,
}

/// The search was stopped, and its value is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

impl<'a> AlphaBeta<'a> {
    pub(super) fn new(rules: Rules, stop: &'a dyn Fn(u64) -> bool) -> AlphaBeta<'a> {
        AlphaBeta {
            rules: VariantRules::of(rules),
            evaluation: LinearEval::of(rules),
            table: HashTable::new(),
            stop,
            nodes: 0,
            guesses: 0,
        }
    }

    /// Principal variation search `depth` discs deep; passes are free. Returns the value if it lies between `alpha` and
    /// `beta`, with its line of play in `pv`, and otherwise a bound.
    pub(super) fn value(
        &mut self,
        state: VariantState,
        depth: u8,
        mut alpha: i32,
        beta: i32,
        pv: &mut Vec<Move>,
    ) -> Result<i32, Stopped> {
        self.visit()?;
        pv.clear();

        // 1. Pass or game over.
        let squares = match self.rules.choice(state) {
            Choice::Over(margin) => return Ok(i32::from(margin) * Score::UNITS_PER_DISC),
            Choice::Pass => {
                let value = -self.value(state.passed(), depth, -beta, -alpha, pv)?;
                pv.insert(0, Move::Pass);
                return Ok(value);
            }
            Choice::Place(squares) => squares,
        };

        // 2. Leaf.
        if depth == 0 {
            self.guesses += 1;
            return Ok(self.evaluation.value(&self.rules, state));
        }

        // 3. Transposition table cutoff, except where the line is wanted.
        let entry = self.table.get(state);
        let wants_line = beta - alpha > 1;
        if let Some(entry) = entry.filter(|entry| !wants_line && entry.suffices(depth, beta)) {
            self.guesses += u64::from(entry.depth != SOLVED);
            return Ok(i32::from(entry.value));
        }

        // 4. Search the moves: the first with the full window, the others with a null window first.
        let guesses_before = self.guesses;
        let alpha_before = alpha;
        let mut best: Option<(i32, Square)> = None;
        let mut rest = Vec::new();
        let mut order = [(0, Square::A1); 64];
        for &(_, square) in self.ordered(state, squares, depth, entry.map(|entry| entry.best), &mut order) {
            let after = self.rules.placed(state, square);
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

        // 5. Store the result.
        let (value, best) = best.expect("a player who must place a disc has a square");
        let bound = match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha_before => Bound::AtMost,
            _ => Bound::Exact,
        };
        let depth = if self.guesses == guesses_before { SOLVED } else { depth };
        self.table.put(HashEntry { state, best, value: value as i16, bound, depth });
        Ok(value)
    }

    pub(super) fn static_value(&self, state: VariantState) -> i32 {
        match self.rules.choice(state) {
            Choice::Over(margin) => i32::from(margin) * Score::UNITS_PER_DISC,
            Choice::Pass => -self.static_value(state.passed()),
            Choice::Place(_) => self.evaluation.value(&self.rules, state),
        }
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        const CHECK_EVERY: u64 = 256;
        if self.nodes.is_multiple_of(CHECK_EVERY) && (self.stop)(self.nodes) {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Moves best first: the table's move, then by evaluation, or near the leaves by static square values.
    fn ordered<'o>(
        &self,
        state: VariantState,
        squares: Bitboard,
        depth: u8,
        table_move: Option<Square>,
        order: &'o mut [(i32, Square); 64],
    ) -> &'o [(i32, Square)] {
        const MIN_EVAL_DEPTH: u8 = 3;
        let order = &mut order[..squares.len() as usize];
        for (entry, square) in order.iter_mut().zip(squares) {
            let order_key = if table_move == Some(square) {
                INFINITY
            } else if depth >= MIN_EVAL_DEPTH {
                -self.evaluation.value(&self.rules, self.rules.placed(state, square))
            } else {
                SQUARES[usize::from(square.index())]
            };
            *entry = (order_key, square);
        }
        order.sort_unstable_by_key(|&(order_key, _)| -order_key);
        order
    }
}

impl HashEntry {
    fn suffices(self, depth: u8, beta: i32) -> bool {
        let value = i32::from(self.value);
        let is_outside = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value < beta,
        };
        is_outside && self.depth >= depth
    }
}

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
