//! What is agreed on before a game, and does not change.

use outflank_engine::Level;
use outflank_rules::{ByColor, Color};
use outflank_table::{Terms, Time};

use crate::GameId;

/// What is agreed on before a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Where it starts, by which rules, with how much time.
    pub terms: Terms,
    /// How the start came about, for lists.
    pub start: StartKind,
    /// Who is to sit where.
    pub occupants: ByColor<Occupant>,
    /// Whether it is listed and may be watched by everybody.
    pub public: bool,
    /// When it was made.
    pub created: Time,
    /// The game before it.
    pub rematch_of: Option<GameId>,
}

/// Who is to sit on a player's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Who made the game.
    Creator,
    /// Who comes by the link of the seat.
    Friend,
    /// Who comes first.
    Anyone,
    /// The engine.
    Engine(Level),
}

/// How the start of a game came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartKind {
    /// As games by its rules start.
    Initial,
    /// After a random even opening.
    Xot,
    /// With black discs in so many corners.
    Handicap(u8),
    /// As somebody set it up.
    Custom,
}

/// What a secret can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// A player's seat.
    Player(Color),
    /// A place to watch a private game from.
    Watch,
}

/// The seats of a game that somebody holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// The players' seats.
    pub players: ByColor<bool>,
    /// A place to watch from.
    pub watch: bool,
}

impl Seats {
    /// With one more seat.
    #[must_use]
    pub fn with(mut self, seat: Seat) -> Seats {
        match seat {
            Seat::Player(color) => self.players[color] = true,
            Seat::Watch => self.watch = true,
        }
        self
    }

    /// The colours that are held, Black first.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        let players = self.players;
        Color::ALL.into_iter().filter(move |&color| players[color])
    }

    /// Whether any seat is held.
    pub fn any(&self) -> bool {
        self.watch || self.colors().next().is_some()
    }
}
