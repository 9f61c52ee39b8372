//! `cargo xtask`: what a developer of Outflank would otherwise have to remember.

mod bench;
mod cargo;
mod deny;
mod fuzz;
mod openings;
mod page;
mod screenshot;
mod tools;
mod wire_types;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use outflank_postgres::Postgres;

/// Tests, checks and measures Outflank.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Install what the tests need, and run every test
    Test,
    /// Check formatting, clippy and the documentation; a warning is an error
    Lint,
    /// Run everything that a change must pass: test, then lint
    Ci,
    /// Throw spoilt input at the parsers and the server (needs a nightly toolchain and cargo-fuzz)
    Fuzz(fuzz::FuzzArguments),
    /// Check the licences and sources of everything that the program is made of (needs cargo-deny)
    Deny,
    /// Measure the release build
    Bench {
        #[command(subcommand)]
        what: bench::Bench,
    },
    /// Play on the full-screen board, and draw its screen for the README
    Screenshot(screenshot::ScreenshotArguments),
    /// Take pictures of every page of the server, in a browser
    Pages {
        /// The folder for them
        folder: PathBuf,
    },
    /// Make the table of named openings again, from the lists in a folder
    Openings {
        /// The folder with the lists; crates/outflank-study/data/README.md names them
        folder: PathBuf,
    },
    /// Generate the types of the page from the description of the API
    WireTypes,
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Test => test(),
        Task::Lint => lint(),
        Task::Ci => test().and_then(|()| lint()),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Deny => deny::run(),
        Task::Bench { what } => bench::run(&what),
        Task::Screenshot(arguments) => screenshot::run(&arguments),
        Task::Pages { folder } => page::pictures(&folder),
        Task::Openings { folder } => openings::run(&folder),
        Task::WireTypes => wire_types::run(),
    }
}

/// Everything once, beside a PostgreSQL server that ends with the tests; then the page in a browser, and the engine once more without
/// the instructions that its fast kernels need.
fn test() -> Result<()> {
    tools::install_missing()?;
    let postgres = Postgres::start()?;
    cargo::run_beside(&postgres, ["test", "--workspace", "--all-features", "--no-fail-fast"])?;
    page::test(&postgres)?;
    drop(postgres);
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
