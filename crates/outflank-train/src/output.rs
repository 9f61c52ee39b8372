//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// An error if there is such a file and it may not be overwritten: to be asked before the work rather than after it.
pub(crate) fn ensure_free(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(force || !path.exists(), "{}: the file exists, and is only overwritten with --force", path.display());
    Ok(())
}

/// Writes a file. Whatever ends the program, what is there afterwards is the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = beside(path, ".new");
    fs::write(&new, bytes).with_context(|| new.display().to_string())?;
    fs::rename(&new, path).with_context(|| path.display().to_string())
}

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
