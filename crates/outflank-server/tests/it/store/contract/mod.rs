//! What every store promises. Each function is a test for a store without games.
//!
//! - [`games`]: they are created once, and their events follow each other. [`seats`]: who holds one. [`chat`]: what the players say.
//! - [`due`]: what is to be looked after. [`servers`]: several of them. [`lists`]: what is told of games.
//! - [`life`]: signs of life, and the end of a store.

mod chat;
mod due;
mod games;
mod life;
mod lists;
mod seats;
mod servers;

use std::time::Duration;

pub(crate) use chat::*;
pub(crate) use due::*;
pub(crate) use games::*;
pub(crate) use life::*;
pub(crate) use lists::*;
pub(crate) use seats::*;
pub(crate) use servers::*;

/// Longer than a test runs.
const LEASE: Duration = Duration::from_secs(3_600);

/// How long a hint may take.
const PATIENCE: Duration = Duration::from_secs(30);
