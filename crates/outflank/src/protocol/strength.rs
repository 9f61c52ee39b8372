use std::time::Duration;

use outflank_engine::{Analysis, BookMove, GameClock, Level, Limits};
use outflank_players::{BookUse, Random};
use outflank_rules::{Game, Move, Position};

use crate::cli::BoundsArguments;
use crate::random;

#[derive(Clone, Debug)]
pub(super) struct Strength {
    level: Level,
    bounds: BoundsArguments,
    /// Set by an NBoard client; replaces the level and the depth of the command line.
    depth: Option<u8>,
    book: BookUse,
    random: Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    Share(GameClock),
    Move(Duration),
}

impl Strength {
    pub(super) fn new(level: Level, bounds: BoundsArguments, book: BookUse, seed: Option<u64>) -> Strength {
        book.prepare(level);
        Strength { level, bounds, depth: None, book, random: random::seeded(seed) }
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Near the end of the game, the engine solves.
    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies.clamp(1, 60) as u8);
    }

    /// The depth or the level, which distinguishes engines in a list.
    pub(super) fn number(&self) -> u8 {
        self.depth.unwrap_or(self.level.number())
    }

    pub(super) fn opening_move(&mut self, game: &Game) -> Option<BookMove> {
        self.book.choose(self.level, game, || self.random.next())
    }

    pub(super) fn limits(&self, position: &Position, allowance: Option<Allowance>) -> Limits {
        let BoundsArguments { time, nodes, .. } = self.bounds;
        let mut limits = match self.depth {
            Some(depth) => Limits { depth: Some(with_endgame(depth, position)), time, nodes, ..Limits::default() },
            None => self.bounds.in_place_of(self.level.limits(position)),
        };
        let plays_in_full = self.depth.is_none() && self.level.number() == 10 && !self.bounds.is_given();
        if allowance.is_some() && plays_in_full {
            // At full strength the client's clock is the only limit.
            limits = Limits { depth: None, time: None, ..limits };
        }
        match allowance {
            Some(Allowance::Share(clock)) => limits.clock = Some(clock),
            Some(Allowance::Move(time)) => limits.time = Some(limits.time.map_or(time, |limit| limit.min(time))),
            None => {}
        }
        limits
    }

    pub(super) fn pick(&mut self, position: &Position, analysis: &Analysis) -> Option<Move> {
        match self.depth {
            Some(_) => analysis.lines.first()?.pv.first().copied(),
            None => self.level.pick(position, analysis, self.random.next()),
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
