use std::error::Error;
use std::fmt;

use super::{MAX_RESPONSE, without_control_characters};
use crate::{Location, ParseError};

/// The response to a command. Its text has no empty lines and no control characters besides line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    id: Option<u32>,
    result: Result<String, Failure>,
}

impl Response {
    /// The command was executed. The text is often empty.
    pub fn success(id: Option<u32>, text: impl fmt::Display) -> Response {
        Response { id, result: Ok(clean(&text.to_string())) }
    }

    /// The command failed.
    pub fn failure(id: Option<u32>, why: impl fmt::Display) -> Response {
        Response { id, result: Err(Failure(clean(&why.to_string()))) }
    }

    /// The number of the command.
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// The text or the failure.
    pub fn result(&self) -> Result<&str, &Failure> {
        self.result.as_deref()
    }

    /// The text or the failure.
    pub fn into_result(self) -> Result<String, Failure> {
        self.result
    }
}

impl fmt::Display for Response {
    /// The response with the empty line at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(Failure(text)) => ('?', text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        match text.is_empty() {
            true => f.write_str("\n\n"),
            false => write!(f, " {text}\n\n"),
        }
    }
}

/// Why a command failed, as the engine puts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Failure {}

/// Reads a response line by line, for a controller.
#[derive(Clone, Debug)]
pub struct ResponseReader {
    expected: Option<u32>,
    begun: Option<Begun>,
}

#[derive(Clone, Debug)]
struct Begun {
    succeeds: bool,
    id: Option<u32>,
    text: String,
}

impl Begun {
    fn finish(self) -> Response {
        match self.succeeds {
            true => Response::success(self.id, self.text),
            false => Response::failure(self.id, self.text),
        }
    }
}

impl ResponseReader {
    /// Reads the response to a command with this number, which distinguishes Edax's `= 7 d6` from a text that begins with 7.
    pub fn expecting(id: Option<u32>) -> ResponseReader {
        ResponseReader { expected: id, begun: None }
    }

    /// Reads the next line. Returns the response at its end, and is then ready for another one.
    ///
    /// Lines before the response are ignored: some engines print greetings.
    pub fn read(&mut self, line: &str) -> Result<Option<Response>, ParseError> {
        let line = without_control_characters(line);
        let line = line.trim_end();
        let Some(mut begun) = self.begun.take() else {
            self.begun = self.begin(line)?;
            return Ok(None);
        };
        if line.is_empty() {
            return Ok(Some(begun.finish()));
        }
        limit_size(begun.text.len() + 1 + line.len())?;
        begun.text.push('\n');
        begun.text.push_str(line);
        self.begun = Some(begun);
        Ok(None)
    }

    fn begin(&self, line: &str) -> Result<Option<Begun>, ParseError> {
        limit_size(line.len())?;
        let (succeeds, rest) = match (line.strip_prefix('='), line.strip_prefix('?')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            (None, None) => return Ok(None),
        };
        let (id, text) = match leading_number(rest) {
            Some((id, text)) => (Some(id), text),
            None => match leading_number(rest.trim_start()) {
                Some((id, text)) if Some(id) == self.expected => (Some(id), text),
                _ => (None, rest),
            },
        };
        Ok(Some(Begun { succeeds, id, text: text.trim_start().to_owned() }))
    }
}

fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let is_word = rest.is_empty() || rest.starts_with(' ');
    digits.parse().ok().filter(|_| is_word).map(|number| (number, rest))
}

/// Drops control characters and empty lines, and white space at the end of lines and at the start.
fn clean(text: &str) -> String {
    let lines = text.lines().map(without_control_characters);
    let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect();
    lines.join("\n").trim_start().to_owned()
}

fn limit_size(bytes: usize) -> Result<(), ParseError> {
    ParseError::check_size(Location::START, "a response", bytes, MAX_RESPONSE)
}
