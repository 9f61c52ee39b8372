//! The page: its types, its modules, and a real browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use outflank_postgres::Postgres;

use crate::{cargo, tools};

/// Fetches what the tests of the page need, then runs them. The browser is started by a test of the program, which knows
/// the program that was built for tests.
pub(crate) fn test(postgres: &Postgres) -> Result<()> {
    npm(&["ci"])?;
    npm(&["run", "types"])?;
    npm(&["run", "unit"])?;
    let browser =
        ["test", "--workspace", "--all-features", "--test", "it", "browser::", "--", "--ignored", "--nocapture"];
    cargo::run_beside(postgres, browser)
}

/// Takes pictures of every page, as they are in the release build.
pub(crate) fn pictures(pictures: &Path) -> Result<()> {
    tools::install_missing()?;
    npm(&["ci"])?;
    let pictures = std::path::absolute(pictures)?;
    let status = Command::new("node")
        .arg("screenshots.js")
        .arg(pictures)
        .current_dir(folder())
        .env("OUTFLANK", cargo::release_program()?)
        .status()
        .context("node cannot be started")?;
    ensure!(status.success(), "the pictures could not be taken");
    Ok(())
}

/// The folder of those tests.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-server/web-tests")
}

fn npm(arguments: &[&str]) -> Result<()> {
    let status = Command::new("npm").args(arguments).current_dir(folder()).status().context("npm cannot be started")?;
    ensure!(status.success(), "npm {} failed", arguments.join(" "));
    Ok(())
}
