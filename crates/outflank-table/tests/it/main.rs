#![allow(clippy::unwrap_used, reason = "what helps a test may panic like the test")]

mod board;
mod clocks;
mod offers;
mod presence;
mod properties;
mod replay;
mod script;
mod sitting;
