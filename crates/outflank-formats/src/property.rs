//! What GGF and SGF share: properties with values, and comments.

use outflank_rules::Color;

use crate::{Location, ParseError};

/// A record under construction.
#[derive(Default)]
pub(crate) struct PropertyWriter {
    pub(crate) text: String,
}

impl PropertyWriter {
    /// The value must be escaped already.
    pub(crate) fn property(&mut self, name: &str, value: &str) {
        self.text += name;
        self.value(value);
    }

    pub(crate) fn property_unless_empty(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.property(name, value);
        }
    }

    pub(crate) fn value(&mut self, value: &str) {
        self.text += &format!("[{value}]");
    }
}

/// The known properties of a game that were read so far and may not be repeated.
#[derive(Default)]
pub(crate) struct Seen(Vec<&'static str>);

impl Seen {
    pub(crate) fn insert(&mut self, once: &[&'static str], name: &str, at: Location) -> Result<(), ParseError> {
        if self.0.contains(&name) {
            return Err(ParseError::new(at, format!("{name} once in a game"), "a second one"));
        }
        self.0.extend(once.iter().find(|&&known| known == name));
        Ok(())
    }
}

pub(crate) fn append_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    comment.push_str(text);
}

/// Whether another tag may be written: it must not look like a known property.
pub(crate) fn is_free_name(name: &str, is_known: fn(&str) -> bool) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) && !is_known(name)
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
