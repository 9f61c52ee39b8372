use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::card::Card;
use super::level::Level;
use super::{LessonId, Progress};
use crate::puzzles::PuzzleId;

const VERSION: u32 = 1;

/// Format and version come first, so that foreign files are rejected for that reason. Unknown puzzles and lines are kept for other
/// versions.
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

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum ProgressError {
    #[error("expected progress of version {VERSION}, found version {found}")]
    Version { found: u32 },
    #[error("expected a level from 1 to 5 and a run from -1 to 2")]
    Level,
    #[error("expected a streak no longer than the longest streak, and no more than the number of answers")]
    Streak,
    #[error("{0}: expected at most three right answers while learning")]
    Card(String),
}
