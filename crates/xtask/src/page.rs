use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{cargo, tools};

/// Fetches what the tests of the page need, then checks the bundle, the types and the modules. The browser is started by a test of the program.
pub(crate) fn checks() -> [Command; 5] {
    [
        npm(BUILD, &["ci"]),
        npm(BUILD, &["run", "check"]),
        npm(TESTS, &["ci"]),
        npm(TESTS, &["run", "types"]),
        npm(TESTS, &["run", "unit"]),
    ]
}

pub(crate) fn bundle() -> Result<()> {
    tools::install_missing()?;
    run(&mut npm(BUILD, &["ci"]))?;
    run(&mut npm(BUILD, &["run", "bundle"]))
}

pub(crate) fn pictures(pictures: &Path) -> Result<()> {
    tools::install_missing()?;
    run(&mut npm(TESTS, &["ci"]))?;
    let pictures = std::path::absolute(pictures)?;
    let mut node = Command::new("node");
    node.arg("screenshots.js").arg(pictures).current_dir(folder(TESTS)).env("OUTFLANK", cargo::release_program()?);
    run(&mut node)
}

pub(crate) fn audit() -> Result<()> {
    tools::install_missing()?;
    run(&mut npm(TESTS, &["ci"]))?;
    run(&mut npm(AUDIT, &["ci"]))?;
    let mut node = Command::new("node");
    node.arg("audit.js").current_dir(folder(AUDIT)).env("OUTFLANK", cargo::release_program()?);
    run(&mut node)
}

const AUDIT: &str = "web-audit";
const BUILD: &str = "web-build";
const TESTS: &str = "web-tests";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-server").join(name)
}

fn npm(in_folder: &str, arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder(in_folder));
    npm
}

fn run(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("{program} cannot be started"))?;
    ensure!(status.success(), "{program} failed");
    Ok(())
}
