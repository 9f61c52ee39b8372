//! `outflank serve`, asked over the network as browsers and programs ask it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[path = "../support/mod.rs"]
mod support;

mod backup;
mod crowd;
#[cfg(target_os = "linux")]
mod disk;
mod kill;
mod ledger;
mod nodes;
mod program;
mod server;
mod slow;
mod worker;
