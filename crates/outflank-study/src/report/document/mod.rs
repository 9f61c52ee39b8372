//! Reports as JSON, with names and sentences.
//!
//! The schema is published as `docs/report.schema.json`, descriptions included. New fields are optional and readers ignore unknown ones;
//! anything else needs a new [`Version`].

mod of;
pub(super) mod schema;

use outflank_rules::{ByColor, Color, Rules, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Grade, KnownPlay, Reason, Takeaways, Theme};
use schema::{Both, ColorName, RulesName, SquareName};

/// An analyzed game. Scores are in discs for Black, empty squares count for the winner, rounded to hundredths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "A game judged by Outflank")]
pub struct Document {
    /// The version of this format.
    pub outflank_report: Version,
    /// The rules of the game.
    #[schemars(with = "RulesName")]
    pub rules: Rules,
    /// The game as plain text: its moves, preceded by the rules and the start position unless they are standard.
    pub game: String,
    /// The names of the players, if known.
    #[schemars(with = "Both<Option<String>>")]
    pub players: ByColor<Option<String>>,
    /// The date as given in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The tournament or the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// Where the game left known play, if a collection of games was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_play: Option<KnownPlay>,
    /// The result, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// How much work went into it: `quick`, `standard`, `deep` or a level, and from how many empty squares on it is exact if that was
    /// requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// The judged moves, in order.
    pub moves: Vec<JudgedMove>,
    /// The accuracy of each side.
    #[schemars(with = "Both<Phases>")]
    pub accuracy: ByColor<Phases>,
    /// From this move on every judgement is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact_from: Option<MoveNumber>,
    /// The turning point: the last move that changed the lead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<Turn>,
    /// The story of the game in a few sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub story: Vec<String>,
    /// What each side can learn from the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Both<Takeaways>>")]
    pub takeaways: Option<ByColor<Takeaways>>,
}

/// The version of the format. There is one so far; others are rejected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("const" = 1))]
pub struct Version;

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opening {
    /// Its name in English.
    pub name: String,
    /// The number of placements after which the named position occurred.
    pub placements: usize,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// The margin for Black in discs, komi included.
    pub margin: f64,
    /// How the game ended.
    pub how: Ending,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Played out, or unknown.
    Board,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The players agreed on a score.
    Agreement,
}

/// A judged move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JudgedMove {
    /// The number of the ply, counted from 1, passes included.
    pub ply: usize,
    /// The number of the placement, counted from 1.
    pub number: usize,
    /// The player.
    #[schemars(with = "ColorName")]
    pub by: Color,
    /// The move.
    #[schemars(with = "SquareName")]
    pub played: Square,
    /// The best move; equal to the move played if that was as good.
    #[schemars(with = "SquareName")]
    pub best: Square,
    /// The score after the move.
    pub score: f64,
    /// The score after the best move.
    pub best_score: f64,
    /// The cost of the move in discs; never negative.
    pub loss: f64,
    /// The grade.
    pub grade: Grade,
    /// `?` or `??`, written after the move, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// The depth of the search in plies.
    pub depth: u8,
    /// Whether the scores are exact.
    pub exact: bool,
    /// The loss is off by at most this many discs in 95 % of the cases; missing if it is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_error: Option<f64>,
    /// How often tournament players chose the move, if it is opening theory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theory: Option<TheoryMove>,
    /// The best play after the move, if it is a serious mistake: moves without spaces, `pa` for a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The best move and the best play after it, if the move is a serious mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_line: Option<String>,
    /// What is wrong with the move, the most important first; empty unless it is a serious mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonText>,
    /// The explanation, if it is a serious mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
}

/// A move of opening theory: at least 20 tournament games have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TheoryMove {
    /// The number of tournament games with this move.
    pub games: u32,
    /// Those since 2000.
    pub games_since_2000: u32,
    /// Of all games that went on from the position, in percent.
    pub percent: f64,
}

/// A fact that distinguishes a bad move from the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonText {
    /// The kind of fact. More may be added.
    #[schemars(extend("examples" = Reason::KINDS))]
    pub kind: String,
    /// A clause that continues "it", such as "gave the corner h1".
    pub text: String,
    /// What it is about; puzzles have the same themes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
}

/// The accuracy of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Phases {
    /// The whole game.
    pub whole: Quality,
    /// Placements 1 to 20.
    pub opening: Quality,
    /// Placements 21 to 40.
    pub midgame: Quality,
    /// Placements from 41 on.
    pub endgame: Quality,
}

/// The quality of some moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Quality {
    /// The number of moves.
    pub moves: usize,
    /// The mean accuracy from 0 to 100. A move that costs nothing counts 100, and every four discs halve that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<f64>,
    /// The mean loss in discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_loss: Option<f64>,
    /// The number of mistakes, blunders included.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// A move of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MoveNumber {
    /// The number of the ply, counted from 1, passes included.
    pub ply: usize,
    /// The number of the placement, counted from 1.
    pub number: usize,
}

/// The last move that changed the lead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// The number of the ply, counted from 1, passes included.
    pub ply: usize,
    /// The number of the placement, counted from 1.
    pub number: usize,
    /// The sentence to show.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a report of version {}, found version {number}", Version::NUMBER)]
pub struct UnknownVersion {
    pub number: u8,
}
