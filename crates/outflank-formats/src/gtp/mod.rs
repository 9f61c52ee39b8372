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

use std::fmt;
use std::str::FromStr;

use outflank_rules::Move;

use crate::notation::{self, ParseMoveError};

pub use command::Command;
pub use request::{Request, SyntaxError};
pub use response::{Failure, Response, ResponseReader};

/// The maximum size of a line in bytes.
pub const MAX_LINE: usize = 4 * 1024;

/// The maximum size of a response in bytes.
pub const MAX_RESPONSE: usize = 64 * 1024;

/// The protocol turns tabs into spaces and drops other control characters.
fn without_control_characters(line: &str) -> String {
    line.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

/// A move. Displayed in upper case or as `pass`, parsed in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex(
    /// The move.
    pub Move,
);

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&notation::upper_case(self.0, "pass"))
    }
}

impl FromStr for Vertex {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Vertex, ParseMoveError> {
        notation::parse_move(text).map(Vertex)
    }
}
