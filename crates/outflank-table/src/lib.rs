//! The referee of a game: seats, clocks, offers and endings.
//!
//! [`Table::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`] and changes nothing. [`Table::evolve`] applies an
//! event, and is the only change. In between, a server stores the events. [`Table::replay`] rebuilds a table from its
//! events, and rejects every list that a table could not have produced.
//!
//! No clock reads and no I/O: the host supplies the [`Time`]. A seat is a colour; players are unknown here.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod clock;
mod command;
mod ending;
mod event;
mod offer;
mod presence;
mod refusal;
#[cfg(feature = "serde")]
mod stored;
mod table;
mod terms;
mod time;

pub use clock::Clocks;
pub use command::{Command, Seat};
pub use ending::Ending;
pub use event::Event;
pub use offer::Offer;
pub use presence::ABANDONED_AFTER;
pub use refusal::Refusal;
#[cfg(feature = "serde")]
pub use stored::flat;
pub use table::{ReplayError, ReplayFault, Table};
pub use terms::{Takebacks, Terms, TimeControl};
pub use time::Time;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
