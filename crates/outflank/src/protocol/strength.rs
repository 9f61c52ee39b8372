use outflank_engine::{Analysis, BookMove, Level, Limits};
use outflank_players::{Allowance, BookUse, Bounds, EngineSeat};
use outflank_rules::{Game, Move, Position};

use crate::cli::BoundsArguments;
use crate::random;

#[derive(Clone, Debug)]
pub(super) struct Strength {
    seat: EngineSeat,
    bounds: Bounds,
    depth: Option<u8>,
}

impl Strength {
    pub(super) fn new(level: Level, bounds: BoundsArguments, book: BookUse, seed: Option<u64>) -> Strength {
        book.prepare(level);
        let bounds = Bounds::from(bounds);
        Strength { seat: EngineSeat::new(level, bounds, book, random::seeded(seed)), bounds, depth: None }
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.seat.set_level(level);
    }

    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies.clamp(1, 60) as u8);
    }

    /// The depth or the level, which distinguishes engines in a list.
    pub(super) fn number(&self) -> u8 {
        self.depth.unwrap_or(self.seat.level().number())
    }

    pub(super) fn opening_move(&mut self, game: &Game) -> Option<BookMove> {
        self.seat.book_move(game)
    }

    pub(super) fn limits(&self, position: &Position, allowance: Option<Allowance>) -> Limits {
        let Some(depth) = self.depth else { return self.seat.limits(position, allowance) };
        let Bounds { time, nodes, .. } = self.bounds;
        let limits = Limits { depth: Some(with_endgame(depth, position)), time, nodes, ..Limits::default() };
        allowance.map_or(limits, |allowance| allowance.shorten(limits))
    }

    pub(super) fn pick(&mut self, position: &Position, analysis: &Analysis) -> Option<Move> {
        match self.depth {
            Some(_) => analysis.lines.first()?.pv.first().copied(),
            None => self.seat.pick(position, analysis),
        }
    }
}

/// Searches to the end where that costs little more than the midgame depth.
fn with_endgame(depth: u8, position: &Position) -> u8 {
    const EXTRA: u8 = 8;
    const MAX_SOLVED: u8 = 24;
    let empties = position.empty().len() as u8;
    match empties <= (depth + EXTRA).min(MAX_SOLVED).max(depth) {
        true => empties,
        false => depth,
    }
}
