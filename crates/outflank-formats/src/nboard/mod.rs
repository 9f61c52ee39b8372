//! Messages of the NBoard protocol, version 2.
//!
//! The GUI sends one [`GuiMessage`] per line, the engine one [`EngineMessage`]. Both ignore unknown lines, so only a line
//! that is too long is an error.
//!
//! ```
//! use outflank_formats::nboard::{EngineMessage, GuiMessage, Played};
//! use outflank_rules::{Move, Square};
//!
//! assert_eq!("move F5//".parse(), Ok(GuiMessage::Move(Played::bare(Move::Place(Square::F5)))));
//! assert_eq!(EngineMessage::Pong(7).to_string(), "pong 7");
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

/// The maximum size of a line in bytes. The longest lines contain a game.
pub const MAX_LINE: usize = 64 * 1024;

fn trimmed(line: &str) -> Result<&str, ParseError> {
    ParseError::if_longer(Location::START, "a line", line.len(), MAX_LINE)?;
    Ok(line.trim_matches(is_blank))
}

fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(is_blank) {
        Some((word, rest)) => (word, rest.trim_start_matches(is_blank)),
        None => (text, ""),
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// Parses seconds. Digits after the third decimal are noise.
fn parse_seconds(text: &str) -> Option<Duration> {
    seconds::parse(text).map(whole_milliseconds)
}

fn whole_milliseconds(time: Duration) -> Duration {
    Duration::new(time.as_secs(), time.subsec_millis() * 1_000_000)
}

/// Displays seconds with two decimals, or three where needed.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", seconds::Seconds(whole_milliseconds(self.0)))
    }
}
