//! Proposing a game, and sitting down at it.

use outflank_engine::Level;
use outflank_rules::{ByColor, Color, Rules};
use outflank_table::TimeControl;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::millis;
use crate::{GameId, Name};

/// A game that somebody wants to be made. What is left out has a default.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Proposal {
    /// `standard`, `orthogonal`, `thirty` or `shellos`.
    #[schema(value_type = String, example = "standard")]
    pub(crate) rules: Rules,
    /// Where it starts.
    pub(crate) start: StartSetting,
    /// The time on each clock; none if left out.
    pub(crate) clock: Option<ClockSetting>,
    /// Who plays Black.
    #[schema(value_type = String, example = "me")]
    pub(crate) black: OccupantSetting,
    /// Who plays White.
    #[schema(value_type = String, example = "engine:5")]
    pub(crate) white: OccupantSetting,
    /// Whether to change the two by chance.
    pub(crate) shuffle: bool,
    /// Whether it is listed and may be watched by everybody.
    pub(crate) public: Option<bool>,
    /// Whether moves may be taken back.
    pub(crate) takebacks: Option<TakebackSetting>,
    /// What to call who makes the game.
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

/// Where a game starts.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartSetting {
    /// As games by its rules start.
    Initial,
    /// After a random even opening of eight moves.
    Xot,
    /// With black discs in so many corners, from 1 to 4; White begins.
    Handicap(u8),
    /// Where this record, or this board with the side to move, ends.
    Record(String),
}

/// The time on each clock, in milliseconds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSetting {
    /// At the start.
    pub(crate) main: u64,
    /// Added after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) increment: Option<u64>,
    /// Given back after each move, as far as it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) delay: Option<u64>,
}

impl ClockSetting {
    /// The time on each clock, if there are clocks.
    pub(crate) fn of(time: TimeControl) -> Option<ClockSetting> {
        let (increment, delay) = match time {
            TimeControl::Unlimited | TimeControl::SuddenDeath { .. } => (None, None),
            TimeControl::Fischer { increment, .. } => (Some(millis(increment)), None),
            TimeControl::Bronstein { delay, .. } => (None, Some(millis(delay))),
        };
        time.main().map(|main| ClockSetting { main: millis(main), increment, delay })
    }
}

/// Who is to sit on a player's seat.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum OccupantSetting {
    /// Whoever sends this.
    Me,
    /// Whoever has the link.
    Friend,
    /// Whoever comes first.
    Anyone,
    /// The engine.
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

/// Whether moves may be taken back.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TakebackSetting {
    /// What has been played stays.
    Never,
    /// If the opponent agrees.
    Asked,
    /// At once.
    Free,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    /// Its name.
    #[schema(value_type = String)]
    pub(crate) id: GameId,
    /// The seats of who made it.
    #[schema(value_type = Vec<String>)]
    pub(crate) you: Vec<Color>,
    /// A secret for each seat, but for the engine's.
    pub(crate) tokens: BySeat,
    /// A link for each seat, but for the engine's.
    pub(crate) links: BySeat,
}

/// Something for each seat.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct BySeat {
    /// Black's.
    pub(crate) black: Option<String>,
    /// White's.
    pub(crate) white: Option<String>,
    /// For those who watch.
    pub(crate) watch: Option<String>,
}

impl BySeat {
    /// From what the players have and what watchers have.
    pub(crate) fn new(players: ByColor<Option<String>>, watch: Option<String>) -> BySeat {
        BySeat { black: players.black, white: players.white, watch }
    }
}

/// Sitting down.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct JoinRequest {
    /// What to be called.
    #[schema(value_type = Option<String>, max_length = 24)]
    pub(crate) name: Option<Name>,
}
