//! What can happen to the program.

use std::path::PathBuf;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::{Choice, PlayerError, PlayerName};
use outflank_rules::{ByColor, Position};
use outflank_table::{Table, Time};

use crate::commands::db::IndexEvent;
use crate::commands::drill::Recalled;
use crate::tui::keymap::Press;
use crate::tui::screens::explorer::Found;

#[derive(Debug)]
pub(crate) enum Event {
    Key(Press),
    Mouse(Mouse),
    Resize(Size),
    Paste(String),
    /// The time returned by [`State::wake`](super::state::State::wake) has come.
    Tick,
    Progress {
        id: Id,
        analysis: Analysis,
    },
    Searched {
        id: Id,
        analysis: Analysis,
    },
    Chosen {
        id: Id,
        choice: Result<Choice, PlayerError>,
    },
    Explored {
        position: Position,
        found: anyhow::Result<Box<Found>>,
    },
    /// Progress and problems of reading the collection.
    Collection(IndexEvent),
    GameRestored(anyhow::Result<Box<RestoredGame>>),
    DrillProgress(anyhow::Result<Box<Recalled>>),
    Opened(anyhow::Result<Box<Record>>),
    Saved(anyhow::Result<PathBuf>),
    /// A background task failed; the game continues.
    Failed(anyhow::Error),
    /// After a suspension.
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
