//! `outflank serve`, asked over the network as browsers and programs ask it.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[cfg(target_os = "linux")]
#[path = "../support/network.rs"]
mod network;
#[path = "../support/mod.rs"]
mod support;

mod backup;
mod crowd;
#[cfg(target_os = "linux")]
mod disk;
mod kill;
#[cfg(target_os = "linux")]
mod lan;
mod ledger;
mod nodes;
mod program;
mod server;
mod slow;
#[cfg(target_os = "linux")]
mod socket;
mod worker;
