//! Calling cargo, in the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs cargo, and fails if it does.
pub(crate) fn run<const N: usize>(arguments: [&str; N]) -> Result<()> {
    succeed(cargo().args(arguments))
}

/// Builds the documentation; a broken link is an error.
pub(crate) fn doc() -> Result<()> {
    succeed(cargo().args(["doc", "--workspace", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Builds the release program and returns its path.
pub(crate) fn release_program() -> Result<PathBuf> {
    run(["build", "--release", "--package", "outflank"])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("release").join("outflank"))
}

fn cargo() -> Command {
    // Cargo tells the programs that it runs where it is.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
