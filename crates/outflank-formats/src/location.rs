//! Places in a text or a file.

use std::fmt;

/// A place in a text as people count it: lines from 1, and in the line characters from 1.
///
/// ```
/// use outflank_formats::Location;
///
/// let text = "f5 d6\nc3 i9";
/// let at = Location::of(text, text.find("i9").unwrap());
/// assert_eq!(at, Location { line: 2, column: 4 });
/// assert_eq!(at.to_string(), "line 2, column 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl Location {
    /// Where every text begins.
    pub const START: Location = Location { line: 1, column: 1 };

    /// The place of the character that begins at this byte of a text; the end of the text for any byte behind it.
    pub fn of(text: &str, offset: usize) -> Location {
        text.char_indices()
            .take_while(|&(index, _)| index < offset)
            .fold(Location::START, |at, (_, character)| at.after(character))
    }

    /// The place behind this character.
    pub(crate) fn after(self, character: char) -> Location {
        match character {
            '\n' => Location { line: self.line + 1, column: 1 },
            _ => Location { column: self.column + 1, ..self },
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Where in a source something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In a text.
    Text(Location),
    /// In a file of bytes, counted from 0.
    Byte(usize),
    /// In a game of such a file.
    Game {
        /// The number of the game, counted from 1.
        number: usize,
        /// The byte of the file, counted from 0.
        byte: usize,
    },
}

impl From<Location> for Place {
    fn from(location: Location) -> Place {
        Place::Text(location)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text(location) => location.fmt(f),
            Place::Byte(offset) => write!(f, "byte {offset}"),
            Place::Game { number, byte } => write!(f, "game {number}, byte {byte}"),
        }
    }
}
