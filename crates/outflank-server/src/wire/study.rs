//! Records and positions that somebody brings, and what the engine says about them.

use outflank_engine::{Analysis, Bound};
use outflank_rules::{ByColor, Color, Rules, Square};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Judged, LegalMove, Ply, Problem, Report, Start};

/// A text to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// Records or positions in any format.
    #[schema(max_length = 1048576)]
    pub(crate) text: String,
    /// By which rules it is where it does not say so. Left out, they are the standard ones.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) rules: Option<Rules>,
}

/// What was read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadAnswer {
    /// What people call the format.
    pub(crate) format: &'static str,
    /// The games, at most 50.
    pub(crate) games: Vec<ReadGame>,
    /// How many more there are.
    pub(crate) more: usize,
    /// Why others could not be read, each with its line and column; at most 10.
    pub(crate) unread: Vec<String>,
}

/// A game that was read.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadGame {
    /// Where and when it was played, if that is known.
    pub(crate) title: Option<String>,
    /// Who played, if that is known.
    #[schema(value_type = super::Both<Option<String>>)]
    pub(crate) players: ByColor<Option<String>>,
    /// What it is played by.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Where it started.
    pub(crate) start: Start,
    /// How many discs each had to place at the start, in games that count them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// What was played, passes included.
    pub(crate) plies: Vec<Ply>,
    /// The name of the opening.
    pub(crate) opening: Option<&'static str>,
    /// How it ended, by the board or else by what the record says.
    pub(crate) result: Option<ReadResult>,
    /// The game as plain text, to be analysed or reviewed.
    pub(crate) text: String,
}

/// How a game that was read ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct ReadResult {
    /// Who won; nobody if it is a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// By how many discs Black won; negative if White did. Empty squares count for the winner.
    pub(crate) margin: f64,
}

/// A position to look at. What is left out is as at the start of a game.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PositionRequest {
    /// What it is played by.
    #[schema(value_type = Option<String>)]
    pub(crate) rules: Option<Rules>,
    /// 64 characters of `-`, `X` and `O`: a1, b1, to h8.
    pub(crate) board: Option<String>,
    /// Who is to move.
    #[schema(value_type = Option<String>)]
    pub(crate) turn: Option<Color>,
    /// How many discs each has left to place, in games that count them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// What is played from there. Passes need not be written.
    #[schema(example = "f5 d6 c3")]
    pub(crate) moves: Option<String>,
}

/// A position with everything that can be played in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StudyPosition {
    /// What it is played by.
    #[schema(value_type = String)]
    pub(crate) rules: Rules,
    /// Where it started.
    pub(crate) start: Start,
    /// What was played from there, passes included.
    pub(crate) plies: Vec<Ply>,
    /// 64 characters of `-`, `X` and `O`: a1, b1, to h8.
    pub(crate) board: String,
    /// Who is to move.
    #[schema(value_type = String)]
    pub(crate) turn: Color,
    /// How many discs each has.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
    /// How many discs each has left to place, in games that count them.
    #[schema(value_type = Option<super::Both<u8>>)]
    pub(crate) supply: Option<ByColor<u8>>,
    /// What can be played.
    pub(crate) legal: Vec<LegalMove>,
    /// The name of the opening.
    pub(crate) opening: Option<&'static str>,
    /// How it ended, if it is over.
    pub(crate) over: Option<StudyOver>,
    /// The start and the moves as plain text, to be analysed or reviewed.
    pub(crate) record: String,
}

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct StudyOver {
    /// Who won; nobody if it is a draw.
    #[schema(value_type = Option<String>)]
    pub(crate) winner: Option<Color>,
    /// The discs on the board.
    #[schema(value_type = super::Both<u8>)]
    pub(crate) discs: ByColor<u8>,
}

/// A square that somebody wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WhyRequest {
    /// The position.
    pub(crate) position: PositionRequest,
    /// The square.
    #[schema(value_type = String, example = "a1")]
    pub(crate) square: Square,
}

/// Whether a square can be played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WhyAnswer {
    /// Whether it can.
    pub(crate) legal: bool,
    /// Why it cannot, as a sentence for the player.
    #[schema(example = "On a1 Black would outflank no white disc in any direction.")]
    pub(crate) sentence: Option<String>,
}

/// A position for the engine.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyzeRequest {
    /// A record or a position in any format. The last position of its first game is searched.
    pub(crate) record: String,
    /// How many of the best moves to score.
    #[serde(default = "one_line")]
    #[schema(minimum = 1, maximum = 64)]
    pub(crate) lines: usize,
    /// How long to search.
    #[serde(default = "ten_seconds")]
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: f64,
    /// How many plies to look ahead at most.
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

/// A game for the engine.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// A record in any format. Its first game is judged.
    pub(crate) record: String,
    /// How long to search.
    #[serde(default = "twenty_seconds")]
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: f64,
}

fn twenty_seconds() -> f64 {
    20.0
}

/// One line of what the engine says about a position.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum AnalysisLine {
    /// It has not begun.
    Waiting {
        /// How many others have to be answered before it begins.
        waiting: usize,
    },
    /// It has found something out.
    Found(Found),
    /// There will be no more, because something failed.
    Problem(Problem),
}

/// What the engine has found out so far. Scores are for Black, in discs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Found {
    /// How many plies it looked ahead.
    pub(crate) depth: u8,
    /// How sure it is of what it cut off, in hundredths.
    pub(crate) confidence: u8,
    /// Whether the scores are those of perfect play.
    pub(crate) exact: bool,
    /// How many positions were visited.
    pub(crate) nodes: u64,
    /// How long it took, in milliseconds.
    pub(crate) ms: u64,
    /// The best lines, the best for the side to move first. None if the game is over.
    pub(crate) lines: Vec<FoundLine>,
    /// Whether this is the end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) done: bool,
}

/// A way to play on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundLine {
    /// The moves, with `pass` for a pass.
    pub(crate) moves: String,
    /// What it is worth.
    pub(crate) score: f32,
    /// `exact`; `lower` if it is worth at least that for Black, `upper` if it is worth at most that.
    pub(crate) bound: &'static str,
}

impl Found {
    /// What an analysis says, for Black.
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

/// One line of what the engine says about a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ReviewLine {
    /// It has not begun.
    Waiting {
        /// How many others have to be answered before it begins.
        waiting: usize,
    },
    /// A move was judged, or judged better than before.
    Judged(Judged),
    /// There will be no more, because something failed.
    Problem(Problem),
    /// This is the end.
    Done {
        /// Always true.
        done: bool,
        /// What the game has to teach.
        report: Report,
    },
}
