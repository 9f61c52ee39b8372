//! How far the engine looks, and which move it takes.

use std::time::Duration;

use outflank_engine::{Analysis, BookMove, GameClock, Level, Limits};
use outflank_players::BookUse;
use outflank_rules::{Game, Move, Position};

use crate::cli::BoundsArguments;
use crate::random::Random;

/// What the command line says, and what the client has said since.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    level: Level,
    bounds: BoundsArguments,
    /// What a client of NBoard set. It stands in place of the level and of a depth on the command line.
    depth: Option<u8>,
    book: BookUse,
    random: Random,
}

/// The time that a client gives for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    /// A share of what is left for the rest of the game.
    Share(GameClock),
    /// So much for this move.
    Move(Duration),
}

impl Strength {
    pub(super) fn new(level: Level, bounds: BoundsArguments, book: BookUse, seed: Option<u64>) -> Strength {
        book.prepare(level);
        Strength { level, bounds, depth: None, book, random: Random::new(seed) }
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Looks so many plies ahead from now on; near the end of the game, to the end.
    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies.clamp(1, 60) as u8);
    }

    /// The depth that was set, or else the level: what tells one engine from another in a list.
    pub(super) fn number(&self) -> u8 {
        self.depth.unwrap_or(self.level.number())
    }

    /// A move that needs no search.
    pub(super) fn opening_move(&mut self, game: &Game) -> Option<BookMove> {
        self.book.choose(self.level, game, || self.random.next())
    }

    /// How to search for a move.
    pub(super) fn limits(&self, position: &Position, allowance: Option<Allowance>) -> Limits {
        let BoundsArguments { time, nodes, .. } = self.bounds;
        let mut limits = match self.depth {
            Some(depth) => Limits { depth: Some(with_endgame(depth, position)), time, nodes, ..Limits::default() },
            None => self.bounds.in_place_of(self.level.limits(position)),
        };
        let plays_in_full = self.depth.is_none() && self.level.number() == 10 && !self.bounds.is_given();
        if allowance.is_some() && plays_in_full {
            // The client's clock says how long, and nothing else needs to.
            limits = Limits { depth: None, time: None, ..limits };
        }
        match allowance {
            Some(Allowance::Share(clock)) => limits.clock = Some(clock),
            Some(Allowance::Move(time)) => limits.time = Some(limits.time.map_or(time, |limit| limit.min(time))),
            None => {}
        }
        limits
    }

    /// The move to play after such a search; `None` if the game is over.
    pub(super) fn pick(&mut self, position: &Position, analysis: &Analysis) -> Option<Move> {
        match self.depth {
            Some(_) => analysis.lines.first()?.pv.first().copied(),
            None => self.level.pick(position, analysis, self.random.next()),
        }
    }
}

/// How deep to look when a depth for the middle of the game is set: to the end, where that costs little more.
fn with_endgame(depth: u8, position: &Position) -> u8 {
    /// Up to so many empty squares the end costs about as much as so many plies less in the middle of the game.
    const FURTHER: u8 = 8;
    const SOLVED_SOON: u8 = 24;
    let empties = position.empty().len() as u8;
    match empties <= (depth + FURTHER).min(SOLVED_SOON).max(depth) {
        true => empties,
        false => depth,
    }
}
