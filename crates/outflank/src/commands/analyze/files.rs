use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::storage::draft::{Target, folder_of};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    StandardOutput,
    File { path: PathBuf, force: bool },
}

impl Place {
    /// Checks that the file can be written. `-` is standard output.
    pub(super) fn new(path: &Path, force: bool) -> anyhow::Result<Place> {
        if path == Path::new("-") {
            return Ok(Place::StandardOutput);
        }
        Target::new_or_replace(path, force)?;
        // Fail before a long analysis, not after it.
        fs::metadata(folder_of(path)).with_context(|| path.display().to_string())?;
        Ok(Place::File { path: path.to_owned(), force })
    }

    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        match self {
            Place::StandardOutput => Ok(io::stdout().lock().write_all(text.as_bytes())?),
            // Checked again: another program may have created the file.
            Place::File { path, force } => {
                Target::new_or_replace(path, *force)?.write(text.as_bytes()).with_context(|| path.display().to_string())
            }
        }
    }
}
