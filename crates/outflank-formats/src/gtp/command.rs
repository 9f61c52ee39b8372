use std::fmt;

use super::{MAX_LINE, Request, SyntaxError, without_control_characters};
use crate::{Location, ParseError};

/// A line from the controller: an optional number, a name and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Repeated in the response.
    pub id: Option<u32>,
    /// Empty if the line has only a number.
    pub name: String,
    /// The words after the name.
    pub arguments: Vec<String>,
}

impl Command {
    /// Parses a line. Returns `None` if it has no command. `#` begins a comment.
    pub fn read(line: &str) -> Result<Option<Command>, ParseError> {
        ParseError::check_size(Location::START, "a line", line.len(), MAX_LINE)?;
        let line = without_control_characters(line);
        let uncommented = line.split('#').next().unwrap_or_default();
        let mut words = uncommented.split_whitespace().map(str::to_owned).peekable();
        let id =
            words.peek().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).and_then(|w| w.parse().ok());
        if id.is_some() {
            words.next();
        }
        Ok(match (id, words.next()) {
            (None, None) => None,
            (id, name) => Some(Command { id, name: name.unwrap_or_default(), arguments: words.collect() }),
        })
    }

    /// Parses the arguments.
    pub fn request(&self) -> Result<Request, SyntaxError> {
        Request::of(self)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.id {
            Some(id) if self.name.is_empty() => write!(f, "{id}")?,
            Some(id) => write!(f, "{id} {}", self.name)?,
            None => f.write_str(&self.name)?,
        }
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}
