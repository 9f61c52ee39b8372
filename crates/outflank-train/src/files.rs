use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub(crate) trait PathContext<T> {
    fn at(self, path: &Path) -> anyhow::Result<T>;
}

impl<T, E> PathContext<T> for Result<T, E>
where
    Result<T, E>: Context<T, E>,
{
    fn at(self, path: &Path) -> anyhow::Result<T> {
        self.with_context(|| path.display().to_string())
    }
}

/// Fails if the file exists and may not be overwritten. Call it before the work starts.
pub(crate) fn ensure_free(path: &Path, force: bool) -> anyhow::Result<()> {
    ensure!(force || !path.exists(), "{}: the file exists; --force overwrites it", path.display());
    Ok(())
}

/// Replaces the file by renaming a new one, so that an interrupted run leaves the old file or the new one.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = beside(path, ".new");
    fs::write(&new, bytes).at(&new)?;
    fs::rename(&new, path).at(path)
}

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

pub(crate) fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// The running command, with the program's name instead of its path.
pub(crate) fn command_line() -> String {
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    ["outflank-train".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}
