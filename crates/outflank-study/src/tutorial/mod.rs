//! "How to play": an interactive lesson of eight positions, shared by the page and the terminal.
//!
//! A [`Step`] has a position, an explanation and one or two [`Task`]s. An [`Attempt`] takes moves and returns [`Feedback`].

mod attempt;
mod goal;
mod step;
mod steps;

pub use attempt::{Attempt, Feedback, MoveVerdict};
pub use step::{Step, Task};

pub const TITLE: &str = "How to play";

pub const CLOSING: &str = "Good players take corners, stay away from the squares next to them, and flip few discs early \
                           on. Now it's your turn.";

pub fn steps() -> &'static [Step] {
    &steps::STEPS
}
