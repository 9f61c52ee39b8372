//! What an engine answers.

use std::error::Error;
use std::fmt;

use super::{MAX_RESPONSE, without_control_characters};
use crate::{Location, ParseError};

/// The answer to a command.
///
/// Its text has no empty line, which would end it, and no control character but the line end: what it is made of
/// is cleaned when it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    id: Option<u32>,
    result: Result<String, Failure>,
}

impl Response {
    /// The command was carried out. Many commands have nothing more to say, and an empty text.
    pub fn success(id: Option<u32>, text: impl fmt::Display) -> Response {
        Response { id, result: Ok(clean(&text.to_string())) }
    }

    /// The command was not carried out.
    pub fn failure(id: Option<u32>, why: impl fmt::Display) -> Response {
        Response { id, result: Err(Failure(clean(&why.to_string()))) }
    }

    /// The number of the command that is answered.
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// What is answered, without a line end after the last line.
    pub fn result(&self) -> Result<&str, &Failure> {
        self.result.as_deref()
    }

    /// What is answered.
    pub fn into_result(self) -> Result<String, Failure> {
        self.result
    }
}

impl fmt::Display for Response {
    /// The answer with the empty line that ends it.
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

/// Why an engine did not carry out a command, in its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Failure {}

/// Reads the answer to a command line by line, for a controller.
///
/// ```
/// use outflank_formats::gtp::{Response, ResponseReader};
///
/// // Edax writes a space before the number.
/// let mut reader = ResponseReader::expecting(Some(7));
/// assert_eq!(reader.read("= 7 d6\n"), Ok(None));
/// assert_eq!(reader.read("\n"), Ok(Some(Response::success(Some(7), "d6"))));
/// ```
#[derive(Clone, Debug)]
pub struct ResponseReader {
    expected: Option<u32>,
    begun: Option<Begun>,
}

/// An answer of which the end is still to come.
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
    /// A reader of the answer to a command with this number. The number is needed to tell Edax's `= 7 d6` from an
    /// answer without a number that begins with one.
    pub fn expecting(id: Option<u32>) -> ResponseReader {
        ResponseReader { expected: id, begun: None }
    }

    /// Reads the next line. The answer is there with the empty line that ends it, and the reader is then as new.
    ///
    /// Lines before the answer are ignored: some engines print greetings.
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

    /// The first line of an answer; `None` if it is something else.
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

/// A number that is a word, and what follows it.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let is_word = rest.is_empty() || rest.starts_with(' ');
    digits.parse().ok().filter(|_| is_word).map(|number| (number, rest))
}

/// The lines of a text that are not empty, without control characters and without what is invisible at either end.
fn clean(text: &str) -> String {
    let lines = text.lines().map(without_control_characters);
    let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect();
    lines.join("\n").trim_start().to_owned()
}

fn limit_size(bytes: usize) -> Result<(), ParseError> {
    ParseError::if_longer(Location::START, "a response", bytes, MAX_RESPONSE)
}
