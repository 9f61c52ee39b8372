use outflank_engine::Level;
use outflank_rules::{ByColor, Color};
use outflank_table::{Terms, Time};
use serde::{Deserialize, Serialize};

use crate::GameId;

#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    pub terms: Terms,
    pub start: StartKind,
    pub occupants: ByColor<Occupant>,
    pub public: bool,
    pub created: Time,
    pub rematch_of: Option<GameId>,
}

impl Plan {
    pub(crate) fn engines(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| matches!(self.occupants[color], Occupant::Engine(_))).count()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    Creator,
    Friend,
    Anyone,
    Engine(#[serde(with = "super::stored::level")] Level),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StartKind {
    Initial,
    Xot,
    Handicap(u8),
    Custom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    Player(Color),
    Watch,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    pub players: ByColor<bool>,
    pub watch: bool,
}

impl Seats {
    #[must_use]
    pub fn with(mut self, seat: Seat) -> Seats {
        match seat {
            Seat::Player(color) => self.players[color] = true,
            Seat::Watch => self.watch = true,
        }
        self
    }

    pub fn colors(&self) -> impl Iterator<Item = Color> {
        let players = self.players;
        Color::ALL.into_iter().filter(move |&color| players[color])
    }

    pub fn any(&self) -> bool {
        self.watch || self.colors().next().is_some()
    }
}
