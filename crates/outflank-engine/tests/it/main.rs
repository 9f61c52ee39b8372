#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod agreement;
#[path = "../../../outflank-formats/tests/it/collections.rs"]
mod collections;
mod engine;
mod levels;
mod signature;
mod suites;
