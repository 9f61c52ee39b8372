use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use unicode_normalization::char::is_combining_mark;

pub type Name = OneLine<24>;

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

    /// What a client may choose. Stored names are read with `TryFrom`, because earlier versions accepted more.
    pub fn new(text: String) -> Result<Self, ParseNameError> {
        let line = Self::try_from(text)?;
        let mut marks = 0;
        for character in line.0.chars().filter(|&character| !is_joiner(character)) {
            marks = if is_combining_mark(character) { marks + 1 } else { 0 };
            if marks > MAX_MARKS {
                return Err(ParseNameError::TooManyMarks { most: MAX_MARKS });
            }
        }
        match line.0.chars().all(|character| is_blank(character) || is_combining_mark(character)) {
            true => Err(ParseNameError::Blank),
            false => Ok(line),
        }
    }
}

/// Combining marks on one letter. Tibetan and Hebrew need up to four.
const MAX_MARKS: usize = 4;

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Shown as nothing or as a space. U+2800 is a Braille pattern without dots.
fn is_blank(character: char) -> bool {
    is_joiner(character) || character.is_whitespace() || character == '\u{2800}'
}

pub(crate) fn from_client<'de, D: Deserializer<'de>, const LONGEST: usize>(
    deserializer: D,
) -> Result<OneLine<LONGEST>, D::Error> {
    OneLine::new(String::deserialize(deserializer)?).map_err(D::Error::custom)
}

pub(crate) fn optional_from_client<'de, D: Deserializer<'de>, const LONGEST: usize>(
    deserializer: D,
) -> Result<Option<OneLine<LONGEST>>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(OneLine::new).transpose().map_err(D::Error::custom)
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
    #[error("expected at least one visible character")]
    Blank,
    #[error("expected at most {most} combining marks on a letter")]
    TooManyMarks { most: usize },
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

    #[test]
    fn a_new_name_has_a_visible_letter_and_few_marks() {
        let new = |text: &str| Name::new(text.to_owned());
        for text in ["\u{200d}", "\u{200c}\u{200d} \u{200d}", "\u{2800}", "\u{301}", "\u{200d}\u{fe0f}"] {
            assert_eq!(new(text), Err(ParseNameError::Blank), "{text:?}");
        }
        for marks in ["\u{301}".repeat(5), "\u{301}\u{200d}".repeat(5)] {
            assert_eq!(new(&format!("Ann{marks}")), Err(ParseNameError::TooManyMarks { most: 4 }), "{marks:?}");
        }
        // Vietnamese and Hebrew with marks of their own, Thai, Tibetan, Devanagari with a joiner, emoji.
        for text in [
            "Nguye\u{302}\u{303}n",
            "\u{5e9}\u{5c1}\u{5b8}\u{5dc}\u{5d5}\u{5b9}\u{5dd}",
            "กี่",
            "སྒྲུབ",
            "क्\u{200d}ष",
            "👩\u{200d}👧 ❤\u{fe0f}",
        ] {
            assert!(new(text).is_ok(), "{text:?}");
        }
        let stored: Name = serde_json::from_str(r#""\u200d""#).unwrap();
        assert_eq!(stored.as_str(), "\u{200d}", "stored by an earlier version");
    }
}
