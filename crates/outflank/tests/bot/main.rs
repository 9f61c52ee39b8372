//! `outflank bot` on servers of its own: it plays guests, survives restarts, stops cleanly, and reports servers that misbehave.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[allow(dead_code, reason = "shared with the tests of the server")]
#[path = "../serve/server.rs"]
mod server;
#[path = "../support/mod.rs"]
mod support;

mod foreign;
mod guest;
mod program;
mod restarts;
mod running;
mod stopping;
