//! `outflank bot`: games against guests, restarts, signals and misbehaving servers.

mod foreign;
mod guest;
mod program;
mod restarts;
mod running;
