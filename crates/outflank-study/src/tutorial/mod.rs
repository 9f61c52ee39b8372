//! "How to play": an interactive lesson of eight positions, shared by the page and the terminal.
//!
//! A [`Step`] has a position, an explanation and one or two [`Task`]s. An [`Attempt`] takes moves and returns [`Feedback`].
//!
//! ```
//! use outflank_rules::Square;
//! use outflank_study::tutorial::{self, Attempt, MoveVerdict};
//!
//! let mut attempt = Attempt::new(&tutorial::steps()[1]);
//! let wrong = attempt.play(Square::D1);
//! assert_eq!((wrong.verdict, wrong.plies.len()), (MoveVerdict::Wrong, 1));
//! assert!(wrong.sentence.starts_with("d1 flips 5 discs, but only along two lines."));
//! // A wrong move is shown and taken back.
//! assert_eq!(attempt.position(), tutorial::steps()[1].start());
//! assert_eq!(attempt.play(Square::C2).verdict, MoveVerdict::Right);
//! assert!(attempt.is_done());
//! ```

mod attempt;
mod goal;
mod step;
mod steps;

pub use attempt::{Attempt, Feedback, MoveVerdict};
pub use step::{Step, Task};

pub const TITLE: &str = "How to play";

/// Shown at the end of the lesson.
pub const CLOSING: &str = "Good players take corners, stay away from the squares next to them, and flip few discs early \
                           on. Now it's your turn.";

/// In order. The learner plays Black.
pub fn steps() -> &'static [Step] {
    &steps::STEPS
}
