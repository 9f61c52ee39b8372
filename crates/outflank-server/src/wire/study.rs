use outflank_engine::{Analysis, Bound};
use outflank_rules::{ByColor, Color, Rules, Square};
use outflank_study::teach::{Tolerance, Warning};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{EffortName, Judged, LegalMove, Ply, Problem, Report, Start};

/// Records or positions to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// In any format.
    #[schema(max_length = 1048576)]
    pub(crate) text: String,
    /// The rules, where the text does not state them. Default: `standard`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) rules: Option<Rules>,
}

/// The games that were read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadAnswer {
    /// The name of the format.
    pub(crate) format: &'static str,
    /// At most 50.
    pub(crate) games: Vec<ReadGame>,
    /// The number of further games.
    pub(crate) more: usize,
    /// Why others could not be read, with line and column; at most 10.
    pub(crate) unread: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadGame {
    /// Event and date, if known.
    pub(crate) title: Option<String>,
    /// The players, if known.
    #[schema(value_type = super::Both<Option<String>>)]
    pub(crate) players: ByColor<Option<String>>,
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// The starting position.
    pub(crate) start: Start,
    /// Discs to place at the start, if the rules limit them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// All plies, including passes.
    pub(crate) plies: Vec<Ply>,
    pub(crate) opening: Option<&'static str>,
    /// The result on the board, or else as recorded.
    pub(crate) result: Option<ReadResult>,
    /// The game as text, to send to analysis or review.
    pub(crate) text: String,
}

/// The result of a game that was read.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ReadResult {
    /// `null` for a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// Black's margin in discs. Empty squares count for the winner.
    pub(crate) margin: f64,
}

/// A position. Omitted fields are as at the start of a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PositionRequest {
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = Option<String>)]
    pub(crate) rules: Option<Rules>,
    /// 64 characters `-`, `X` or `O`, from a1, b1 to h8.
    pub(crate) board: Option<String>,
    /// The side to move.
    #[schema(value_type = Option<String>)]
    pub(crate) turn: Option<Color>,
    /// Discs left to place, if the rules limit them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// Moves from there. Passes are optional.
    #[schema(example = "f5 d6 c3")]
    pub(crate) moves: Option<String>,
}

/// A position with its legal moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StudyPosition {
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// The starting position.
    pub(crate) start: Start,
    /// All plies from there, including passes.
    pub(crate) plies: Vec<Ply>,
    /// 64 characters `-`, `X` or `O`, from a1, b1 to h8.
    pub(crate) board: String,
    /// The side to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    /// The disc counts.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// Discs left to place, if the rules limit them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// The legal moves.
    pub(crate) legal: Vec<LegalMove>,
    pub(crate) opening: Option<&'static str>,
    pub(crate) over: Option<StudyOver>,
    /// The game as text, to send to analysis or review.
    pub(crate) record: String,
}

/// The result on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct StudyOver {
    /// `null` for a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// The disc counts.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
}

/// A move to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    pub(crate) position: PositionRequest,
    #[schema(value_type = String, example = "a1")]
    pub(crate) square: Square,
}

/// Whether a move is legal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WhyAnswer {
    pub(crate) legal: bool,
    /// Why not, as a sentence for the player.
    #[schema(example = "On a1 Black would outflank no white disc in any direction.")]
    pub(crate) sentence: Option<String>,
}

/// A position to analyze.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyzeRequest {
    /// A record or position in any format. Its first game's last position is searched.
    pub(crate) record: String,
    /// The number of best moves to score.
    #[serde(default = "one_line")]
    #[schema(minimum = 1, maximum = 64)]
    pub(crate) lines: usize,
    /// The search time.
    #[serde(default = "ten_seconds")]
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: f64,
    /// The maximum depth in plies.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    pub(crate) depth: Option<u8>,
}

fn one_line() -> usize {
    1
}

fn ten_seconds() -> f64 {
    10.0
}

