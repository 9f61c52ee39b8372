use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's name: 1 to 24 characters on one line, all of them visible and none that changes the text direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Box<str>);

impl Name {
    pub const LONGEST: usize = 24;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = ParseNameError;

    fn try_from(text: String) -> Result<Name, ParseNameError> {
        one_line(&text, Name::LONGEST).map(Name)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.into()
    }
}

/// A chat message: 1 to 200 characters on one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatLine(Box<str>);

impl ChatLine {
    pub const LONGEST: usize = 200;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ChatLine {
    type Error = ParseNameError;

    fn try_from(text: String) -> Result<ChatLine, ParseNameError> {
        one_line(&text, ChatLine::LONGEST).map(ChatLine)
    }
}

impl From<ChatLine> for String {
    fn from(line: ChatLine) -> String {
        line.0.into()
    }
}

fn one_line(text: &str, longest: usize) -> Result<Box<str>, ParseNameError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(ParseNameError::Empty);
    }
    if text.chars().count() > longest {
        return Err(ParseNameError::TooLong { most: longest });
    }
    match text.chars().any(is_invisible) {
        true => Err(ParseNameError::Invisible),
        false => Ok(text.into()),
    }
}

/// Control characters, line separators, direction marks, and invisible characters that make two names look the same. The joiners U+200C and
/// U+200D are needed for some languages and emoji, and are allowed.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseNameError {
    Empty,
    TooLong { most: usize },
    Invisible,
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseNameError::Empty => f.write_str("expected at least one character"),
            ParseNameError::TooLong { most } => write!(f, "expected at most {most} characters"),
            ParseNameError::Invisible => f.write_str("expected one line without control characters"),
        }
    }
}

impl Error for ParseNameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(Name::try_from("  Ann ".to_owned()).map(String::from), Ok("Ann".to_owned()));
        assert_eq!(Name::try_from("棋".repeat(24)).map(|name| name.as_str().len()), Ok(72));
        assert_eq!(Name::try_from("x".repeat(25)), Err(ParseNameError::TooLong { most: 24 }));
        assert_eq!(Name::try_from("\t \n".to_owned()), Err(ParseNameError::Empty));
    }

    #[test]
    fn invisible_characters_are_rejected() {
        for text in ["a\nb", "a\u{1b}[31mb", "a\u{202e}b", "a\u{200b}b", "\u{3164}", "a\u{0}b"] {
            assert_eq!(Name::try_from(text.to_owned()), Err(ParseNameError::Invisible), "{text:?}");
            assert_eq!(ChatLine::try_from(text.to_owned()), Err(ParseNameError::Invisible), "{text:?}");
        }
    }
}
