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
    /// The terminal has gained or lost the focus.
    Focus(bool),
    Paste(String),
    /// The time returned by [`State::wake`] has come.
    Tick,
    Progress(Id, Analysis),
    Searched(Id, Analysis),
    Chosen(Id, Result<Choice, PlayerError>),
    /// The program on this side is ready to play.
    Started(Id, Color, Result<(), PlayerError>),
    Explored(Position, anyhow::Result<Box<Found>>),
    Collection(IndexEvent),
    /// A game of the collection.
    CollectedGame(anyhow::Result<Box<Record>>),
    GameRestored(anyhow::Result<Box<RestoredGame>>),
    /// The unfinished game to offer now.
    GameFound(Box<Option<SavedGame>>),
    DrillProgress(anyhow::Result<Box<Recalled>>),
    Library(News),
    Saved(anyhow::Result<PathBuf>),
    /// The games could not be saved, or are saved again.
    GameSaved(Result<(), ShelfError>),
    /// The marked text was copied.
    Copied,
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
    Press,
    Drag,
    Release,
    /// Pressed and released in the same place.
    Click,
    Move,
    ScrollUp,
    ScrollDown,
}

/// A request to the outside. Its result arrives as an [`Event`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// Starts the other programs among the players. `Seat` takes them.
    StartPrograms {
        id: Id,
        players: ByColor<PlayerName>,
        time: Option<ClockConfig>,
    },
    /// Ends the programs that were started and not seated.
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
    /// Reads a game of the collection.
    OpenGame(GameKey),
    /// A search will follow soon.
    WarmUp,
    /// No search will follow soon.
    Rest,
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
    Library(Box<Request>),
    Copy(String),
    /// Rings the bell, and shows a notification.
    Alert {
        notification: Option<&'static str>,
    },
    /// Copies the marked text of the screen.
    CopyScreen(Selection),
    Configure(Box<Settings>),
    Redraw,
    Suspend,
    Quit,
}
