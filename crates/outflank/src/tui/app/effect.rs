//! What an update asks `effects` to do.

use std::path::PathBuf;

use outflank_engine::Limits;
use outflank_formats::Record;
use outflank_players::{ClockConfig, ClockState, PlayerName};
use outflank_rules::{ByColor, Color, Game, Position};
use outflank_table as table;

use crate::commands::drill::DrillResult;
use crate::storage::settings::Settings;
use crate::tui::app::event::Id;

/// A request to the outside. Its result arrives as an [`Event`](super::event::Event).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Starts the machines of a new game.
    Seat {
        players: ByColor<PlayerName>,
        time: Option<ClockConfig>,
    },
    /// Asks the machine of this colour for a move.
    Ask {
        id: Id,
        color: Color,
        game: Box<Game>,
        clocks: Option<ClockState>,
    },
    Search {
        id: Id,
        position: Position,
        limits: Limits,
    },
    /// Cancels a search or a move request.
    Stop(Id),
    /// Looks up a position in the game collection. Replaces an earlier lookup.
    Explore(Position),
    /// Creates the journal of a new game.
    Begin {
        players: ByColor<PlayerName>,
        events: Vec<table::Event>,
    },
    /// Appends to the journal.
    Keep(Vec<table::Event>),
    /// Records that the program runs. After a crash, the clocks are charged up to here.
    Heartbeat(table::Time),
    /// Moves the journal to the finished games, with the evaluations of this record.
    Finish(Box<Record>),
    /// Continues the last unfinished game.
    RestoreGame,
    LoadProgress,
    /// Saves an answer before its result is shown.
    SaveAnswer(DrillResult),
    Save {
        path: PathBuf,
        record: Box<Record>,
    },
    /// Reads a file, or parses the text itself if there is no such file.
    Open(String),
    Copy(String),
    Configure(Box<Settings>),
    Redraw,
    Suspend,
    Quit,
}
