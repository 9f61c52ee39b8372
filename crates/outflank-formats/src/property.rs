//! What GGF and SGF share: properties with values, and comments.

use outflank_rules::{ByColor, Color};

use crate::record::Details;
use crate::{Location, ParseError, Points};

pub(crate) struct PropertyWriter {
    pub(crate) text: String,
    // Makes one line of a text, and escapes or replaces what a value cannot contain.
    clean: fn(&str) -> String,
}

impl PropertyWriter {
    pub(crate) fn new(clean: fn(&str) -> String) -> PropertyWriter {
        PropertyWriter { text: String::new(), clean }
    }

    /// The value must be clean already.
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

    /// Cleans a text, and writes it unless nothing is left.
    pub(crate) fn line(&mut self, name: &str, text: &str) {
        self.property_unless_empty(name, &(self.clean)(text));
    }

    /// Only the names of the ratings differ between the formats.
    pub(crate) fn event_and_players(&mut self, details: &Details, ratings: ByColor<&str>) {
        self.line("PC", &details.place);
        self.line("DT", &details.date);
        self.line("EV", &details.event);
        self.line("RO", &details.round);
        self.line("PB", &details.players.black.name);
        self.line("PW", &details.players.white.name);
        self.line(ratings.black, &details.players.black.rating);
        self.line(ratings.white, &details.players.white.rating);
    }

    pub(crate) fn komi(&mut self, komi: Option<Points>) {
        if let Some(komi) = komi {
            self.property("KM", &komi.to_string());
        }
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
