use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{cargo, tools};

/// Fetches what the tests of the page need, then checks its types and modules. The browser is started by a test of the program.
pub(crate) fn checks() -> [Command; 3] {
    [npm(&["ci"]), npm(&["run", "types"]), npm(&["run", "unit"])]
}

pub(crate) fn pictures(pictures: &Path) -> Result<()> {
    tools::install_missing()?;
    let installed = npm(&["ci"]).status().context("npm cannot be started")?;
    ensure!(installed.success(), "npm ci failed");
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

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-server/web-tests")
}

fn npm(arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder());
    npm
}
