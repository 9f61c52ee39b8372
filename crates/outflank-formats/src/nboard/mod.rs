//! Messages of the NBoard protocol, version 2.
//!
//! The GUI sends one [`GuiMessage`] per line, the engine one [`EngineMessage`]. Unknown lines are ignored; overlong ones fail.
//!
//! ```
//! use outflank_formats::nboard::{EngineMessage, GuiMessage, TimedMove};
//! use outflank_rules::{Move, Square};
//!
//! assert_eq!("move F5//".parse(), Ok(GuiMessage::Move(TimedMove::bare(Move::Place(Square::F5)))));
//! assert_eq!(EngineMessage::Pong(7).to_string(), "pong 7");
//! ```

mod engine;
mod gui;
mod hint_line;
mod timed_move;

use std::time::Duration;

use crate::seconds::{self, Seconds};
use crate::{Location, ParseError};

pub use engine::EngineMessage;
pub use gui::GuiMessage;
pub use hint_line::{Depth, Eval, HintLine};
pub use timed_move::TimedMove;

/// The maximum size of a line in bytes. The longest lines contain a game.
pub const MAX_LINE: usize = 64 * 1024;

const PASS: &str = "PA";

fn trimmed(line: &str) -> Result<&str, ParseError> {
    ParseError::check_size(Location::START, "a line", line.len(), MAX_LINE)?;
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

fn write_seconds(time: Duration) -> String {
    format!("{:.2}", Seconds(whole_milliseconds(time)))
}
