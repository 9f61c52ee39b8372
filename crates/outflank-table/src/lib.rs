//! The referee of a played game: who sits where, whose clock runs, what has been offered and how it ended.
//!
//! A [`Table`] takes [`Command`]s and answers with [`Event`]s, or with a [`Refusal`] that says why not.
//! [`Table::decide`] changes nothing; [`Table::evolve`] takes an event in and is the only thing that changes a table.
//! Between the two a server writes the events down, and a console prints them. [`Table::replay`] builds the table
//! again from its events alone, and accepts no list that a table did not make.
//!
//! - [`Terms`], [`TimeControl`], [`Takebacks`]: what the players agreed on before the game.
//! - [`Seat`], [`Command`]: who speaks, and what can be said.
//! - [`Event`], [`Ending`], [`Offer`]: what has happened.
//! - [`Refusal`], [`ReplayError`]: why something cannot happen, or cannot have happened.
//! - [`Time`], [`Clocks`]: moments that the host reads off a clock of its own, and the time that the players have left.
//!
//! Nothing here reads a clock or a file, draws, or knows who the players are: a seat is a colour.
//!
//! ```
//! use outflank_rules::{Color, Position, Rules, Square};
//! use outflank_table::{Command, Ending, Event, Refusal, Seat, Table, Terms, Time};
//!
//! let (mut table, _opened) = Table::open(Terms::new(Position::initial(Rules::Standard)), Time::from_millis(0));
//!
//! let now = Time::from_millis(2_000);
//! let events = table.decide(Seat::Player(Color::Black), Command::Play(Square::D3.into()), now)?;
//! assert!(matches!(events[..], [Event::Played { by: Color::Black, square: Square::D3, .. }]));
//! // A server would make the events permanent here.
//! for event in &events {
//!     table.evolve(event);
//! }
//!
//! let again = table.decide(Seat::Player(Color::Black), Command::Play(Square::C5.into()), now);
//! assert_eq!(again, Err(Refusal::NotYourTurn { turn: Color::White }));
//!
//! for event in &table.decide(Seat::Player(Color::White), Command::Resign, now)? {
//!     table.evolve(event);
//! }
//! assert_eq!(table.ending(), Some(Ending::Resigned { by: Color::White }));
//! # Ok::<(), Refusal>(())
//! ```

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
