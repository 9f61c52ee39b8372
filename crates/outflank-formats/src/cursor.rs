use std::borrow::Cow;

use crate::{Location, ParseError};

/// The unread part of a text, and its location in the whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'t> {
    rest: &'t str,
    at: Location,
}

impl<'t> Cursor<'t> {
    /// Skips a byte order mark.
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { rest: text.strip_prefix('\u{feff}').unwrap_or(text), at: Location::START }
    }

    pub(crate) fn rest(&self) -> &'t str {
        self.rest
    }

    pub(crate) fn at(&self) -> Location {
        self.at
    }

    pub(crate) fn advance(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next()?;
        self.rest = characters.as_str();
        self.at = self.at.after(next);
        Some(next)
    }

    pub(crate) fn take_while(&mut self, mut kind: impl FnMut(char) -> bool) -> Cursor<'t> {
        let start = *self;
        while self.rest.starts_with(&mut kind) {
            self.advance();
        }
        start.up_to(self)
    }

    /// Takes the rest of the line and its line break, and returns it without the break.
    pub(crate) fn take_line(&mut self) -> Cursor<'t> {
        let line = self.take_while(|character| character != '\n');
        self.advance();
        line
    }

    /// Skips white space and comments, which reach from `%` to the end of the line.
    pub(crate) fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with('%') {
                return;
            }
            self.take_line();
        }
    }

    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let found = self.rest.starts_with(word);
        if found {
            word.chars().for_each(|character| self.at = self.at.after(character));
            self.rest = &self.rest[word.len()..];
        }
        found
    }

    /// Skips white space, then takes everything up to the next.
    pub(crate) fn take_word(&mut self) -> Cursor<'t> {
        self.take_while(char::is_whitespace);
        self.take_while(|character| !character.is_whitespace())
    }

    pub(crate) fn trimmed(mut self) -> Cursor<'t> {
        self.take_while(char::is_whitespace);
        Cursor { rest: self.rest.trim_end(), at: self.at }
    }

    pub(crate) fn up_to(self, end: &Cursor<'t>) -> Cursor<'t> {
        let length = self.rest.len().saturating_sub(end.rest.len());
        Cursor { rest: self.rest.get(..length).unwrap_or(self.rest), at: self.at }
    }

    /// The error of finding the next word here, cut to 16 characters.
    pub(crate) fn expected(&self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let word: String = self.rest.chars().take(16).take_while(|character| !character.is_whitespace()).collect();
        ParseError::new(self.at, expected, if word.is_empty() { "nothing".into() } else { format!("{word:?}") })
    }

    pub(crate) fn check_size(&self, what: &str, most: usize) -> Result<(), ParseError> {
        ParseError::check_size(self.at, what, self.rest.len(), most)
    }
}

pub(crate) fn lines(text: &str) -> impl Iterator<Item = Cursor<'_>> {
    let mut cursor = Cursor::new(text);
    std::iter::from_fn(move || {
        cursor.skip_blank();
        (!cursor.rest().is_empty()).then(|| cursor.take_line())
    })
}

/// Calls `take` until nothing but white space is left. Every call must advance the cursor.
pub(crate) fn repeat<'t, T>(text: &'t str, take: fn(&mut Cursor<'t>) -> T) -> impl Iterator<Item = T> {
    let mut cursor = Cursor::new(text);
    std::iter::from_fn(move || {
        cursor.take_while(char::is_whitespace);
        (!cursor.rest().is_empty()).then(|| take(&mut cursor))
    })
}
