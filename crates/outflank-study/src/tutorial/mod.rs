//! How to play Othello: an interactive lesson of eight positions, the same on the page and in the terminal.
//!
//! A [`Step`] has a position, a short explanation, and one or two [`Task`]s to do on the board. An [`Attempt`] is someone
//! doing a step: it takes squares and answers each with a sentence and the moves to show.
//!
//! ```
//! use outflank_rules::Square;
//! use outflank_study::tutorial::{self, Attempt, Verdict};
//!
//! let mut attempt = Attempt::new(&tutorial::steps()[1]);
//! let wrong = attempt.play(Square::D1);
//! assert_eq!((wrong.verdict, wrong.plies.len()), (Verdict::Wrong, 1));
//! assert!(wrong.sentence.starts_with("d1 flips 5 discs, but only along two lines."));
//! // A wrong move is shown and taken back.
//! assert_eq!(attempt.position(), tutorial::steps()[1].start());
//! assert_eq!(attempt.play(Square::C2).verdict, Verdict::Right);
//! assert!(attempt.is_done());
//! ```

mod attempt;
mod goal;
mod step;
mod steps;

pub use attempt::{Answer, Attempt, Verdict};
pub use step::{Step, Task};

/// What the lesson is called.
pub const TITLE: &str = "How to play";

/// What to say at the end of the lesson.
pub const CLOSING: &str = "Good players take corners, stay away from the squares next to them, and flip few discs early \
                           on. Now it's your turn.";

/// The steps of the lesson, in order. The learner plays Black in all of them.
pub fn steps() -> &'static [Step] {
    &steps::STEPS
}
