//! Where reports go that are not for the terminal.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::storage::draft::{Target, folder_of};

/// A file to write, or standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    StandardOutput,
    File {
        path: PathBuf,
        /// Whether what is there may be replaced.
        force: bool,
    },
}

impl Place {
    /// The place that an argument names, where something may be written. `-` is standard output.
    pub(super) fn new(path: &Path, force: bool) -> anyhow::Result<Place> {
        if path == Path::new("-") {
            return Ok(Place::StandardOutput);
        }
        target(path, force)?;
        // Nobody waits for an analysis that cannot be written.
        fs::metadata(folder_of(path)).with_context(|| path.display().to_string())?;
        Ok(Place::File { path: path.to_owned(), force })
    }

    /// Writes a text, as a whole or not at all.
    pub(super) fn write(&self, text: &str) -> anyhow::Result<()> {
        match self {
            Place::StandardOutput => Ok(io::stdout().lock().write_all(text.as_bytes())?),
            // Somebody else may have written there in the meantime.
            Place::File { path, force } => {
                let write = |target: Target| {
                    let mut draft = target.draft()?;
                    draft.write_all(text.as_bytes())?;
                    draft.keep()
                };
                write(target(path, *force)?).with_context(|| path.display().to_string())
            }
        }
    }
}

/// A file that is not there, or that may be replaced.
fn target(path: &Path, force: bool) -> anyhow::Result<Target> {
    let name = || path.display().to_string();
    let target = Target::new(path).with_context(name)?;
    if target.exists() && !force {
        bail!("{}: it is there already, and is replaced only with --force", name());
    }
    Ok(target)
}
