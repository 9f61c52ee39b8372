//! Training with puzzles and openings.
//!
//! [`Progress`] is everything that is remembered. The caller stores it and passes the current day.
//!
//! A right first answer is known and does not come up again. A wrong one comes up again in the same session, and once it is right, after one,
//! three and seven days. A right answer before it is due changes nothing.
//!
//! After the answer, an endgame can be played out against the best defence: [`PlayOut`].

mod card;
mod lesson;
mod level;
mod lines;
mod play_out;
mod progress;
mod stored;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::puzzles::{Kind, Puzzle};
use crate::report::Theme;

pub use crate::openings::OpeningLine;
pub use lesson::{Elsewhere, Lesson, LessonId, LineMove, ParseLessonIdError};
pub use lines::{lines, lines_named, popularity};
pub use play_out::{Ending, MoveKind, MoveVerdict, PlayOut, PlayOutError, Solved};
pub use progress::Progress;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub u32);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    pub kind: Option<Kind>,
    pub difficulty: Option<u8>,
    pub theme: Option<Theme>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub puzzles: usize,
    pub solved: usize,
    /// Failed, and not yet learnt.
    pub learning: usize,
    pub due: usize,
    pub streak: u32,
    pub longest: u32,
    pub level: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonStanding {
    pub lessons: usize,
    pub solved: usize,
    /// Failed, and not yet learnt.
    pub learning: usize,
    pub due: usize,
}

impl PuzzleFilter {
    fn includes(&self, puzzle: &Puzzle) -> bool {
        self.kind.is_none_or(|kind| kind == puzzle.kind)
            && self.difficulty.is_none_or(|difficulty| difficulty == puzzle.difficulty)
            && self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
    }
}
