use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use outflank_rules::{Game, Position, Rules, Square};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use thiserror::Error;

use crate::openings::{self, Language, Named};
use crate::report::Theme;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub id: PuzzleId,
    pub kind: Kind,
    /// One of [`Puzzle::DIFFICULTIES`], relative to its kind.
    pub difficulty: u8,
    pub position: Position,
    pub moves: Vec<Scored>,
    pub source: &'static str,
    /// The moves of the source game up to the position; empty if unknown.
    pub history: Vec<Square>,
    /// What it is about, which hints at the answer. See [`themes`](super::themes).
    pub themes: Vec<Theme>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    pub square: Square,
    pub score: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// One move wins. Scores are exact.
    Endgame,
    /// One move is best by a deep search. Scores are rounded estimates.
    Opening,
}

impl Scored {
    /// "g7 wins by 4". For exact scores.
    pub fn result(self) -> String {
        let Scored { square, score } = self;
        match score {
            1.. => format!("{square} wins by {score}"),
            0 => format!("{square} draws"),
            ..0 => format!("{square} loses by {}", score.unsigned_abs()),
        }
    }
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

    pub fn loss(&self, square: Square) -> Option<u8> {
        let scored = self.moves.iter().find(|scored| scored.square == square)?;
        Some(self.best().score.abs_diff(scored.score))
    }

    /// The source game up to the position, or only the position if its moves are unknown.
    pub fn game(&self) -> Game {
        let mut game = Game::new(Position::initial(Rules::Standard));
        let is_played = self.history.iter().all(|&square| game.play(square).is_ok());
        if is_played && *game.position() == self.position { game } else { Game::new(self.position) }
    }

    pub fn opening(&self, language: Language) -> Option<Named> {
        openings::of_moves(self.history.iter().copied(), language)
    }
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Endgame, Kind::Opening];

    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl FromStr for Kind {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Kind, ParsePuzzleError> {
        Kind::ALL.into_iter().find(|kind| kind.name() == text).ok_or(ParsePuzzleError::Kind)
    }
}

/// Eight hexadecimal digits, a checksum of the canonical position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PuzzleId(u32);

impl PuzzleId {
    pub fn of(position: &Position) -> Option<PuzzleId> {
        let board = position.board()?.canonical();
        let mut hasher = crc32fast::Hasher::new();
        for discs in [board.player(), board.opponent()] {
            discs.into_iter().for_each(|square| hasher.update(square.to_string().as_bytes()));
            hasher.update(b"/");
        }
        Some(PuzzleId(hasher.finalize()))
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for PuzzleId {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<PuzzleId, ParsePuzzleError> {
        let is_written_so = text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let id = is_written_so.then(|| u32::from_str_radix(text, 16).ok()).flatten();
        id.map(PuzzleId).ok_or(ParsePuzzleError::Id)
    }
}

impl From<PuzzleId> for String {
    fn from(id: PuzzleId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for PuzzleId {
    type Error = ParsePuzzleError;

    fn try_from(text: String) -> Result<PuzzleId, ParsePuzzleError> {
        text.parse()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParsePuzzleError {
    #[error("expected a kind of puzzle: endgame or opening")]
    Kind,
    #[error("expected a puzzle id of eight digits 0 to 9 and a to f")]
    Id,
}
