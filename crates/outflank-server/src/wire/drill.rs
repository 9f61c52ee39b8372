use outflank_rules::{Color, Square};
use outflank_study::drill::{self, Day, Progress, PuzzleFilter, Standing};
use outflank_study::puzzles::{Kind, PuzzleId, Scored};
use outflank_study::report::Theme;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::StudyPosition;

/// A request for the next puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextRequest {
    /// The `progress` of the last response. Omit to start.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// Only puzzles of this kind.
    #[serde(default)]
    pub(crate) kind: Option<PuzzleKind>,
    /// Only puzzles of this difficulty.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) difficulty: Option<u8>,
    /// Only puzzles about this idea, such as `parity`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) theme: Option<Theme>,
    /// The player's local date, in days since 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The next puzzle.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextPuzzle {
    /// A puzzle that is due again, or a new one. `null` when all are done for today.
    pub(crate) puzzle: Option<ShownPuzzle>,
    /// Progress with the selected puzzles.
    pub(crate) standing: DrillStanding,
}

/// A puzzle without its solution.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownPuzzle {
    /// Permanent id: eight hexadecimal digits.
    #[schema(value_type = String, example = "0c3f9a71")]
    pub(crate) id: PuzzleId,
    pub(crate) kind: PuzzleKind,
    /// From 1 (easy) to 5 (hard).
    pub(crate) difficulty: u8,
    /// The task, as a sentence.
    #[schema(example = "Black to move and win.")]
    pub(crate) task: String,
    /// The game it comes from.
    pub(crate) source: &'static str,
    /// The opening of that game, if it has an English name.
    pub(crate) opening: Option<&'static str>,
    /// The moves of that game up to the position, without spaces. Empty if unknown.
    #[schema(example = "f5d6c3d3c4")]
    pub(crate) moves: String,
    pub(crate) position: StudyPosition,
}

/// An answer to a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// The `progress` of the last response. Omit to start.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    #[schema(value_type = String)]
    pub(crate) puzzle: PuzzleId,
    /// The move. Omit to see the solution; the puzzle then counts as failed.
    #[serde(default, rename = "move")]
    #[schema(value_type = Option<String>, example = "d3")]
    pub(crate) square: Option<Square>,
    /// Limits `standing` to this kind.
    #[serde(default)]
    pub(crate) kind: Option<PuzzleKind>,
    /// Limits `standing` to this difficulty.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) difficulty: Option<u8>,
    /// Limits `standing` to this idea.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) theme: Option<Theme>,
    /// The player's local date, in days since 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The result of an answer. Scores are for the side to move, in discs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerVerdict {
    /// Whether the move is the best one, or as good.
    pub(crate) right: bool,
    /// The best move.
    #[schema(value_type = String)]
    pub(crate) best: Square,
    /// What the move loses. `null` if none was sent.
    pub(crate) loss: Option<u8>,
    /// All moves, best first.
    pub(crate) moves: Vec<ScoredMove>,
    /// The ideas that the other moves fail for, such as `parity`.
    #[schema(value_type = Vec<String>, required = false)]
    pub(crate) themes: &'static [Theme],
    /// Progress with the selected puzzles.
    pub(crate) standing: DrillStanding,
    /// Send this with the next request.
    #[schema(value_type = Object)]
    pub(crate) progress: Progress,
}

/// A move and its score for the side to move, in discs.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ScoredMove {
    #[schema(value_type = String)]
    pub(crate) square: Square,
    pub(crate) score: i8,
}

impl From<&Scored> for ScoredMove {
    fn from(&Scored { square, score }: &Scored) -> ScoredMove {
        ScoredMove { square, score }
    }
}

/// The puzzle of the day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TodaysPuzzle {
    /// The date in UTC.
    #[schema(example = "2026-01-31")]
    pub(crate) date: String,
    pub(crate) puzzle: ShownPuzzle,
}

/// Progress with puzzles.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct DrillStanding {
    /// All puzzles.
    pub(crate) puzzles: usize,
    /// Solved at the last attempt.
    pub(crate) solved: usize,
    /// Failed, and not yet solved often enough since.
    pub(crate) learning: usize,
    /// Due again today.
    pub(crate) due: usize,
    /// The current streak of solved puzzles.
    pub(crate) streak: u32,
    /// The longest streak.
    pub(crate) longest: u32,
    /// Difficulty of new puzzles, from 1 to 5. Rises with success.
    pub(crate) level: u8,
}

