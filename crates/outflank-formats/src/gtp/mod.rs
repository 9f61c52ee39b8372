//! The messages of the Go Text Protocol, version 2, as Othello engines speak it.
//!
//! A controller writes a [`Command`], one to a line, and an engine answers each with a [`Response`] that ends with an
//! empty line. What a command asks is a [`Request`]. The rows of [`Vertex`] are counted from the top, and the letter `I`
//! has nothing to skip, both unlike Go.
//!
//! ```
//! use outflank_formats::gtp::{Command, Request, Response, Vertex};
//! use outflank_rules::{Color, Move, Square};
//!
//! // The engine's side: a line comes in, an answer goes out.
//! let command = Command::read("7 genmove B # quick\r\n")?.expect("the line is not empty");
//! assert_eq!(command.request(), Ok(Request::GenMove(Color::Black)));
//! let answer = Response::success(command.id, Vertex(Move::Place(Square::E6)));
//! assert_eq!(answer.to_string(), "=7 E6\n\n");
//!
//! // The controller's side.
//! let play = Request::Play { color: Color::White, mv: Move::Place(Square::F6) };
//! assert_eq!(play.numbered(8).to_string(), "8 play white F6");
//! # Ok::<(), outflank_formats::ParseError>(())
//! ```

mod command;
mod request;
mod response;
mod vertex;

pub use command::Command;
pub use request::{Request, SyntaxError};
pub use response::{Failure, Response, ResponseReader};
pub use vertex::Vertex;

/// The longest line that is read, in bytes.
pub const MAX_LINE: usize = 4 * 1024;

/// The longest response that is read, in bytes.
pub const MAX_RESPONSE: usize = 64 * 1024;

/// A line without what the protocol tells both sides to drop: a tab is a space, and other control characters are
/// nothing.
fn without_control_characters(line: &str) -> String {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}
