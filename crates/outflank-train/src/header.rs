//! The lines of text that begin a file of games or positions.
//!
//! The first says what the file holds, and in which version. In version 2 the second says how the file was made: so that a
//! run can resume it, and so that its scores can be interpreted later. Version 1 has no second line.

use std::error::Error;
use std::fmt;
use std::io::{self, Read};

/// The longest second line that is read or written, in bytes.
const MOST: usize = 64 * 1024;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    Games,
    Positions,
}

impl Contents {
    /// The first line of a file, which is equally long in both versions.
    fn line(self, version: u8) -> String {
        let contents = match self {
            Contents::Games => "games",
            Contents::Positions => "positions",
        };
        format!("outflank {contents} {version}\n")
    }
}

/// How a file was made: a command, and everything that decides what it writes. One line, such as
/// `selfplay depth=8 seed=1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Provenance(String);

impl Provenance {
    pub(crate) fn new(command: &str) -> Provenance {
        Provenance(command.to_owned())
    }

    /// Adds something that was chosen. Blanks and control characters become underlines.
    #[must_use]
    pub(crate) fn with(self, name: &str, value: impl fmt::Display) -> Provenance {
        let plain = |c: char| if c.is_whitespace() || c.is_control() { '_' } else { c };
        let value: String = value.to_string().chars().map(plain).collect();
        Provenance(format!("{} {name}={value}", self.0))
    }

    /// The first thing in which a file that was made so differs from one that is to be made as `here` says.
    pub(crate) fn difference(&self, here: &Provenance) -> Option<Difference> {
        let (mut theirs, mut ours) = (self.0.split(' '), here.0.split(' '));
        loop {
            let (there, here) = (theirs.next(), ours.next());
            if there != here {
                let word = |word: Option<&str>| word.map(str::to_owned);
                return Some(Difference { there: word(there), here: word(here) });
            }
            here?;
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What differs between two provenances: a command, or a name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    there: Option<String>,
    here: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.there, &self.here) {
            (Some(there), Some(here)) => write!(f, "it was made with {there}, not {here}"),
            (Some(there), None) => write!(f, "it was made with {there}"),
            (None, Some(here)) => write!(f, "it was made without {here}"),
            (None, None) => f.write_str("it was made in the same way"),
        }
    }
}

/// The lines that begin a file of version 2.
pub(crate) fn lines(contents: Contents, provenance: &Provenance) -> Result<Vec<u8>, ProvenanceTooLong> {
    if provenance.0.len() > MOST {
        return Err(ProvenanceTooLong);
    }
    Ok(format!("{}{provenance}\n", contents.line(2)).into_bytes())
}

/// The line that says how a file was made would be longer than what is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProvenanceTooLong;

impl fmt::Display for ProvenanceTooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are more sources than {MOST} bytes can name")
    }
}

impl Error for ProvenanceTooLong {}

/// What the first lines of a file say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// How the file was made. Version 1 does not say.
    pub(crate) provenance: Option<Provenance>,
    /// How many bytes the lines have.
    pub(crate) bytes: u64,
}

/// Reads the first lines of a file, and no further. The reader should be a buffered one.
pub(crate) fn read(mut file: impl Read, contents: Contents) -> Result<Header, ReadHeaderError> {
    let mut line = vec![0; contents.line(1).len()];
    match file.read_exact(&mut line) {
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(ReadHeaderError::Io(error)),
        Ok(()) if line == contents.line(1).as_bytes() => {
            return Ok(Header { provenance: None, bytes: line.len() as u64 });
        }
        Ok(()) if line == contents.line(2).as_bytes() => {}
        _ => return Err(ReadHeaderError::Not(contents)),
    }
    let mut provenance = Vec::new();
    #[expect(clippy::unbuffered_bytes, reason = "a line is short, and what follows it must not be read")]
    for byte in file.take(MOST as u64 + 1).bytes() {
        match byte.map_err(ReadHeaderError::Io)? {
            b'\n' => {
                let bytes = (line.len() + provenance.len() + 1) as u64;
                let text = String::from_utf8(provenance).map_err(|_| ReadHeaderError::NoProvenance)?;
                return match text.chars().any(char::is_control) {
                    true => Err(ReadHeaderError::NoProvenance),
                    false => Ok(Header { provenance: Some(Provenance(text)), bytes }),
                };
            }
            byte => provenance.push(byte),
        }
    }
    Err(ReadHeaderError::NoProvenance)
}

