use serde::{Deserialize, Serialize};

/// A player's name.
pub type Name = OneLine<24>;

/// A chat message.
pub type ChatLine = OneLine<200>;

/// At least one character and at most `LONGEST` on one line, all of them visible and none that changes the text direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct OneLine<const LONGEST: usize>(Box<str>);

impl<const LONGEST: usize> OneLine<LONGEST> {
    pub const LONGEST: usize = LONGEST;

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const LONGEST: usize> TryFrom<String> for OneLine<LONGEST> {
    type Error = ParseNameError;

    fn try_from(text: String) -> Result<Self, ParseNameError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseNameError::Empty);
        }
        if text.chars().count() > LONGEST {
            return Err(ParseNameError::TooLong { most: LONGEST });
        }
        match text.chars().any(is_invisible) {
            true => Err(ParseNameError::Invisible),
            false => Ok(OneLine(text.into())),
        }
    }
}

impl<const LONGEST: usize> From<OneLine<LONGEST>> for String {
    fn from(line: OneLine<LONGEST>) -> String {
        line.0.into()
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNameError {
    #[error("expected at least one character")]
    Empty,
    #[error("expected at most {most} characters")]
    TooLong { most: usize },
    #[error("expected one line without control characters")]
    Invisible,
}

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
