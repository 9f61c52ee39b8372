//! Puzzles and openings to train with.

use outflank_rules::{Color, Square};
use outflank_study::drill::{self, Day, Progress, PuzzleFilter, Standing};
use outflank_study::puzzles::{Kind, PuzzleId, Scored};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::StudyPosition;

/// Which puzzle to try next.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextRequest {
    /// What an answer gave back before. Left out, nothing was tried yet.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// Of this kind only.
    #[serde(default)]
    pub(crate) kind: Option<PuzzleKind>,
    /// Of this difficulty only.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) difficulty: Option<u8>,
    /// The day where the player is, counted from 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The puzzle to try next.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextPuzzle {
    /// One that is due again, or else a new one; none if all that are wanted are done for today.
    pub(crate) puzzle: Option<ShownPuzzle>,
    /// How it goes with the puzzles that are wanted.
    pub(crate) standing: DrillStanding,
}

/// A puzzle, without what solves it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownPuzzle {
    /// What it is known by, for ever: eight hexadecimal digits.
    #[schema(value_type = String, example = "0c3f9a71")]
    pub(crate) id: PuzzleId,
    /// What kind it is.
    pub(crate) kind: PuzzleKind,
    /// How hard it is, from 1 to 5.
    pub(crate) difficulty: u8,
    /// What is to be done, in words.
    #[schema(example = "Black to move and win.")]
    pub(crate) task: String,
    /// The game that it is from.
    pub(crate) source: &'static str,
    /// The position.
    pub(crate) position: StudyPosition,
}

/// An answer to a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnswerRequest {
    /// What the answer before gave back. Left out, nothing was tried yet.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// The puzzle.
    #[schema(value_type = String)]
    pub(crate) puzzle: PuzzleId,
    /// The move. Left out, the solution is shown, and the puzzle counts as failed.
    #[serde(default, rename = "move")]
    #[schema(value_type = Option<String>, example = "d3")]
    pub(crate) square: Option<Square>,
    /// The standing is that of puzzles of this kind only.
    #[serde(default)]
    pub(crate) kind: Option<PuzzleKind>,
    /// The standing is that of puzzles of this difficulty only.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 5)]
    pub(crate) difficulty: Option<u8>,
    /// The day where the player is, counted from 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// What became of an answer. Scores are for the side to move, in discs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnswerVerdict {
    /// Whether it is the move that was to be found, or one that is as good.
    pub(crate) right: bool,
    /// The move that was to be found.
    #[schema(value_type = String)]
    pub(crate) best: Square,
    /// What the move costs; nothing is said if there was none.
    pub(crate) loss: Option<u8>,
    /// All moves, the best first.
    pub(crate) moves: Vec<ScoredMove>,
    /// How it goes now with the puzzles that are wanted.
    pub(crate) standing: DrillStanding,
    /// What to send the next time, and to keep until then.
    #[schema(value_type = Object)]
    pub(crate) progress: Progress,
}

/// A move and what it is worth for the side to move, in discs.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ScoredMove {
    /// The move.
    #[schema(value_type = String)]
    pub(crate) square: Square,
    /// What it is worth.
    pub(crate) score: i8,
}

impl From<&Scored> for ScoredMove {
    fn from(&Scored { square, score }: &Scored) -> ScoredMove {
        ScoredMove { square, score }
    }
}

/// How the training goes.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct DrillStanding {
    /// How many puzzles there are.
    pub(crate) puzzles: usize,
    /// How many were solved the last time that they were tried.
    pub(crate) solved: usize,
    /// How many were failed and are not solved often enough since.
    pub(crate) learning: usize,
    /// How many are to come again today.
    pub(crate) due: usize,
    /// How many were solved one after the other, up to now.
    pub(crate) streak: u32,
    /// The longest of these.
    pub(crate) longest: u32,
    /// How hard new puzzles are, from 1 to 5: harder, the better it goes.
    pub(crate) level: u8,
}

impl From<Standing> for DrillStanding {
    fn from(standing: Standing) -> DrillStanding {
        let Standing { puzzles, solved, learning, due, streak, longest, level } = standing;
        DrillStanding { puzzles, solved, learning, due, streak, longest, level }
    }
}

/// What kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PuzzleKind {
    /// Near the end: one move wins, and no other does.
    Endgame,
    /// In the opening: one move is better than all others.
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
    /// Which puzzles are wanted.
    pub(crate) fn wanted(&self) -> PuzzleFilter {
        PuzzleFilter { kind: self.kind.map(Kind::from), difficulty: self.difficulty }
    }
}

