//! The stores of games and the queues of reports, each through one suite for memory, SQLite and PostgreSQL.

#![allow(clippy::unwrap_used, reason = "what helps a test may panic like the test")]

mod queue;
mod store;
