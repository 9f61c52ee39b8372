//! Runs a program in a pseudo-terminal. Tests do not sleep: [`Session::wait_for`] waits until the screen shows what is expected, and fails with
//! the screen it saw.

#![forbid(unsafe_code)]

mod session;

pub mod keys;

pub use session::{Ended, Session, Size};
pub use vt100::{Cell, Color, MouseProtocolMode, Screen};
