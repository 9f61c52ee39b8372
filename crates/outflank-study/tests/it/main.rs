//! Integration tests of the study crate, in one executable.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[path = "../../../outflank-formats/tests/collections/mod.rs"]
mod collections;
mod exactness;
#[path = "../../../outflank-formats/tests/games/mod.rs"]
mod games;
mod index;
mod openings;
#[path = "../../../outflank-formats/tests/positions/mod.rs"]
mod positions;
mod puzzles;
#[path = "../../../outflank-formats/tests/records/mod.rs"]
mod records;
mod report;
mod review;
mod sheets;
mod teach;
mod tutorial;
