//! What an update asks the outside world to do.

use std::path::PathBuf;

use outflank_engine::Limits;
use outflank_formats::Record;
use outflank_players::{ClockConfig, ClockState, PlayerName};
use outflank_rules::{ByColor, Color, Game, Position};
use outflank_table as table;

use super::event::Id;
use crate::commands::drill::DrillResult;
use crate::storage::settings::Settings;

/// Something to be done outside. What comes of it comes back as an [`Event`](super::event::Event).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// These players sit down to a game with this time.
    Seat { players: ByColor<PlayerName>, time: Option<ClockConfig> },
    /// The machine of this colour is to choose a move.
    Ask { id: Id, color: Color, game: Box<Game>, clocks: Option<ClockState> },
    /// The adviser is to search a position.
    Search { id: Id, position: Position, limits: Limits },
    /// What was asked for is no longer wanted.
    Stop(Id),
    /// The collection is to be asked what was played in a position. What was asked before is no longer wanted.
    Explore(Position),
    /// A new game is to outlive the program: its players, and how it began.
    Begin { players: ByColor<PlayerName>, events: Vec<table::Event> },
    /// These events of the game are to outlive it, too.
    Keep(Vec<table::Event>),
    /// The program has run until now, which the clocks are charged for if it should die.
    Ran(table::Time),
    /// The game is over, and goes to the folder of games. The record says what the players thought.
    Finish(Box<Record>),
    /// The game that was left last is to be gone on with.
    TakeUp,
    /// What is remembered of the training is wanted.
    Recall,
    /// This is to be remembered of the training, before anything is shown of it.
    Remember(DrillResult),
    /// A record is to be written to this file.
    Save { path: PathBuf, record: Box<Record> },
    /// A record is to be read from this file, or from the text itself if there is no such file.
    Open(String),
    /// This text goes to the clipboard.
    Copy(String),
    /// The settings have changed.
    Configure(Box<Settings>),
    /// Everything is to be drawn once more.
    Redraw,
    /// The shell takes over for a while.
    Suspend,
    /// The program ends.
    Quit,
}
