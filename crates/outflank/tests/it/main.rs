#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod analyze;
mod book;
#[cfg(all(unix, feature = "serve"))]
mod bot;
#[cfg(feature = "serve")]
mod browser;
mod commands;
mod console;
mod convert;
mod db;
mod drill;
mod engine;
#[cfg(all(unix, feature = "serve"))]
mod guide;
#[cfg(unix)]
mod hostile;
mod learn;
mod matches;
mod protocols;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod solve;
mod support;
mod teaching;
#[cfg(unix)]
mod terminal;
mod unchanged;
