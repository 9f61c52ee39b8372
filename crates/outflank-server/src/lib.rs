//! Othello games over HTTP: live games, their store, the API and the page.
//!
//! A command walks like this: `http` reads it and finds out who speaks; `live` puts it to the [`Table`](outflank_table::Table) of the
//! game, which answers with events; `store` makes them permanent; only then the table takes them in, the sender gets its
//! answer and everybody who looks on gets the new state.
//!
//! - [`store`]: where games are kept. A small trait, and what is kept as types of its own with versions.
//! - `live`: the games that somebody plays or watches now.
//! - `limits`: rate limits and connection limits.
//! - `wire`: request and response types. `docs/guide/api.md` explains how they work together.
//! - `http`: addresses, streams, limits, and the page.
//! - `export`: games as records and pictures. `qr`: links as pictures.
//! - [`Config`], [`Server`]: what a server is told, and the server itself: its listeners, its connections, how it stops.
//! - [`Reach`]: the addresses at which browsers open the page.
//! - `searchers`: the engine for seats and for study, on a fixed number of threads.
//! - `study`: records and positions that somebody brings. `drill`: puzzles and openings to train with. `tutorial`: the lesson.
//! - `alarm`: what fails again and again is said in the log, but not each time.
//! - [`jobs`]: reports that are made when there is time: the queue, and who works it off.
//! - `fuzzing`: what holds for everything that comes from the network, for tests.
//!
//! Nothing here knows the rules of Othello.

#![forbid(unsafe_code)]

mod alarm;
mod config;
mod drill;
mod export;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod http;
mod id;
pub mod jobs;
mod limits;
mod live;
mod metrics;
mod moment;
mod name;
mod qr;
mod reach;
mod searchers;
mod server;
pub mod store;
mod study;
mod tag;
mod tutorial;
mod wire;

pub use config::{
    Config, Database, Limits, Network, ParseDatabaseError, ParseNetworkError, ParsePublicUrlError, PostgresUrl,
    PublicUrl, ReportMakers,
};
pub use http::GuidePage;
pub use id::{CommandId, GameId, Node, ParseIdError, ReportId, Secret, SecretHash};
pub use limits::Rate;
pub use moment::Clock;
pub use name::{ChatLine, Name, ParseNameError};
pub use reach::Reach;
pub use server::{Server, StartError};
pub use study::Library;
pub use tag::{ParseTagError, Tag};
