//! Othello games over HTTP: live games, storage, the API and the page.
//!
//! `http` authenticates a command and passes it to `live`, whose room asks the game's [`Table`](outflank_table::Table) to decide it.
//! The resulting events go to the [`store`]; only then are they applied, answered and broadcast. `docs/guide/api.md` explains the wire
//! types. Nothing here knows the rules of Othello.

#![forbid(unsafe_code)]

mod clock;
mod config;
mod drill;
mod engine;
mod export;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod http;
mod id;
pub mod jobs;
mod limits;
mod live;
mod log_throttle;
mod metrics;
mod name;
mod operator;
mod owner;
mod qr;
mod reach;
mod server;
pub mod store;
mod study;
mod tag;
mod tutorial;
mod wire;

pub use clock::Clock;
pub use config::{
    Config, Database, Keep, Limits, MetricsAccess, MetricsToken, Network, ParseDatabaseError, ParseKeepError,
    ParseMetricsTokenError, ParseNetworkError, ParsePublicUrlError, PostgresUrl, PublicUrl, ReportMakers, Retention,
};
pub use http::{GuidePage, PageFiles};
pub use id::{CommandId, GameId, ParseIdError, ReportId, Secret, SecretHash, ServerId};
pub use limits::{Allowance, Rate};
pub use name::{ChatLine, Name, OneLine, ParseNameError};
pub use operator::{Operator, OperatorError, StoredGame};
pub use owner::Owner;
pub use reach::Reach;
pub use server::{Server, StartError};
pub use study::{GameReader, Library};
pub use tag::{ParseTagError, Tag};
