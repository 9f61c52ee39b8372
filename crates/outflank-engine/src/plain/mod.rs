//! The engine for the rules other than standard: a short alpha-beta search that looks deeper and deeper.
//!
//! - `state`: a position that is quick to play on, for any rules.
//! - `eval`: what it looks worth.
//! - `table`: what was found out about it before.
//! - `alphabeta`: the search to a given depth. This module calls it for each move and each depth.
//!
//! It works for standard Othello too, which is how it is tested against what is known there; but the strong engine
//! plays that.

mod alphabeta;
mod eval;
mod state;
mod table;
#[cfg(test)]
mod tests;

use std::time::Instant;

use outflank_rules::{Move, Position};

use self::alphabeta::{INFINITY, Searcher, Stopped};
use self::state::{Choice, State};
use crate::{Analysis, Bound, Line, Score, Selectivity};

/// How much is to be found out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    /// The most discs to look ahead.
    pub depth: Option<u8>,
    /// How many of the best moves to score.
    pub lines: usize,
}

/// Searches a position deeper and deeper, until it is solved or `limits` are met or `stop`, which is given the number
/// of positions visited, says so. Every finished depth is reported.
///
/// The analysis is that of the deepest finished search. If not even the first was finished, the moves are judged by how
/// the positions after them look; so there is always a line if there is a move.
pub(crate) fn search(
    position: &Position,
    limits: &Search,
    stop: &dyn Fn(u64) -> bool,
    progress: &mut dyn FnMut(Analysis),
) -> Analysis {
    let start = Instant::now();
    let state = State::of(position);
    let mut searcher = Searcher::new(position.rules(), stop);
    let mut root = Root::new(state, limits.lines, &searcher);

    let report = |root: &Root, searcher: &Searcher<'_>, depth: u8| Analysis {
        lines: root.lines(),
        depth: if root.exact { position.empty().len() as u8 } else { depth },
        selectivity: Selectivity::Full,
        exact: root.exact,
        nodes: searcher.nodes,
        time: start.elapsed(),
    };
    let mut analysis = report(&root, &searcher, 0);
    for depth in depths(limits.depth, state.most_plies()) {
        if root.exact || root.search(&mut searcher, depth).is_err() {
            break;
        }
        analysis = report(&root, &searcher, depth);
        progress(analysis.clone());
    }
    Analysis { nodes: searcher.nodes, time: start.elapsed(), ..analysis }
}

/// The depths to search, one after the other. The last few before the end of the game would cost about as much as the
/// end itself, and are left out.
fn depths(most: Option<u8>, end: u8) -> impl Iterator<Item = u8> {
    const LEFT_OUT: u8 = 5;
    let last = most.unwrap_or(end).min(end).max(1);
    (1..=last).filter(move |&depth| depth == last || last < end || depth + LEFT_OUT < end)
}

/// The moves of the position that was asked about.
struct Root {
    /// The best first, as far as they are wanted.
    candidates: Vec<Candidate>,
    /// How many of them are to be scored.
    wanted: usize,
    /// Whether the values are those of perfect play.
    exact: bool,
}

/// A move, and what is known of it.
struct Candidate {
    mv: Move,
    after: State,
    value: i32,
    /// How play goes on after the move.
    rest: Vec<Move>,
}

impl Root {
    /// The moves, those first after which the position looks best.
    fn new(state: State, wanted: usize, searcher: &Searcher<'_>) -> Root {
        let mechanics = &searcher.mechanics;
        let moves: Vec<(Move, State)> = match mechanics.choice(state) {
            Choice::Place(squares) => {
                squares.into_iter().map(|square| (Move::Place(square), mechanics.placed(state, square))).collect()
            }
            Choice::Pass => vec![(Move::Pass, state.passed())],
            Choice::Over(_) => vec![],
        };
        let judged = |(mv, after)| Candidate { mv, after, value: -searcher.looks(after), rest: vec![] };
        let mut candidates: Vec<_> = moves.into_iter().map(judged).collect();
        candidates.sort_by_key(|candidate| -candidate.value);
        let exact = candidates.is_empty();
        Root { candidates, wanted: wanted.max(1), exact }
    }

    /// Searches the moves so many discs deep and brings the best to the front. If it is stopped, nothing has changed.
    fn search(&mut self, searcher: &mut Searcher<'_>, depth: u8) -> Result<(), Stopped> {
        let guesses_before = searcher.guesses;
        let mut sorted: Vec<Candidate> = Vec::with_capacity(self.candidates.len());
        for &Candidate { mv, after, .. } in &self.candidates {
            let depth = if mv == Move::Pass { depth } else { depth - 1 };
            let mut candidate = Candidate { mv, after, value: -INFINITY, rest: vec![] };
            // Once there are enough lines, the others must show that they are better than the last of them.
            let alpha = sorted.get(self.wanted - 1).map_or(-INFINITY, |last| last.value);
            let is_better =
                alpha == -INFINITY || -searcher.value(after, depth, -alpha - 1, -alpha, &mut candidate.rest)? > alpha;
            if is_better {
                candidate.value = -searcher.value(after, depth, -INFINITY, -alpha, &mut candidate.rest)?;
            }
            let place = sorted.partition_point(|other| other.value >= candidate.value);
            sorted.insert(place, candidate);
        }
        self.candidates = sorted;
        self.exact = searcher.guesses == guesses_before;
        Ok(())
    }

    fn lines(&self) -> Vec<Line> {
        let line = |candidate: &Candidate| Line {
            pv: std::iter::once(candidate.mv).chain(candidate.rest.iter().copied()).collect(),
            score: Score::from_steps(candidate.value),
            bound: Bound::Exact,
        };
        self.candidates.iter().take(self.wanted).map(line).collect()
    }
}
