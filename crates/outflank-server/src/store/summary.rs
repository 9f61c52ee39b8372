use outflank_rules::{ByColor, Color, Position};
use outflank_table::{Ending, Time};
use serde::{Deserialize, Serialize};

use super::{Occupant, StartKind};
use crate::{GameId, Name, SecretHash, Tag};

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Summary {
    /// Stored beside the summary, not in it.
    #[serde(skip, default = "GameId::placeholder")]
    pub id: GameId,
    pub status: Status,
    pub created: Time,
    pub updated: Time,
    pub public: bool,
    pub start: StartKind,
    pub time: outflank_table::TimeControl,
    pub occupants: ByColor<Occupant>,
    pub joined: ByColor<bool>,
    pub names: ByColor<Option<Name>>,
    #[serde(default, skip_serializing_if = "has_no_tags")]
    pub tags: ByColor<Option<Tag>>,
    pub position: Position,
    pub placements: u8,
    pub ending: Option<Ending>,
}

fn has_no_tags(tags: &ByColor<Option<Tag>>) -> bool {
    *tags == ByColor::default()
}

impl Summary {
    pub fn is_open(&self) -> bool {
        is_open(self.public, self.status, self.occupants, self.joined)
    }

    /// A game is in at most one public list, so one index serves all of them.
    pub(super) fn public_list(&self) -> Option<PublicList> {
        match self.status {
            _ if !self.public => None,
            Status::Waiting if self.is_open() => Some(PublicList::Open),
            Status::Running | Status::Paused => Some(PublicList::Running),
            Status::Over => Some(PublicList::Finished),
            Status::Waiting | Status::Cancelled => None,
        }
    }
}

pub(crate) fn is_open(public: bool, status: Status, occupants: ByColor<Occupant>, joined: ByColor<bool>) -> bool {
    let waits = |color: Color| occupants[color] == Occupant::Anyone && !joined[color];
    public && status == Status::Waiting && Color::ALL.into_iter().any(waits)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PublicList {
    Open,
    Running,
    Finished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Waiting,
    Running,
    Paused,
    Over,
    Cancelled,
}

impl Status {
    pub(crate) fn goes_on(self) -> bool {
        matches!(self, Status::Waiting | Status::Running | Status::Paused)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Running => "running",
            Status::Paused => "paused",
            Status::Over => "over",
            Status::Cancelled => "cancelled",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Public games that wait for [`Occupant::Anyone`], while they are [offered](super::Store::renew_offers).
    Open,
    Running,
    Finished,
    /// Games in which this secret holds a player's seat, except cancelled ones.
    HeldBy(SecretHash),
    PlayedBy(SecretHash),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub after: Option<Cursor>,
    pub count: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub updated: Time,
    pub game: GameId,
}