/// Why the first lines of a file cannot be read.
#[derive(Debug)]
pub(crate) enum ReadHeaderError {
    /// The system says so.
    Io(io::Error),
    /// The first line is another.
    Not(Contents),
    /// The second line is not a text, or too long, or does not end.
    NoProvenance,
}

impl fmt::Display for ReadHeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadHeaderError::Io(error) => error.fmt(f),
            ReadHeaderError::Not(contents) => {
                let [one, two] = [1, 2].map(|version| contents.line(version));
                write!(f, "line 1: expected \"{}\" or \"{}\"", one.trim_end(), two.trim_end())
            }
            ReadHeaderError::NoProvenance => {
                write!(f, "line 2: expected how the file was made, a line of text of at most {MOST} bytes")
            }
        }
    }
}

impl Error for ReadHeaderError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn contents() -> impl Strategy<Value = Contents> {
        prop::sample::select(vec![Contents::Games, Contents::Positions])
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(contents in contents(), value in ".{0,40}", rest in "[a-z\n]{0,20}") {
            let provenance = Provenance::new("test").with("value", value).with("other", 1);
            let lines = lines(contents, &provenance).unwrap();
            let file = [&lines[..], rest.as_bytes()].concat();
            let mut reader = &file[..];
            let header = read(&mut reader, contents).unwrap();
            prop_assert_eq!(header, Header { provenance: Some(provenance), bytes: lines.len() as u64 });
            prop_assert_eq!(reader, rest.as_bytes());
        }

        #[test]
        fn a_part_of_the_lines_is_refused(contents in contents(), value in "[a-z]{0,20}", at in any::<prop::sample::Index>()) {
            let lines = lines(contents, &Provenance::new("test").with("value", value)).unwrap();
            prop_assert!(read(&lines[..at.index(lines.len())], contents).is_err());
        }
    }

    #[test]
    fn version_1_does_not_say_how_it_was_made() {
        let header = read(&b"outflank positions 1\nanything"[..], Contents::Positions).unwrap();
        assert_eq!(header, Header { provenance: None, bytes: 21 });
    }

    #[test]
    fn errors_say_what_was_expected() {
        let message = |file: &[u8]| read(file, Contents::Games).unwrap_err().to_string();
        let first = "line 1: expected \"outflank games 1\" or \"outflank games 2\"";
        assert_eq!(message(b"outflank positions 2\nlabel\n"), first);
        assert_eq!(message(b"outflank games 3\nselfplay\n"), first);
        assert_eq!(message(b""), first);
        let second = "line 2: expected how the file was made, a line of text of at most 65536 bytes";
        assert_eq!(message(b"outflank games 2\nselfplay"), second);
        assert_eq!(message(b"outflank games 2\n\xff\n"), second);
        assert_eq!(message(&[&b"outflank games 2\n"[..], &[b'a'; MOST + 1], b"\n"].concat()), second);
    }

    #[test]
    fn a_line_that_would_not_be_read_is_not_written() {
        let of_length = |length| lines(Contents::Games, &Provenance::new(&"a".repeat(length)));
        assert!(read(&of_length(MOST).unwrap()[..], Contents::Games).is_ok());
        assert_eq!(of_length(MOST + 1), Err(ProvenanceTooLong));
    }

    #[test]
    fn differences_are_named() {
        let difference = |there: &str, here: &str| {
            Provenance::new(there).difference(&Provenance::new(here)).map(|difference| difference.to_string())
        };
        assert_eq!(difference("selfplay depth=6 seed=1", "selfplay depth=6 seed=1"), None);
        let message = "it was made with depth=6, not depth=8";
        assert_eq!(difference("selfplay depth=6 seed=1", "selfplay depth=8 seed=1").as_deref(), Some(message));
        assert_eq!(difference("selfplay", "selfplay seed=1").as_deref(), Some("it was made without seed=1"));
        assert_eq!(difference("selfplay seed=1", "selfplay").as_deref(), Some("it was made with seed=1"));
    }
}
