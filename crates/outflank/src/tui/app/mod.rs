//! The loop: an event changes the state and leads to effects. Nothing here draws, and nothing does I/O.

mod state;
mod update;

use std::path::PathBuf;

use outflank_engine::{Analysis, Limits};
use outflank_formats::Record;
use outflank_players::{Choice, ClockConfig, ClockState, PlayerError, PlayerName};
use outflank_rules::{ByColor, Color, Game, Position};
use outflank_study::review;
use outflank_table::{self as table, Table, Time};

pub(crate) use state::{SavedGame, Screen, State, Unsaved};
pub(crate) use update::update;

use crate::commands::db::IndexEvent;
use crate::commands::drill::{DrillResult, Recalled};
use crate::storage::settings::Settings;
use crate::storage::shelf::ShelfError;
use crate::tui::keymap::Press;
use crate::tui::screens::explorer::Found;

#[derive(Debug)]
pub(crate) enum Event {
    Key(Press),
    Mouse(Mouse),
    Resize(Size),
    Paste(String),
    /// The time returned by [`State::wake`] has come.
    Tick,
    Progress(Id, Analysis),
    Searched(Id, Analysis),
    Chosen(Id, Result<Choice, PlayerError>),
    Explored(Position, anyhow::Result<Box<Found>>),
    Collection(IndexEvent),
    GameRestored(anyhow::Result<Box<RestoredGame>>),
    DrillProgress(anyhow::Result<Box<Recalled>>),
    Opened(anyhow::Result<Box<Record>>),
    Saved(anyhow::Result<PathBuf>),
    /// The games could not be saved, or are saved again.
    GameSaved(Result<(), ShelfError>),
    Failed(anyhow::Error),
    Resumed,
    /// A signal asks to quit, or the terminal is gone.
    Terminated,
}

/// A game of an earlier session, its clocks stopped.
#[derive(Clone, Debug)]
pub(crate) struct RestoredGame {
    pub(crate) table: Table,
    pub(crate) players: ByColor<PlayerName>,
    /// The last time it was on screen. The clock does not go back before it.
    pub(crate) now: Time,
}

/// Matches a result with its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(pub(crate) u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mouse {
    pub(crate) action: MouseAction,
    pub(crate) column: u16,
    pub(crate) row: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MouseAction {
    Click,
    Move,
    ScrollUp,
    ScrollDown,
}

/// A request to the outside. Its result arrives as an [`Event`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    Seat {
        players: ByColor<PlayerName>,
        time: Option<ClockConfig>,
    },
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
    Review {
        id: Id,
        search: review::Search,
    },
    Stop(Id),
    /// Looks up a position in the game collection. Replaces an earlier lookup.
    Explore(Position),
    Begin {
        players: ByColor<PlayerName>,
        events: Vec<table::Event>,
    },
    Keep(Vec<table::Event>),
    /// Records that the program runs. After a crash, the clocks are charged up to here.
    Heartbeat(Time),
    Finish(Box<Record>),
    SaveAgain,
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
