//! A report as it is written to files and sent to pages: one form for all of them.
//!
//! A [`Document`] is a report with the names and the sentences that a reader needs, in types that `serde` writes and reads. Its JSON
//! schema is published as `docs/report.schema.json`. What is added later may be missing in a document, and a reader ignores what it
//! does not know; anything else is a new [`Version`].

mod of;
pub(super) mod schema;

use outflank_rules::{ByColor, Color, Rules, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Grade, KnownPlay, Reason};
use schema::{Both, ColorName, RulesName, SquareName};

/// What a game has to teach. Scores are in discs for Black, with the empty squares for the winner, and rounded to hundredths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "A game judged by Outflank")]
pub struct Document {
    /// The version of this form.
    pub outflank_report: Version,
    /// What the game was played by.
    #[schemars(with = "RulesName")]
    pub rules: Rules,
    /// The game as plain text: its moves, before them its rules and its start where they are not the usual ones.
    pub game: String,
    /// The names of the players, where they are known.
    #[schemars(with = "Both<Option<String>>")]
    pub players: ByColor<Option<String>>,
    /// When it was played, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tournament, or the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// Where the game left what was played before, if a collection of games was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_play: Option<KnownPlay>,
    /// How the game ended, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The moves that are judged, in their order.
    pub moves: Vec<JudgedMove>,
    /// How well each side played.
    #[schemars(with = "Both<Phases>")]
    pub accuracy: ByColor<Phases>,
    /// The move from which on every judgement is that of perfect play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_from: Option<MoveNumber>,
    /// The move with which the game turned for the last time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<Turn>,
}

/// The version of the form of a document. There is one so far; a document of another is not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("const" = 1))]
pub struct Version;

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opening {
    /// Its name in English.
    pub name: String,
    /// After how many placements the position was there that has the name.
    pub placements: usize,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// By how many discs Black won, komi included.
    pub margin: f64,
    /// How it came about.
    pub how: Ending,
}

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The game was played out, or nothing else is known.
    Board,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed on a score.
    Agreement,
}

/// A move that is judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedMove {
    /// Its number among the plies, counted from 1 with the passes.
    pub ply: usize,
    /// Its number among the placements, counted from 1.
    pub number: usize,
    /// Who moved.
    #[schemars(with = "ColorName")]
    pub by: Color,
    /// What was played.
    #[schemars(with = "SquareName")]
    pub played: Square,
    /// What would have been best; what was played, if that was as good.
    #[schemars(with = "SquareName")]
    pub best: Square,
    /// What the game was worth for Black after the move, in discs.
    pub score: f64,
    /// What it would have been worth for Black after the best move.
    pub best_score: f64,
    /// What the move cost its player, in discs; never negative.
    pub loss: f64,
    /// How good it was.
    pub grade: Grade,
    /// The sign that is put behind it, `?` or `??`, if any is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// How many plies the search looked ahead.
    pub depth: u8,
    /// Whether the scores are those of perfect play.
    pub exact: bool,
    /// What is wrong with it, the weightiest first; nothing unless it is a serious mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonText>,
    /// All of this in a sentence, if it is a serious mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
}

/// A fact on the board that tells a bad move from the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonText {
    /// The kind of fact, by a short name. There may come more.
    #[schemars(extend("examples" = Reason::KINDS))]
    pub kind: String,
    /// A clause that goes on from the name of the player, such as "gave the corner h1".
    pub text: String,
}

/// How well a side played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Phases {
    /// In the whole game.
    pub whole: Quality,
    /// In the placements 1 to 20.
    pub opening: Quality,
    /// In the placements 21 to 40.
    pub midgame: Quality,
    /// In the placements from 41 on.
    pub endgame: Quality,
}

/// How good some moves were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quality {
    /// How many moves there were.
    pub moves: usize,
    /// How good they were on average, from 0 to 100, if there were any. A move that costs nothing counts 100, and every four discs that
    /// a move costs halve what it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
    /// How many discs a move cost on average, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss: Option<f64>,
    /// How many of them were mistakes, blunders included.
    pub mistakes: usize,
    /// How many of them were blunders.
    pub blunders: usize,
}

/// Which move is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveNumber {
    /// Its number among the plies, counted from 1 with the passes.
    pub ply: usize,
    /// Its number among the placements, counted from 1.
    pub number: usize,
}

/// The move with which a game turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Its number among the plies, counted from 1 with the passes.
    pub ply: usize,
    /// Its number among the placements, counted from 1.
    pub number: usize,
    /// What happened, in a sentence.
    pub sentence: String,
}

impl Version {
    const NUMBER: u8 = 1;
}

impl From<Version> for u8 {
    fn from(Version: Version) -> u8 {
        Version::NUMBER
    }
}

impl TryFrom<u8> for Version {
    type Error = UnknownVersion;

    fn try_from(number: u8) -> Result<Version, UnknownVersion> {
        if number == Version::NUMBER { Ok(Version) } else { Err(UnknownVersion { number }) }
    }
}

/// A document of a version that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownVersion {
    /// The version that it says.
    pub number: u8,
}

impl std::fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected a report of version {}, and this is version {}", Version::NUMBER, self.number)
    }
}

impl std::error::Error for UnknownVersion {}
