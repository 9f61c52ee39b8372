//! `cargo xtask`: what a developer of Outflank would otherwise have to remember.

mod bench;
mod cargo;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Tests, checks and measures Outflank.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run every test
    Test,
    /// Check formatting, clippy and the documentation; a warning is an error
    Lint,
    /// Run everything that a change must pass: test, then lint
    Ci,
    /// Measure the release build
    Bench {
        #[command(subcommand)]
        what: bench::Bench,
    },
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Test => test(),
        Task::Lint => lint(),
        Task::Ci => test().and_then(|()| lint()),
        Task::Bench { what } => bench::run(&what),
    }
}

/// Everything once, and the engine once more without the instructions that its fast kernels need.
fn test() -> Result<()> {
    cargo::run(["test", "--workspace", "--all-features"])?;
    match cfg!(target_arch = "x86_64") {
        true => cargo::test_for_any_x86_64("outflank-engine"),
        false => Ok(()),
    }
}

fn lint() -> Result<()> {
    cargo::run(["fmt", "--all", "--check"])?;
    cargo::run(["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])?;
    cargo::doc()
}
