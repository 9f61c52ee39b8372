//! What can happen to the program.

use std::path::PathBuf;

use outflank_engine::Analysis;
use outflank_formats::Record;
use outflank_players::{Choice, PlayerError, PlayerName};
use outflank_rules::{ByColor, Position};
use outflank_table::{Table, Time};

use super::explorer::Found;
use super::keys::Press;
use crate::commands::db::IndexEvent;
use crate::commands::drill::Recalled;

/// Something that happened. Nothing else ever changes the [`State`](super::state::State).
#[derive(Debug)]
pub(crate) enum Event {
    /// A key was pressed.
    Key(Press),
    /// The mouse was used.
    Mouse(Mouse),
    /// The window has this size now.
    Resize(Size),
    /// A text was pasted.
    Paste(String),
    /// The moment has come that [`State::wake`](super::state::State::wake) named.
    Tick,
    /// A search has gone a step further.
    Progress { id: Id, analysis: Analysis },
    /// A search has come to its end.
    Searched { id: Id, analysis: Analysis },
    /// A machine has made up its mind, or failed to.
    Chosen { id: Id, choice: Result<Choice, PlayerError> },
    /// What the collection says about a position, or why it says nothing.
    Explored { position: Position, found: anyhow::Result<Box<Found>> },
    /// There is something to tell about the collection itself.
    Collection(IndexEvent),
    /// A game of an earlier session is there again, or is not.
    TakenUp(anyhow::Result<Box<TakenUp>>),
    /// What is remembered of the training, or why it cannot be read or written.
    Recalled(anyhow::Result<Box<Recalled>>),
    /// A record was read, or could not be.
    Opened(anyhow::Result<Box<Record>>),
    /// A record was written, or could not be.
    Saved(anyhow::Result<PathBuf>),
    /// Something that was done in the background failed; the game goes on.
    Failed(anyhow::Error),
    /// The program runs again after it was suspended.
    Resumed,
    /// The system asks the program to leave, or the terminal is gone.
    Terminated,
}

/// A game that goes on after the program was left. Its clocks are stopped.
#[derive(Clone, Debug)]
pub(crate) struct TakenUp {
    pub(crate) table: Table,
    pub(crate) players: ByColor<PlayerName>,
    /// The last moment at which it is known to have been on a screen. Time does not go back behind it.
    pub(crate) now: Time,
}

/// A number for something that was asked for, so that its answer is known when it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(pub(crate) u64);

/// Columns and rows of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

/// What was done with the mouse, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mouse {
    pub(crate) deed: Deed,
    pub(crate) column: u16,
    pub(crate) row: u16,
}

/// What is done with a mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Click,
    Move,
    ScrollUp,
    ScrollDown,
}
