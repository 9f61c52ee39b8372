//! The loop: an event changes the state and leads to effects. Nothing here draws, and nothing does I/O.

mod alert;
mod state;
mod update;

use std::path::PathBuf;

use outflank_engine::{Analysis, Limits};
use outflank_formats::Record;
use outflank_players::{Choice, ClockConfig, ClockState, PlayerError, PlayerName};
use outflank_rules::{ByColor, Color, Game, Position};
use outflank_study::index::GameKey;
use outflank_study::review;
use outflank_table::{self as table, Table, Time};

pub(crate) use state::{Origin, SavedGame, Screen, State, Unsaved};
pub(crate) use update::update;

use crate::commands::db::IndexEvent;
use crate::commands::drill::{DrillResult, Recalled};
use crate::storage::settings::Settings;
use crate::storage::shelf::ShelfError;
use crate::tui::keymap::Press;
use crate::tui::screens::explorer::Found;
use crate::tui::screens::library::{News, Request};
use crate::tui::widgets::Selection;

#[derive(Debug)]
pub(crate) enum Event {
    Key(Press),
    Mouse(Mouse),
    Resize(Size),
    Focus(bool),
    Paste(String),
    Tick,
    Progress(Id, Analysis),
    Searched(Id, Analysis),
    Chosen(Id, Result<Choice, PlayerError>),
    /// The program on this side is ready to play.
    Started(Id, Color, Result<(), PlayerError>),
    Explored(Position, anyhow::Result<Box<Found>>),
    Collection(IndexEvent),
    CollectedGame(anyhow::Result<Box<Record>>),
    GameRestored(anyhow::Result<Box<RestoredGame>>),
    GameFound(Box<Option<SavedGame>>),
    DrillProgress(anyhow::Result<Box<Recalled>>),
    Library(News),
    Saved(anyhow::Result<PathBuf>),
    GameSaved(Result<(), ShelfError>),
    Copied,
    Failed(anyhow::Error),
    Resumed,
    Terminated,
}

/// A game of an earlier session, its clocks stopped.
#[derive(Clone, Debug)]
pub(crate) struct RestoredGame {
    pub(crate) table: Table,
    pub(crate) players: ByColor<PlayerName>,
    pub(crate) now: Time,
}

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
    Press,
    Drag,
    Release,
    Click,
    Move,
    ScrollUp,
    ScrollDown,
}

/// A request to the outside. Its result arrives as an [`Event`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    StartPrograms {
        id: Id,
        players: ByColor<PlayerName>,
        time: Option<ClockConfig>,
    },
    DropPrograms,
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
    OpenGame(GameKey),
    /// A search will follow soon.
    WarmUp,
    /// No search will follow soon.
    Rest,
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
    Library(Box<Request>),
    Copy(String),
    Alert {
        notification: Option<&'static str>,
    },
    CopyScreen(Selection),
    Configure(Box<Settings>),
    Redraw,
    Suspend,
    Quit,
}
