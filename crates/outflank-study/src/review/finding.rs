use outflank_engine::{Analysis, Engine, Limits, Options, Score};
use outflank_rules::{Move, Position, Square};

use super::{Canonical, Key};

/// Searches a position to a fixed depth, or to the end of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    canonical: Canonical,
    key: Key,
    plies: u8,
    /// The move played, on the canonical board.
    played: Option<Square>,
}

impl Search {
    pub(super) fn new(position: &Position, following: &[Square], plies: u8) -> Search {
        let canonical = Canonical::of(position, following);
        let played = following.first().map(|&square| canonical.square(square));
        Search { key: canonical.key(), canonical, plies, played }
    }

    /// In its canonical orientation.
    pub fn position(&self) -> &Position {
        self.canonical.position()
    }

    pub fn key(&self) -> &Key {
        &self.key
    }

    pub fn plies(&self) -> u8 {
        self.plies
    }

    pub fn played(&self) -> Option<Square> {
        self.played
    }

    pub fn solves(&self) -> bool {
        u32::from(self.plies) >= self.position().empty().len()
    }

    pub fn limits(&self) -> Limits {
        Limits { depth: Some(self.plies), ..Limits::default() }
    }

    /// Returns `None` if the search was stopped before it reached its depth.
    pub fn finding(&self, analysis: &Analysis) -> Option<Finding> {
        let best = analysis.lines.first()?;
        let is_whole = if self.solves() { analysis.exact } else { analysis.depth >= self.plies };
        let line = best.pv.clone();
        (is_whole && !line.is_empty()).then(|| Finding {
            key: self.key.clone(),
            plies: self.plies,
            score: best.score,
            line,
            is_exact: analysis.exact,
        })
    }

    pub fn is_answered_by(&self, finding: &Finding) -> bool {
        finding.key == self.key && finding.plies == self.plies
    }

    /// The line of a finding on the original board. If the best move is equivalent to the move played, it is that move.
    pub(super) fn line(&self, finding: &Finding) -> Vec<Move> {
        let best = finding.line.first().and_then(|mv| mv.square());
        let mapping = best.zip(self.played).and_then(|(best, played)| self.canonical.mapping(best, played));
        let on_original = |mv: &Move| match (mv.square(), mapping) {
            (None, _) => Move::Pass,
            (Some(square), None) => Move::Place(self.canonical.back(square)),
            (Some(square), Some(symmetry)) => Move::Place(self.canonical.back(symmetry.square(square))),
        };
        finding.line.iter().map(on_original).collect()
    }
}

/// The result of a [`Search`]. It depends on the position, the depth and the [engine](outflank_engine::REVISION) alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub key: Key,
    pub plies: u8,
    /// For the side to move.
    pub score: Score,
    /// The best play for both sides on the canonical board. Never empty.
    pub line: Vec<Move>,
    pub is_exact: bool,
}

/// The engines of one thread that searches for reviews.
///
/// Results depend on the table's size, so these sizes are the same on every machine. A table takes memory from its first search on.
pub struct Analyst {
    small: Engine,
    large: Engine,
}

/// Searches up to this depth use the small table.
const SMALL_TABLE_PLIES: u8 = 11;

impl Analyst {
    pub fn new() -> Analyst {
        let engine = |table_mebibytes| Engine::on_demand(Options { threads: 1, table_mebibytes });
        Analyst { small: engine(1), large: engine(32) }
    }

    /// Clears the engine for a search and returns it.
    pub fn prepare(&self, search: &Search) -> &Engine {
        let engine = if search.plies <= SMALL_TABLE_PLIES { &self.small } else { &self.large };
        engine.forget();
        engine
    }

    pub fn find(&self, search: &Search) -> Finding {
        let analysis = self.prepare(search).analyze(*search.position(), search.limits());
        search.finding(&analysis).expect("nothing stops the search of a position with a legal move")
    }

    pub fn large(&self) -> &Engine {
        &self.large
    }

    pub fn small(&self) -> &Engine {
        &self.small
    }
}

impl Default for Analyst {
    fn default() -> Analyst {
        Analyst::new()
    }
}
