//! The hall as those who come by HTTP use it, on a store in memory and in a time that tests move.

mod audience;
mod clocks;
mod commands;
mod creating;
mod engine;
mod failures;
pub(crate) mod faulty_store;
mod lobby;
mod nodes;
mod presence;
mod random;
mod rematch;
mod scripted;
mod stage;
mod storm;
mod two_halls;
