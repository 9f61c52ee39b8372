//! A program in a pseudo-terminal: keys, clicks and window sizes go in, and the screen can be looked at.
//!
//! - [`Start`]: what to run, and in how large a window.
//! - [`Session`]: the program while it runs. Nothing here sleeps for luck: [`Session::wait_for`] waits until the screen
//!   shows what is expected, and fails with the screen that it saw if that takes too long.
//! - [`keys`]: what terminals send for keys that have no character.
//! - [`Screen`], [`Color`]: what is seen, cell by cell, from the crate `vt100`.
//!
//! It knows nothing of Othello.

#![forbid(unsafe_code)]

mod session;

pub mod keys;

pub use session::{Ended, Session, Size, Start};
pub use vt100::{Cell, Color, MouseProtocolMode, Screen};
