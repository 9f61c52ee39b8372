use serde::{Deserialize, Serialize};

use crate::puzzles::Puzzle;

/// A staircase: a few right answers in a row raise the difficulty, fewer wrong ones lower it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Level {
    at: u8,
    run: i8,
}

const UP: i8 = 3;
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

    pub(super) fn is_possible(self) -> bool {
        Puzzle::DIFFICULTIES.contains(&self.at) && (DOWN + 1..UP).contains(&self.run)
    }
}
