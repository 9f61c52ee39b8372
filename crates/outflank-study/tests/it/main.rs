#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

#[path = "../../../outflank-rules/tests/it/arbitrary.rs"]
mod arbitrary;
mod canonical;
#[path = "../../../outflank-formats/tests/it/collections.rs"]
mod collections;
mod exactness;
#[path = "../../../outflank-formats/tests/it/games.rs"]
mod games;
mod index;
mod openings;
mod play_out;
mod puzzles;
#[path = "../../../outflank-formats/tests/it/records.rs"]
mod records;
mod report;
mod review;
mod samples;
mod teach;
mod theory;
mod tree;
mod tutorial;
mod unchecked;
mod why;
