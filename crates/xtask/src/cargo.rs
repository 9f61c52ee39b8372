//! Calling cargo, in the root of the workspace.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use outflank_postgres::Postgres;

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs cargo, and fails if it does.
pub(crate) fn run<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Result<()> {
    succeed(cargo().args(arguments))
}

/// Runs cargo with tests that may use a PostgreSQL server.
pub(crate) fn run_beside<const N: usize>(postgres: &Postgres, arguments: [&str; N]) -> Result<()> {
    succeed(cargo().args(arguments).env(outflank_postgres::VARIABLE, postgres.url()))
}

/// Tests a package as it is built for processors without AVX2 and BMI2.
pub(crate) fn test_for_any_x86_64(package: &str) -> Result<()> {
    println!("Testing {package} for any x86-64 processor");
    let target = target().join("x86-64");
    succeed(
        cargo()
            .args(["test", "--package", package, "--target-dir"])
            .arg(target)
            .env("RUSTFLAGS", "-C target-cpu=x86-64"),
    )
}

/// Builds the documentation; a broken link is an error.
pub(crate) fn doc() -> Result<()> {
    succeed(cargo().args(["doc", "--workspace", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Runs cargo, and returns what it prints.
pub(crate) fn output<const N: usize>(arguments: [&str; N]) -> Result<String> {
    let mut command = cargo();
    let output = command.args(arguments).stderr(Stdio::inherit()).output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", output.status);
    Ok(String::from_utf8(output.stdout)?)
}

/// Builds the release program and returns its path.
pub(crate) fn release_program() -> Result<PathBuf> {
    release_build("outflank")
}

/// Builds the program of a package for release and returns its path.
pub(crate) fn release_build(package: &str) -> Result<PathBuf> {
    run(["build", "--release", "--package", package])?;
    Ok(target().join("release").join(package))
}

/// The folder of public test data.
pub(crate) fn data() -> PathBuf {
    std::env::var_os("OUTFLANK_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from)
}

/// Runs this same task once more, in an optimised build, from where it was asked for: paths among the arguments begin there.
pub(crate) fn run_again_optimised() -> Result<()> {
    let mut cargo = cargo();
    cargo.current_dir(std::env::current_dir()?).args(["run", "--release", "--quiet", "--package", "xtask", "--"]);
    succeed(cargo.args(std::env::args_os().skip(1)))
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
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
