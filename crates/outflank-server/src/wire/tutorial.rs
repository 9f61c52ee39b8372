use outflank_rules::Square;
use outflank_study::tutorial;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Ply, StudyPosition};

/// The tutorial.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tutorial {
    pub(crate) title: &'static str,
    /// The steps, in order.
    pub(crate) steps: Vec<TutorialStep>,
    /// Shown at the end.
    pub(crate) closing: &'static str,
}

/// A step at its start. The learner plays Black.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TutorialStep {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// A short heading.
    pub(crate) title: &'static str,
    /// The explanation.
    pub(crate) text: &'static str,
    #[schema(example = "Play any of the marked squares.")]
    pub(crate) task: &'static str,
    pub(crate) position: StudyPosition,
}

/// An attempt at a tutorial task.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TryRequest {
    /// The number of the step, from 1.
    #[schema(minimum = 1)]
    pub(crate) step: usize,
    /// The learner's own right moves so far in this step, without White's. Omit at the start of a step.
    #[serde(default)]
    #[schema(example = "d1")]
    pub(crate) moves: String,
    /// The square to play.
    #[serde(rename = "move")]
    #[schema(value_type = String, example = "d3")]
    pub(crate) square: Square,
}

/// The result of an attempt.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TryAnswer {
    pub(crate) verdict: TryVerdict,
    /// What happened, as a sentence.
    #[schema(
        example = "d1 flips 5 discs, but only along two lines. Look for the square where three lines of white discs meet."
    )]
    pub(crate) sentence: String,
    /// The plies to show: the move, replies, and passes. A wrong move and its replies are taken back afterwards.
    pub(crate) plies: Vec<Ply>,
    /// The moves that would have been right. Empty unless the verdict is `wrong`.
    #[schema(value_type = Vec<String>)]
    pub(crate) hint: Vec<Square>,
    /// The `moves` to send with the next try.
    pub(crate) moves: String,
    /// The next task. `null` when the step is done.
    pub(crate) task: Option<&'static str>,
    /// The position to continue from.
    pub(crate) position: StudyPosition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TryVerdict {
    /// Illegal move.
    Illegal,
    /// The move is legal, but not what the task asks for.
    Wrong,
    /// The task is done.
    Right,
}

impl From<tutorial::MoveVerdict> for TryVerdict {
    fn from(verdict: tutorial::MoveVerdict) -> TryVerdict {
        match verdict {
            tutorial::MoveVerdict::Illegal => TryVerdict::Illegal,
            tutorial::MoveVerdict::Wrong => TryVerdict::Wrong,
            tutorial::MoveVerdict::Right => TryVerdict::Right,
        }
    }
}
