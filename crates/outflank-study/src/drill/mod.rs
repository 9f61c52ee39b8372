//! Training with puzzles and openings: what comes next, what comes again, and how it goes.
//!
//! [`Progress`] is all that is remembered of somebody's training. It is kept by whoever has a place for it: the terminal in a file, the
//! page in the browser. Nothing here reads a clock; the day comes from the caller.
//!
//! # What comes again
//!
//! What was right at once is known and does not come again. What was wrong comes again in the same session, after a few others;
//! once it is right it comes after one day, then after three, then after seven, and then it is known. Another wrong answer on the way
//! begins that anew. A right answer to something that is not due yet changes nothing: who knows it today may not know it tomorrow.

mod card;
mod lesson;
mod level;
mod progress;
mod stored;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::puzzles::{Kind, Puzzle};

pub use lesson::{Elsewhere, Lesson, LessonId, Line, ParseLessonIdError, Step, lines, lines_named};
pub use progress::Progress;

/// A day, counted from 1 January 1970 where the player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub u32);

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of this kind only.
    pub kind: Option<Kind>,
    /// Of this difficulty only, from 1 to 5.
    pub difficulty: Option<u8>,
}

/// How the training with puzzles goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many puzzles there are.
    pub puzzles: usize,
    /// How many were solved the last time that they were tried.
    pub solved: usize,
    /// How many were failed and are not solved often enough since.
    pub learning: usize,
    /// How many are to come again today.
    pub due: usize,
    /// How many were solved one after the other, up to now.
    pub streak: u32,
    /// The longest of these.
    pub longest: u32,
    /// The difficulty of the puzzles that come next, from 1 to 5.
    pub level: u8,
}

/// How the training with openings goes. A line counts once for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonStanding {
    /// How many lessons there are.
    pub lessons: usize,
    /// How many were played to the end the last time that they were tried.
    pub solved: usize,
    /// How many were left and are not played often enough since.
    pub learning: usize,
    /// How many are to come again today.
    pub due: usize,
}

impl Wanted {
    fn includes(&self, puzzle: &Puzzle) -> bool {
        self.kind.is_none_or(|kind| kind == puzzle.kind)
            && self.difficulty.is_none_or(|difficulty| difficulty == puzzle.difficulty)
    }
}
