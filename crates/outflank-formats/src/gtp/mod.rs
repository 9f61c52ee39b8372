//! Messages of the Go Text Protocol, version 2, for Othello engines.
//!
//! A controller sends one [`Command`] per line, whose meaning is a [`Request`]. The engine sends a [`Response`] that ends
//! with an empty line. Unlike in Go, the rows of a [`Vertex`] count from the top, and no letter is skipped.
//!
//! ```
//! use outflank_formats::gtp::{Command, Request, Response, Vertex};
//! use outflank_rules::{Color, Move, Square};
//!
//! let command = Command::read("7 genmove B # quick\r\n")?.expect("the line is not empty");
//! assert_eq!(command.request(), Ok(Request::GenMove(Color::Black)));
//! let response = Response::success(command.id, Vertex(Move::Place(Square::E6)));
//! assert_eq!(response.to_string(), "=7 E6\n\n");
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

/// The maximum size of a line in bytes.
pub const MAX_LINE: usize = 4 * 1024;

/// The maximum size of a response in bytes.
pub const MAX_RESPONSE: usize = 64 * 1024;

/// The protocol turns tabs into spaces and drops other control characters.
fn without_control_characters(line: &str) -> String {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}
