//! What is told of a game in lists.

use outflank_rules::{ByColor, Color, Position};
use outflank_table::{Ending, Time};

use super::{Occupant, StartKind};
use crate::{GameId, Name, SecretHash};

/// What is told of a game in lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Its name.
    pub id: GameId,
    /// How far it is.
    pub status: Status,
    /// When it was made.
    pub created: Time,
    /// When it last changed.
    pub updated: Time,
    /// Whether everybody may see it.
    pub public: bool,
    /// How its start came about.
    pub start: StartKind,
    /// The time on each clock.
    pub time: outflank_table::TimeControl,
    /// Who is to sit where.
    pub occupants: ByColor<Occupant>,
    /// Whether they have sat down.
    pub joined: ByColor<bool>,
    /// What they want to be called.
    pub names: ByColor<Option<Name>>,
    /// The position on the board, which also tells the rules.
    pub position: Position,
    /// How many discs were placed.
    pub placements: u8,
    /// How it ended.
    pub ending: Option<Ending>,
}

impl Summary {
    /// Whether it is a public game that waits for [`Occupant::Anyone`].
    pub fn is_open(&self) -> bool {
        is_open(self.public, self.status, self.occupants, self.joined)
    }

    /// The public list that the game is in: at most one at a time, so that a store can find a list by one index.
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

/// Whether a game is public and waits for [`Occupant::Anyone`].
pub(crate) fn is_open(public: bool, status: Status, occupants: ByColor<Occupant>, joined: ByColor<bool>) -> bool {
    let waits = |color: Color| occupants[color] == Occupant::Anyone && !joined[color];
    public && status == Status::Waiting && Color::ALL.into_iter().any(waits)
}

/// The lists that everybody may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PublicList {
    Open,
    Running,
    Finished,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Somebody is still to come.
    Waiting,
    /// It is played.
    Running,
    /// The clocks are stopped.
    Paused,
    /// It is over.
    Over,
    /// It was withdrawn before it began.
    Cancelled,
}

impl Status {
    /// Whether the game is not over yet.
    pub(crate) fn goes_on(self) -> bool {
        matches!(self, Status::Waiting | Status::Running | Status::Paused)
    }

    /// As it is written in the store and on the wire.
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

/// Which games to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Public games that wait for [`Occupant::Anyone`], as long as they are [offered](super::Store::renew_offers).
    Open,
    /// Public games that run or are paused.
    Running,
    /// Public games that are over.
    Finished,
    /// Games, not withdrawn ones, in which this secret holds a player's seat.
    HeldBy(SecretHash),
    /// Those of them that wait, run or are paused.
    PlayedBy(SecretHash),
}

/// Which part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// After this game of the list; from its beginning if none.
    pub after: Option<Cursor>,
    /// How many games at most.
    pub count: usize,
}

/// A place in a list: a game, and when it last changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the game last changed.
    pub updated: Time,
    /// The game.
    pub game: GameId,
}
