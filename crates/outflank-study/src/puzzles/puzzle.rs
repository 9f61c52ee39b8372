use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use outflank_rules::{Position, Square};

use super::PuzzleId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub id: PuzzleId,
    pub kind: Kind,
    /// One of [`Puzzle::DIFFICULTIES`], relative to its kind.
    pub difficulty: u8,
    pub position: Position,
    pub moves: Vec<Scored>,
    pub source: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    pub square: Square,
    pub score: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One move wins. Scores are exact.
    Endgame,
    /// One move is best by a deep search. Scores are rounded estimates.
    Opening,
}

impl Puzzle {
    pub const DIFFICULTIES: RangeInclusive<u8> = 1..=5;

    pub fn task(&self) -> String {
        let mover = self.position.turn().title();
        match self.kind {
            Kind::Endgame => format!("{mover} to move and win"),
            Kind::Opening => format!("{mover} to move: find the best move"),
        }
    }

    pub fn best(&self) -> Scored {
        self.moves[0]
    }

    /// In discs; `None` if the move is illegal.
    pub fn loss(&self, square: Square) -> Option<u8> {
        let scored = self.moves.iter().find(|scored| scored.square == square)?;
        Some(self.best().score.abs_diff(scored.score))
    }
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Endgame, Kind::Opening];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Endgame => "endgame",
            Kind::Opening => "opening",
        }
    }
}

impl FromStr for Kind {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Kind, ParsePuzzleError> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(ParsePuzzleError::Kind)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePuzzleError {
    Kind,
    Id,
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParsePuzzleError::Kind => "expected a kind of puzzle: endgame or opening",
            ParsePuzzleError::Id => "expected a puzzle id of eight digits 0 to 9 and a to f",
        })
    }
}

impl Error for ParsePuzzleError {}
