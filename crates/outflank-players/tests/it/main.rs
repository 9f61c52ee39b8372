#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod book;
#[path = "../../../outflank-formats/tests/it/collections.rs"]
mod collections;
mod matches;
mod openings;
