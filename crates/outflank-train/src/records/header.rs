//! The text lines that begin a file of games or positions.
//!
//! The first says what the file holds, and in which version. In version 2 the second says how the file was made: a run
//! resumes it only with the same settings, and its scores can be interpreted later. Version 1 has no second line.

use std::fmt;
use std::io::{self, Read};

use anyhow::{bail, ensure};

/// The longest second line that is read or written, in bytes.
const MAX_RECIPE: usize = 64 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    Games,
    Positions,
}

impl FileKind {
    pub(super) fn record(self) -> &'static str {
        match self {
            FileKind::Games => "game",
            FileKind::Positions => "position",
        }
    }

    /// The first line, which has the same length in both versions.
    pub(crate) fn line(self, version: u8) -> String {
        format!("outflank {}s {version}\n", self.record())
    }
}

/// How a file was made: a command and all settings that affect its contents, such as `selfplay depth=8 seed=1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipe(String);

impl Recipe {
    pub(crate) fn new(command: &str) -> Recipe {
        Recipe(command.to_owned())
    }

    /// Adds a setting. Blanks and control characters become underscores.
    #[must_use]
    pub(crate) fn with(self, name: &str, value: impl fmt::Display) -> Recipe {
        let plain = |c: char| if c.is_whitespace() || c.is_control() { '_' } else { c };
        let value: String = value.to_string().chars().map(plain).collect();
        Recipe(format!("{} {name}={value}", self.0))
    }

    /// Fails with the first setting in which a file made by this recipe differs from one made by `here`.
    pub(super) fn ensure_same(&self, here: &Recipe) -> anyhow::Result<()> {
        let (mut theirs, mut ours) = (self.0.split(' '), here.0.split(' '));
        let difference = loop {
            match (theirs.next(), ours.next()) {
                (None, None) => return Ok(()),
                (there, here) if there == here => {}
                (Some(there), Some(here)) => break format!("{there}, not {here}"),
                (Some(there), None) => break there.to_owned(),
                (None, Some(here)) => break format!("no {here}"),
            }
        };
        bail!(
            "cannot resume: the file was made with {difference}; use the same arguments\n  file: {self}\n  now:  {here}"
        )
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn header_lines(kind: FileKind, recipe: &Recipe) -> anyhow::Result<Vec<u8>> {
    ensure!(recipe.0.len() <= MAX_RECIPE, "too many sources: their names need more than {MAX_RECIPE} bytes");
    Ok(format!("{}{recipe}\n", kind.line(2)).into_bytes())
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileHeader {
    /// Absent in version 1.
    pub(crate) recipe: Option<Recipe>,
    pub(crate) bytes: u64,
}

impl FileHeader {
    /// Reads the first lines and no further. The reader should be buffered.
    pub(super) fn read(mut file: impl Read, kind: FileKind) -> anyhow::Result<FileHeader> {
        let [one, two] = [1, 2].map(|version| kind.line(version));
        let mut line = vec![0; one.len()];
        match file.read_exact(&mut line) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
            Ok(()) if line == one.as_bytes() => return Ok(FileHeader { recipe: None, bytes: line.len() as u64 }),
            Ok(()) if line == two.as_bytes() => {}
            _ => bail!("line 1: expected \"{}\" or \"{}\"", one.trim_end(), two.trim_end()),
        }
        let mut recipe = Vec::new();
        #[expect(clippy::unbuffered_bytes, reason = "a line is short, and what follows it must not be read")]
        for byte in file.take(MAX_RECIPE as u64 + 1).bytes() {
            match byte? {
                b'\n' => {
                    let bytes = (line.len() + recipe.len() + 1) as u64;
                    let text = String::from_utf8(recipe).ok().filter(|text| !text.chars().any(char::is_control));
                    let Some(text) = text else { break };
                    return Ok(FileHeader { recipe: Some(Recipe(text)), bytes });
                }
                byte => recipe.push(byte),
            }
        }
        bail!("line 2: expected how the file was made, a line of text of at most {MAX_RECIPE} bytes")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kind() -> impl Strategy<Value = FileKind> {
        prop::sample::select(vec![FileKind::Games, FileKind::Positions])
    }

    proptest! {
        #[test]
        fn header_round_trips(kind in kind(), value in ".{0,40}", rest in "[a-z\n]{0,20}") {
            let recipe = Recipe::new("test").with("value", value).with("other", 1);
            let lines = header_lines(kind, &recipe).unwrap();
            let file = [&lines[..], rest.as_bytes()].concat();
            let mut reader = &file[..];
            let header = FileHeader::read(&mut reader, kind).unwrap();
            prop_assert_eq!(header, FileHeader { recipe: Some(recipe), bytes: lines.len() as u64 });
            prop_assert_eq!(reader, rest.as_bytes());
        }

        #[test]
        fn a_part_of_the_lines_is_refused(kind in kind(), value in "[a-z]{0,20}", at in any::<prop::sample::Index>()) {
            let lines = header_lines(kind, &Recipe::new("test").with("value", value)).unwrap();
            prop_assert!(FileHeader::read(&lines[..at.index(lines.len())], kind).is_err());
        }
    }

    #[test]
    fn version_1_has_no_recipe() {
        let header = FileHeader::read(&b"outflank positions 1\nanything"[..], FileKind::Positions).unwrap();
        assert_eq!(header, FileHeader { recipe: None, bytes: 21 });
    }

    #[test]
    fn errors_say_what_was_expected() {
        let first = "line 1: expected \"outflank games 1\" or \"outflank games 2\"";
        let second = "line 2: expected how the file was made, a line of text of at most 65536 bytes";
        let too_long = [&b"outflank games 2\n"[..], &[b'a'; MAX_RECIPE + 1], b"\n"].concat();
        for (file, expected) in [
            (&b"outflank positions 2\nlabel\n"[..], first),
            (b"outflank games 3\nselfplay\n", first),
            (b"", first),
            (b"outflank games 2\nselfplay", second),
            (b"outflank games 2\n\xff\n", second),
            (&too_long, second),
        ] {
            assert_eq!(FileHeader::read(file, FileKind::Games).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_line_that_is_too_long_to_read_is_not_written() {
        let of_length = |length| header_lines(FileKind::Games, &Recipe::new(&"a".repeat(length)));
        assert!(FileHeader::read(&of_length(MAX_RECIPE).unwrap()[..], FileKind::Games).is_ok());
        assert!(of_length(MAX_RECIPE + 1).is_err());
    }

    #[test]
    fn the_first_difference_is_named() {
        let check = |there: &str, here: &str| {
            Recipe::new(there).ensure_same(&Recipe::new(here)).map_err(|error| error.to_string())
        };
        assert_eq!(check("selfplay depth=6 seed=1", "selfplay depth=6 seed=1"), Ok(()));
        for (there, here, difference) in [
            ("selfplay depth=6 seed=1", "selfplay depth=8 seed=1", "depth=6, not depth=8"),
            ("selfplay", "selfplay seed=1", "no seed=1"),
            ("selfplay seed=1", "selfplay", "seed=1"),
        ] {
            let message = check(there, here).unwrap_err();
            let expected = format!("cannot resume: the file was made with {difference}; use the same arguments\n");
            assert!(message.starts_with(&expected), "{message}");
        }
    }
}
