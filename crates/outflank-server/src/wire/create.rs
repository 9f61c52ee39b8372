use outflank_engine::Level;
use outflank_rules::{ByColor, Color, Rules};
use outflank_table::TimeControl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::millis;
use crate::{GameId, Name, name};

/// A game to create. Every field has a default.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Proposal {
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String, example = "standard")]
    pub(crate) rules: Rules,
    pub(crate) start: StartSetting,
    /// No clocks by default.
    pub(crate) clock: Option<ClockSetting>,
    /// `me`, `friend`, `anyone`, or `engine:1` to `engine:10`.
    #[schema(value_type = String, example = "me")]
    pub(crate) black: OccupantSetting,
    /// As for Black.
    #[schema(value_type = String, example = "engine:5")]
    pub(crate) white: OccupantSetting,
    /// Assign the colours at random.
    pub(crate) shuffle: bool,
    /// List the game and let anyone watch.
    pub(crate) public: Option<bool>,
    pub(crate) takebacks: Option<TakebackSetting>,
    /// The creator's name.
    #[serde(deserialize_with = "name::optional_from_client")]
    #[schema(value_type = Option<String>, max_length = 24)]
    pub(crate) name: Option<Name>,
}

impl Default for Proposal {
    fn default() -> Proposal {
        Proposal {
            rules: Rules::Standard,
            start: StartSetting::Initial,
            clock: None,
            black: OccupantSetting::Me,
            white: OccupantSetting::Engine(Level::default()),
            shuffle: false,
            public: None,
            takebacks: None,
            name: None,
        }
    }
}

/// The start of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartSetting {
    /// The standard start of these rules.
    Initial,
    /// A random balanced opening of eight moves.
    Xot,
    /// Black discs in 1 to 4 corners; White begins.
    Handicap(u8),
    /// The final position of this record or board.
    Record(String),
}

/// Clock settings, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSetting {
    /// Time at the start.
    pub(crate) main: u64,
    /// Added after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) increment: Option<u64>,
    /// Time per move that is not charged (Bronstein delay).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) delay: Option<u64>,
}

impl ClockSetting {
    pub(crate) fn of(time: TimeControl) -> Option<ClockSetting> {
        let (increment, delay) = match time {
            TimeControl::Unlimited | TimeControl::SuddenDeath { .. } => (None, None),
            TimeControl::Fischer { increment, .. } => (Some(millis(increment)), None),
            TimeControl::Bronstein { delay, .. } => (None, Some(millis(delay))),
        };
        time.main().map(|main| ClockSetting { main: millis(main), increment, delay })
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum OccupantSetting {
    Me,
    Friend,
    Anyone,
    Engine(Level),
}

impl TryFrom<String> for OccupantSetting {
    type Error = &'static str;

    fn try_from(text: String) -> Result<OccupantSetting, &'static str> {
        match text.as_str() {
            "me" => Ok(OccupantSetting::Me),
            "friend" => Ok(OccupantSetting::Friend),
            "anyone" => Ok(OccupantSetting::Anyone),
            text => match text.strip_prefix("engine:").map(str::parse) {
                Some(Ok(level)) => Ok(OccupantSetting::Engine(level)),
                _ => Err("expected me, friend, anyone, or engine:1 to engine:10"),
            },
        }
    }
}

impl From<OccupantSetting> for String {
    fn from(setting: OccupantSetting) -> String {
        match setting {
            OccupantSetting::Me => "me".to_owned(),
            OccupantSetting::Friend => "friend".to_owned(),
            OccupantSetting::Anyone => "anyone".to_owned(),
            OccupantSetting::Engine(level) => format!("engine:{level}"),
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TakebackSetting {
    /// Not allowed.
    Never,
    /// With the opponent's consent.
    Asked,
    /// Without asking.
    Free,
}

/// A new game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// The creator's seats.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// A secret for each seat except the engine's.
    pub(crate) tokens: BySeat,
    /// A link for each seat except the engine's.
    pub(crate) links: BySeat,
}

/// A value for each seat.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct BySeat {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    /// For watchers.
    pub(crate) watch: Option<String>,
}

impl BySeat {
    pub(crate) fn new(players: ByColor<Option<String>>, watch: Option<String>) -> BySeat {
        BySeat { black: players.black, white: players.white, watch }
    }
}

/// A request to take a seat.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct JoinRequest {
    /// The player's name.
    #[serde(deserialize_with = "name::optional_from_client")]
    #[schema(value_type = Option<String>, max_length = 24)]
    pub(crate) name: Option<Name>,
}

/// The engine's levels.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LevelList {
    /// Weakest first.
    pub(crate) levels: Vec<ListedLevel>,
}

/// An engine level.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedLevel {
    /// From 1 to 10; `engine:1` plays at level 1.
    pub(crate) number: u8,
    #[schema(example = "Beginner")]
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) description: &'static str,
}

impl LevelList {
    pub(crate) fn all() -> LevelList {
        let listed =
            |level: Level| ListedLevel { number: level.number(), name: level.name(), description: level.description() };
        LevelList { levels: Level::ALL.map(listed).into() }
    }
}
