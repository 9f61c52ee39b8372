//! `outflank bot` on servers of its own: it plays guests, survives restarts, stops cleanly, and reports servers that misbehave.

mod foreign;
mod guest;
mod program;
mod restarts;
mod running;
mod stopping;
