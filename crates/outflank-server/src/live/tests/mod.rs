//! Tests of the hall's API, with a store in memory and paused time.

mod audience;
mod clocks;
mod commands;
mod creating;
mod engine;
mod engine_games;
mod failures;
mod fair_clocks;
pub(crate) mod faulty_store;
mod lobby;
mod nodes;
mod presence;
mod random;
mod rematch;
mod retention;
mod scripted;
mod stage;
mod storm;
mod two_halls;
mod watching;