/// A game to review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// A record in any format. Its first game is reviewed.
    pub(crate) record: String,
    /// How much work to put into it, `quick` or `standard`. Default: `standard`. Request deep ones with `POST /api/reports`.
    pub(crate) effort: Option<EffortName>,
    /// Instead of an effort: chooses the one that takes about this long. The report names it.
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: Option<f64>,
}

/// A line of an analysis stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum AnalysisLine {
    /// Queued.
    Waiting {
        /// The number of requests ahead.
        waiting: usize,
    },
    /// A result so far.
    Found(Found),
    /// An error, which ends the stream.
    Problem(Problem),
}

/// An analysis so far. Scores are for Black, in discs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Found {
    /// The depth in plies.
    pub(crate) depth: u8,
    /// The confidence of pruned branches, in percent.
    pub(crate) confidence: u8,
    /// Whether the scores are exact.
    pub(crate) exact: bool,
    /// Visited positions.
    pub(crate) nodes: u64,
    /// Search time in milliseconds.
    pub(crate) ms: u64,
    /// The best lines, best for the side to move first. Empty if the game is over.
    pub(crate) lines: Vec<FoundLine>,
    /// Whether the analysis is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) done: bool,
}

/// A principal variation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundLine {
    /// The moves, with `pass` for a pass.
    pub(crate) moves: String,
    pub(crate) score: f32,
    /// `exact`, `lower` (at least this for Black) or `upper` (at most this).
    pub(crate) bound: &'static str,
}

impl Found {
    pub(crate) fn of(analysis: &Analysis, turn: Color, done: bool) -> Found {
        let line = |line: &outflank_engine::Variation| {
            let moves: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
            let (score, bound) = match turn {
                Color::Black => (line.score, line.bound),
                Color::White => (-line.score, reversed(line.bound)),
            };
            FoundLine {
                moves: moves.join(" "),
                score: score.discs(),
                bound: match bound {
                    Bound::Exact => "exact",
                    Bound::AtLeast => "lower",
                    Bound::AtMost => "upper",
                },
            }
        };
        Found {
            depth: analysis.depth,
            confidence: analysis.selectivity.percent(),
            exact: analysis.exact,
            nodes: analysis.nodes,
            ms: u64::try_from(analysis.time.as_millis()).unwrap_or(u64::MAX),
            lines: analysis.lines.iter().map(line).collect(),
            done,
        }
    }
}

fn reversed(bound: Bound) -> Bound {
    match bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    }
}

/// A line of a review stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ReviewLine {
    /// Queued.
    Waiting {
        /// The number of requests ahead.
        waiting: usize,
    },
    /// A move was judged. Moves are judged from the end of the game on.
    Judged(Judged),
    /// An error, which ends the stream.
    Problem(Problem),
    /// The end of the stream.
    Done {
        /// Always true.
        done: bool,
        report: Report,
    },
}

/// A move to check for mistakes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WarnRequest {
    pub(crate) position: PositionRequest,
    #[schema(value_type = String, example = "b2")]
    pub(crate) square: Square,
    /// The loss in discs that is allowed without a warning.
    #[serde(default = "usual_tolerance")]
    #[schema(minimum = 1, maximum = 64)]
    pub(crate) tolerance: u8,
}

fn usual_tolerance() -> u8 {
    Tolerance::default().discs()
}

/// A warning, or none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WarnAnswer {
    /// `null` if the loss is within the tolerance.
    pub(crate) warning: Option<MoveWarning>,
}

/// What is wrong with a move, without naming a better one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveWarning {
    /// A sentence.
    #[schema(example = "b2 gives the corner a1 and costs about 6 discs.")]
    pub(crate) text: String,
    /// The loss in discs.
    pub(crate) loss: f32,
    /// Whether the loss is exact.
    pub(crate) exact: bool,
}

impl From<&Warning> for MoveWarning {
    fn from(warning: &Warning) -> MoveWarning {
        MoveWarning { text: warning.to_string(), loss: warning.loss, exact: warning.is_exact }
    }
}
