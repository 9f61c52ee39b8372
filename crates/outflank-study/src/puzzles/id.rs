use std::fmt;
use std::str::FromStr;

use outflank_rules::Position;
use serde::{Deserialize, Serialize};

use super::ParsePuzzleError;

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
