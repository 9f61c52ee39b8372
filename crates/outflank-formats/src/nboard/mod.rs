//! The messages of the NBoard protocol, version 2.
//!
//! The board program (the GUI) writes a [`GuiMessage`] to a line, and the engine an [`EngineMessage`]. Either side
//! ignores what it does not know, so that reading a line only fails if it is too long.
//!
//! ```
//! use outflank_formats::nboard::{EngineMessage, GuiMessage, Played};
//! use outflank_rules::{Move, Square};
//!
//! // The engine's side. The first version of the protocol had no word before a move.
//! let played = GuiMessage::Move(Played::bare(Move::Place(Square::F5)));
//! assert_eq!("move F5//".parse(), Ok(played.clone()));
//! assert_eq!("f5".parse(), Ok(played));
//! assert_eq!(EngineMessage::Pong(7).to_string(), "pong 7");
//!
//! // The GUI's side. Edax has spaces where others have slashes.
//! let EngineMessage::Move(answer) = "=== d6 -1.00 0.0".parse()? else { panic!() };
//! assert_eq!(answer.to_string(), "D6/-1.00/0.00");
//! # Ok::<(), outflank_formats::ParseError>(())
//! ```

mod engine;
mod gui;
mod line;
mod played;

use std::fmt;
use std::time::Duration;

use crate::{Location, ParseError, seconds};

pub use engine::EngineMessage;
pub use gui::GuiMessage;
pub use line::{Depth, Eval, Line};
pub use played::Played;

/// The longest line that is read, in bytes. Lines with whole games are the longest.
pub const MAX_LINE: usize = 64 * 1024;

/// A line without white space and control characters around it.
fn trimmed(line: &str) -> Result<&str, ParseError> {
    ParseError::if_longer(Location::START, "a line", line.len(), MAX_LINE)?;
    Ok(line.trim_matches(is_blank))
}

/// The first word of a text, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(is_blank) {
        Some((word, rest)) => (word, rest.trim_start_matches(is_blank)),
        None => (text, ""),
    }
}

/// Whether a character separates words.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// Reads a time in seconds. What is behind the thousandths is not said by anybody who measured it.
fn parse_seconds(text: &str) -> Option<Duration> {
    seconds::parse(text).map(whole_milliseconds)
}

fn whole_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

/// A time to be written in seconds with two decimals, or three where they are needed.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", seconds::Seconds(whole_milliseconds(self.0)))
    }
}