impl AnswerRequest {
    /// Which puzzles are wanted.
    pub(crate) fn wanted(&self) -> PuzzleFilter {
        PuzzleFilter { kind: self.kind.map(Kind::from), difficulty: self.difficulty }
    }
}

/// Which openings to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OpeningsRequest {
    /// A name, or words of one, in any language. Left out, all are listed that have a name in English.
    #[param(max_length = 100)]
    pub(crate) text: Option<String>,
}

/// Openings that have a name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpeningList {
    /// The openings, in the order of their names.
    pub(crate) openings: Vec<NamedLine>,
}

/// An opening that has a name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct NamedLine {
    /// Its moves, run together: what it is known by.
    #[schema(example = "f5d6c3d3c4")]
    pub(crate) moves: String,
    /// Its name.
    #[schema(example = "Tiger")]
    pub(crate) name: &'static str,
    /// How many moves it has.
    pub(crate) length: usize,
}

/// Which opening to play next from memory.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// What was given back before. Left out, nothing was tried yet.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// Of the openings that are called so only, as they are listed.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub(crate) text: Option<String>,
    /// Who learns. The other side is played by the server.
    #[schema(value_type = String)]
    pub(crate) side: Color,
    /// The day where the player is, counted from 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// The opening to play next from memory.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextLesson {
    /// One that is due again, or else a new one, shorter ones first; none if all of them are done for today.
    pub(crate) opening: Option<NamedLine>,
    /// How it goes with all openings that have a name in English.
    pub(crate) standing: LessonStanding,
}

/// A move in an opening that is played from memory.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    /// What was given back before. Left out, nothing was tried yet.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(crate) progress: Option<serde_json::Value>,
    /// The moves of the opening, as they are listed.
    #[schema(example = "f5d6c3d3c4")]
    pub(crate) opening: String,
    /// Who learns. The other side is played by the server.
    #[schema(value_type = String)]
    pub(crate) side: Color,
    /// What was played so far, by both sides. Left out, the lesson begins.
    #[serde(default)]
    #[schema(example = "f5d6")]
    pub(crate) moves: Option<String>,
    /// The move of who learns. The first one may be any of the four: the line is turned with it. Left out, it is told where the lesson stands.
    #[serde(default, rename = "move")]
    #[schema(value_type = Option<String>, example = "c3")]
    pub(crate) square: Option<Square>,
    /// Whether the next move is to be shown instead. The lesson then counts as failed.
    #[serde(default)]
    pub(crate) show: bool,
    /// Whether the line was left in this lesson, or a move of it shown: then the lesson is failed already, and its end is not remembered.
    #[serde(default)]
    pub(crate) failed: bool,
    /// The day where the player is, counted from 1 January 1970.
    #[schema(value_type = u32)]
    pub(crate) day: Day,
}

/// Where a lesson stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LessonStep {
    /// The opening.
    pub(crate) opening: NamedLine,
    /// What became of the move.
    pub(crate) step: StepKind,
    /// What the other side has answered.
    #[schema(value_type = Option<String>)]
    pub(crate) answer: Option<Square>,
    /// What the line has, if it was left or is to be shown.
    #[schema(value_type = Option<String>)]
    pub(crate) expected: Option<Square>,
    /// What a move that leaves the line is known as.
    pub(crate) known_as: Option<&'static str>,
    /// The openings to which a move that leaves the line leads, the nearest first; at its end, those that go on from there.
    pub(crate) leads_to: Vec<&'static str>,
    /// What was played so far, by both sides: what to send the next time. A move that leaves the line is not played.
    pub(crate) moves: String,
    /// The position now.
    pub(crate) position: StudyPosition,
    /// How it goes with all openings that have a name in English.
    pub(crate) standing: LessonStanding,
    /// What to send the next time, and to keep until then.
    #[schema(value_type = Object)]
    pub(crate) progress: Progress,
}

/// What became of a move of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepKind {
    /// There was none.
    Waiting,
    /// It is the line's.
    Right,
    /// The line has come to its end.
    Done,
    /// It leaves the line.
    Left,
    /// The line's move is shown instead.
    Shown,
}

/// How the training with openings goes, with one colour.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct LessonStanding {
    /// How many lessons there are.
    pub(crate) lessons: usize,
    /// How many were played to the end the last time that they were tried.
    pub(crate) solved: usize,
    /// How many were left and are not played often enough since.
    pub(crate) learning: usize,
    /// How many are to come again today.
    pub(crate) due: usize,
}

impl From<drill::LessonStanding> for LessonStanding {
    fn from(standing: drill::LessonStanding) -> LessonStanding {
        let drill::LessonStanding { lessons, solved, learning, due } = standing;
        LessonStanding { lessons, solved, learning, due }
    }
}
