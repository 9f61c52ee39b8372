//! What a puzzle is.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use outflank_rules::{Position, Square};

use super::PuzzleId;

/// A position in which one move is to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is known by, for ever.
    pub id: PuzzleId,
    /// What kind of puzzle it is.
    pub kind: Kind,
    /// How hard it is among those of its kind: one of [`Puzzle::DIFFICULTIES`].
    pub difficulty: u8,
    /// The position.
    pub position: Position,
    /// All moves with what they are worth for the side to move, in discs; the one to be found first, the worst last.
    pub moves: Vec<Scored>,
    /// The game that it is from: who played, where and when.
    pub source: &'static str,
}

/// A move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The move.
    pub square: Square,
    /// What it is worth for the side to move, in discs.
    pub score: i8,
}

/// What kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Near the end: one move wins, and no other does. Its scores are those of perfect play.
    Endgame,
    /// In the opening: one move is better than all others, as far as a deep search can tell. Its scores are whole numbers near what
    /// the search said.
    Opening,
}

impl Puzzle {
    /// What difficulties there are.
    pub const DIFFICULTIES: RangeInclusive<u8> = 1..=5;

    /// What is to be done: "Black to move and win".
    pub fn task(&self) -> String {
        let mover = self.position.turn().title();
        match self.kind {
            Kind::Endgame => format!("{mover} to move and win"),
            Kind::Opening => format!("{mover} to move: find the best move"),
        }
    }

    /// The move to be found.
    pub fn best(&self) -> Scored {
        self.moves[0]
    }

    /// What a move costs, in discs; nothing if it is not legal.
    pub fn loss(&self, square: Square) -> Option<u8> {
        let scored = self.moves.iter().find(|scored| scored.square == square)?;
        Some(self.best().score.abs_diff(scored.score))
    }
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 2] = [Kind::Endgame, Kind::Opening];

    /// Its name, as it is written.
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

/// A word about a puzzle that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsePuzzleError {
    /// It is not a kind.
    Kind,
    /// It is not a name.
    Id,
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParsePuzzleError::Kind => "expected a kind of puzzle: endgame or opening",
            ParsePuzzleError::Id => "expected the name of a puzzle: eight of the characters 0 to 9 and a to f",
        })
    }
}

impl Error for ParsePuzzleError {}
