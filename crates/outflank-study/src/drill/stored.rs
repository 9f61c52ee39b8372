//! How progress is written.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::level::Level;
use super::{LessonId, Progress};
use crate::puzzles::PuzzleId;

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// Progress as it is written. Format and version come first, so that what is foreign is refused for that and for nothing else.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    format: Format,
    version: Version,
    streak: u32,
    longest: u32,
    level: Level,
    answers: u64,
    puzzles: BTreeMap<PuzzleId, Card>,
    lessons: BTreeMap<LessonId, Card>,
}

#[derive(Serialize, Deserialize)]
enum Format {
    #[serde(rename = "outflank-drill")]
    Drill,
}

#[derive(Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
#[derive(Clone)]
struct Version;

impl From<Progress> for Stored {
    fn from(progress: Progress) -> Stored {
        let Progress { streak, longest, level, answers, puzzles, lessons } = progress;
        Stored { format: Format::Drill, version: Version, streak, longest, level, answers, puzzles, lessons }
    }
}

impl TryFrom<Stored> for Progress {
    type Error = ProgressError;

    fn try_from(stored: Stored) -> Result<Progress, ProgressError> {
        let Stored { streak, longest, level, answers, puzzles, lessons, .. } = stored;
        if !level.is_possible() {
            return Err(ProgressError::Level);
        }
        if streak > longest || u64::from(longest) > answers {
            return Err(ProgressError::Streak);
        }
        if let Some((id, _)) = puzzles.iter().find(|(_, card)| !card.is_possible()) {
            return Err(ProgressError::Card(id.to_string()));
        }
        if let Some((id, _)) = lessons.iter().find(|(_, card)| !card.is_possible()) {
            return Err(ProgressError::Card(id.to_string()));
        }
        Ok(Progress { streak, longest, level, answers, puzzles, lessons })
    }
}

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        VERSION
    }
}

impl TryFrom<u32> for Version {
    type Error = ProgressError;

    fn try_from(version: u32) -> Result<Version, ProgressError> {
        if version == VERSION { Ok(Version) } else { Err(ProgressError::Version { found: version }) }
    }
}

/// Why something is not the progress of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ProgressError {
    /// It was written by another version of this program.
    Version {
        /// Its version.
        found: u32,
    },
    /// There is no such level.
    Level,
    /// A streak is longer than the longest, or than there were answers.
    Streak,
    /// A puzzle or lesson was right more often than that is counted.
    Card(String),
}

impl fmt::Display for ProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgressError::Version { found } => {
                write!(f, "expected progress of version {VERSION}, found version {found}")
            }
            ProgressError::Level => f.write_str("expected a level from 1 to 5 with a run of at most two answers"),
            ProgressError::Streak => {
                f.write_str("expected a streak no longer than the longest, and that no longer than all answers")
            }
            ProgressError::Card(id) => write!(f, "{id}: expected at most three right answers while it is learnt"),
        }
    }
}

impl Error for ProgressError {}
