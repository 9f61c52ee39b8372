use std::fmt;

/// A line and a column, both counted from 1.
#[allow(missing_docs, reason = "the fields name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    pub line: usize,
    pub column: usize,
}

impl Location {
    /// The beginning of a text.
    pub const START: Location = Location { line: 1, column: 1 };

    /// The location of the character at this byte offset, or of the end of the text.
    pub fn of(text: &str, offset: usize) -> Location {
        text.char_indices()
            .take_while(|&(index, _)| index < offset)
            .fold(Location::START, |at, (_, character)| at.after(character))
    }

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

/// A location in a text or in a binary file, whose bytes count from 0 and whose games count from 1.
#[allow(missing_docs, reason = "the variants name their contents")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Text(Location),
    Byte(usize),
    Game { number: usize, byte: usize },
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
