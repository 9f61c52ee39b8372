use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

pub(crate) fn run<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<()> {
    succeed(cargo().args(arguments))
}

pub(crate) fn command<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = cargo();
    command.args(arguments);
    command
}

pub(crate) fn doc() -> Command {
    let mut command = command(["doc", "--workspace", "--no-deps", "--all-features"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

pub(crate) fn output<const N: usize>(arguments: [&str; N]) -> Result<String> {
    let mut command = cargo();
    let output = command.args(arguments).stderr(Stdio::inherit()).output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

pub(crate) fn release_program() -> Result<PathBuf> {
    release_build("outflank")
}

pub(crate) fn release_build(package: &str) -> Result<PathBuf> {
    run(["build", "--release", "--package", package])?;
    Ok(target().join("release").join(package))
}

pub(crate) fn data() -> PathBuf {
    std::env::var_os("OUTFLANK_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from)
}

/// Runs this same task once more, in an optimised build with a feature. The folder stays the same: paths among the arguments begin there.
pub(crate) fn run_again_optimised(feature: &str) -> Result<()> {
    let mut cargo = cargo();
    cargo.current_dir(std::env::current_dir()?);
    cargo.args(["run", "--release", "--quiet", "--package", "xtask", "--features", feature, "--"]);
    succeed(cargo.args(std::env::args_os().skip(1)))
}

pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn cargo() -> Command {
    // Cargo sets the variable for the programs that it runs.
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(())
}
