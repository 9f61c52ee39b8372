//! How hard the puzzles are that come next.

use serde::{Deserialize, Serialize};

use crate::puzzles::Puzzle;

/// How hard a new puzzle should be. It goes up and down like a staircase: a few right answers in a row make it harder, and fewer wrong
/// ones make it easier, so that most are solved but not all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Level {
    /// The difficulty.
    at: u8,
    /// How many were right in a row since it changed, or with a minus sign how many were wrong.
    run: i8,
}

/// So many right answers in a row make it harder.
const UP: i8 = 3;
/// So many wrong answers in a row make it easier.
const DOWN: i8 = -2;

impl Default for Level {
    fn default() -> Level {
        Level { at: *Puzzle::DIFFICULTIES.start(), run: 0 }
    }
}

impl Level {
    pub(super) fn difficulty(self) -> u8 {
        self.at
    }

    /// The level after a new puzzle of some difficulty was tried. An easier one that is solved and a harder one that is not say nothing.
    pub(super) fn after(self, difficulty: u8, is_right: bool) -> Level {
        let run = match is_right {
            true if difficulty >= self.at => self.run.max(0) + 1,
            false if difficulty <= self.at => self.run.min(0) - 1,
            _ => return self,
        };
        match run {
            UP.. => Level { at: (self.at + 1).min(*Puzzle::DIFFICULTIES.end()), run: 0 },
            ..=DOWN => Level { at: (self.at - 1).max(*Puzzle::DIFFICULTIES.start()), run: 0 },
            _ => Level { run, ..self },
        }
    }

    /// Whether it can have come about.
    pub(super) fn is_possible(self) -> bool {
        Puzzle::DIFFICULTIES.contains(&self.at) && (DOWN + 1..UP).contains(&self.run)
    }
}