impl From<Standing> for DrillStanding {
    fn from(standing: Standing) -> DrillStanding {
        let Standing { puzzles, solved, learning, due, streak, longest, level } = standing;
        DrillStanding { puzzles, solved, learning, due, streak, longest, level }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PuzzleKind {
    /// In the endgame, one move wins and no other does.
    Endgame,
    /// In the opening, one move is better than all others.
    Opening,
}

impl From<PuzzleKind> for Kind {
    fn from(kind: PuzzleKind) -> Kind {
        match kind {
            PuzzleKind::Endgame => Kind::Endgame,
            PuzzleKind::Opening => Kind::Opening,
        }
    }
}

impl From<Kind> for PuzzleKind {
    fn from(kind: Kind) -> PuzzleKind {
        match kind {
            Kind::Endgame => PuzzleKind::Endgame,
            Kind::Opening => PuzzleKind::Opening,
        }
    }
}

impl NextRequest {
    pub(crate) fn wanted(&self) -> PuzzleFilter {
        PuzzleFilter { kind: self.kind.map(Kind::from), difficulty: self.difficulty, theme: self.theme }
    }
}

impl AnswerRequest {
    pub(crate) fn wanted(&self) -> PuzzleFilter {
        PuzzleFilter { kind: self.kind.map(Kind::from), difficulty: self.difficulty, theme: self.theme }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OpeningsRequest {
    /// Part of a name, in any language. Default: all openings with an English name.
    #[param(max_length = 100)]
    pub(crate) text: Option<String>,
}

/// Named openings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpeningList {
    /// The most played first.
    pub(crate) openings: Vec<NamedLine>,
}

/// A named opening.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NamedLine {
    /// The moves without spaces, which identify the opening.
    #[schema(example = "f5d6c3d3c4")]
    pub(crate) moves: String,
    #[schema(example = "Tiger")]
    pub(crate) name: &'static str,
    /// The number of moves.
    pub(crate) length: usize,
    /// The number of tournament games in which it was played. `null` if unknown.
    pub(crate) games: Option<u32>,
}

/// A request for the next opening to practise.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// The `progress` of the last response. Omit to start.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// Only openings that match this name.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub(crate) text: Option<String>,
    /// The learner's colour. The server plays the other.
    #[schema(value_type = String)]
    pub(crate) side: Color,
    /// The player's local date, in days since 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The next opening to practise.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextLesson {
    /// An opening that is due again, or a new one, the most played first. `null` when all are done for today.
    pub(crate) opening: Option<NamedLine>,
    /// Progress with all openings that have an English name.
    pub(crate) standing: LessonStanding,
}

/// A move in an opening lesson.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    /// The `progress` of the last response. Omit to start.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// The `moves` of the opening.
    #[schema(example = "f5d6c3d3c4")]
    pub(crate) opening: String,
    /// The learner's colour. The server plays the other.
    #[schema(value_type = String)]
    pub(crate) side: Color,
    /// The moves of both sides so far. Omit at the start.
    #[serde(default)]
    #[schema(example = "f5d6")]
    pub(crate) moves: Option<String>,
    /// The learner's move. The first may be any of the four; the line is rotated to match. Omit to get the current
    /// position.
    #[serde(default, rename = "move")]
    #[schema(value_type = Option<String>, example = "c3")]
    pub(crate) square: Option<Square>,
    /// Show the next move instead. The lesson then counts as failed.
    #[serde(default)]
    pub(crate) show: bool,
    /// Whether this lesson has failed already. Then its end is not recorded.
    #[serde(default)]
    pub(crate) failed: bool,
    /// The player's local date, in days since 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The state of an opening lesson.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LessonStep {
    pub(crate) opening: NamedLine,
    /// The result of the move.
    pub(crate) step: StepKind,
    /// The reply of the other side.
    #[schema(value_type = Option<String>)]
    pub(crate) answer: Option<Square>,
    /// The correct move, after a wrong one or on request.
    #[schema(value_type = Option<String>)]
    pub(crate) expected: Option<Square>,
    /// The name of the opening that a wrong move leads to.
    pub(crate) known_as: Option<&'static str>,
    /// Openings that a wrong move leads to, nearest first; at the end of the line, openings that continue it.
    pub(crate) leads_to: Vec<&'static str>,
    /// The moves of both sides so far, to send with the next request. A wrong move is not played.
    pub(crate) moves: String,
    pub(crate) position: StudyPosition,
    /// Progress with all openings that have an English name.
    pub(crate) standing: LessonStanding,
    /// Send this with the next request.
    #[schema(value_type = Object)]
    pub(crate) progress: Progress,
}

/// The result of a lesson move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepKind {
    /// No move was sent.
    Waiting,
    /// The correct move.
    Right,
    /// The end of the line.
    Done,
    /// A wrong move.
    Left,
    /// The correct move was requested.
    Shown,
}

/// Progress with openings, for one colour.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LessonStanding {
    /// All lessons.
    pub(crate) lessons: usize,
    /// Completed at the last attempt.
    pub(crate) solved: usize,
    /// Failed, and not yet completed often enough since.
    pub(crate) learning: usize,
    /// Due again today.
    pub(crate) due: usize,
}

impl From<drill::LessonStanding> for LessonStanding {
    fn from(standing: drill::LessonStanding) -> LessonStanding {
        let drill::LessonStanding { lessons, solved, learning, due } = standing;
        LessonStanding { lessons, solved, learning, due }
    }
}
