//! Reading: what can be understood holds, and the rest is told.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::Settings;

/// A larger file is not one of settings.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// After this many lines that cannot be read, the file is taken for something else.
const MAX_FAULTS: usize = 8;

/// A line that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Counted from 1.
    pub(super) line: usize,
    /// What was expected there.
    pub(super) what: String,
}

/// Reads all lines that can be understood. The settings of the others stay as they are by default.
pub(super) fn read(text: &str) -> (Settings, Vec<Fault>) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut faults = Vec::new();
    loop {
        let rest = lines.join("\n");
        let error = match toml_edit::de::from_str::<Settings>(&rest) {
            Ok(settings) => return (settings, faults),
            Err(error) => error,
        };
        let at = error.span().map_or(0, |span| span.start.min(rest.len()));
        let line = rest.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        let what = error.message().replace('\n', ", ");
        faults.push(Fault { line: line + 1, what });
        // A line that is empty already cannot be what is wrong; then nothing is known about any of them.
        if faults.len() == MAX_FAULTS || lines[line].is_empty() {
            return (Settings::default(), faults);
        }
        lines[line] = "";
    }
}

/// Why a settings file was not read, or not as a whole.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(super) file: PathBuf,
    pub(super) trouble: Trouble,
}

#[derive(Debug)]
pub(super) enum Trouble {
    /// The file cannot be read at all.
    Unreadable(io::Error),
    /// It is too large.
    TooLarge,
    /// These lines were left out.
    Lines(Vec<Fault>),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.trouble {
            Trouble::Unreadable(error) => write!(f, "{file}: {error}"),
            Trouble::TooLarge => write!(f, "{file}: expected at most {MAX_BYTES} bytes of settings"),
            Trouble::Lines(faults) => {
                for (index, Fault { line, what }) in faults.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    write!(f, "{separator}{file}: line {line}: {what}")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for Notice {}
