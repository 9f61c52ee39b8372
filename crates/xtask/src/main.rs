mod bench;
mod cargo;
mod deny;
mod fuzz;
mod openings;
mod page;
mod process;
mod profile;
mod screenshot;
mod soak;
mod test;
mod tools;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

use test::Job;

/// Tests, checks and measures Outflank.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Run every test that a change must pass, and install what they need; --quick for a first check
    Test(test::TestArguments),
    /// Check formatting, clippy and the documentation; a warning is an error
    Lint,
    /// Run everything that a change must pass: test and lint, side by side
    Ci,
    /// Search longer for rare failures: storms, killed servers and fuzzing, for hours
    Soak(soak::SoakArguments),
    /// Fuzz the parsers and the server (needs a nightly toolchain and cargo-fuzz)
    Fuzz(fuzz::FuzzArguments),
    /// Check the licences and sources of all dependencies (needs cargo-deny)
    Deny,
    /// Measure the release build
    Bench {
        #[command(subcommand)]
        what: bench::Bench,
    },
    /// Show where a search spends its time (needs perf)
    Profile(profile::ProfileArguments),
    /// Play on the full-screen board and draw its screen for the README
    Screenshot(screenshot::ScreenshotArguments),
    /// Bundle the page: one script per page, styles inlined, compressed
    Bundle,
    /// Measure the page: Lighthouse, and visits with a slow phone; fails below what we promise
    Audit,
    /// Take screenshots of every page of the server, in a browser
    Pages {
        /// Where to put them
        folder: PathBuf,
    },
    /// Rebuild the table of named openings from the lists in a folder
    Openings {
        /// The folder with the lists; crates/outflank-study/data/README.md names them
        folder: PathBuf,
    },
    /// Generate the types of the page from the description of the API
    WireTypes,
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Test(arguments) => test::run(&arguments),
        Task::Lint => lint(),
        Task::Ci => ci(),
        Task::Soak(arguments) => soak::run(&arguments),
        Task::Fuzz(arguments) => fuzz::run(&arguments),
        Task::Deny => deny::run(),
        Task::Bench { what } => bench::run(&what),
        Task::Profile(arguments) => profile::run(&arguments),
        Task::Screenshot(arguments) => screenshot::run(&arguments),
        Task::Bundle => page::bundle(),
        Task::Audit => page::audit(),
        Task::Pages { folder } => page::pictures(&folder),
        Task::Openings { folder } => openings::run(&folder),
        Task::WireTypes => wire_types(),
    }
}

fn lint() -> Result<()> {
    cargo::run(["fmt", "--all", "--check"])?;
    test::run_side_by_side(vec![lints()])
}

fn ci() -> Result<()> {
    cargo::run(["fmt", "--all", "--check"])?;
    test::everything(Some(lints()))
}

fn lints() -> Job {
    let clippy = cargo::command(["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]);
    Job::new("clippy and documentation", [clippy, cargo::doc()])
}

/// A test of the server generates the types, and checks them otherwise.
fn wire_types() -> Result<()> {
    let write = "env.OUTFLANK_WRITE_WIRE_TYPES = '1'";
    cargo::run(["test", "--config", write, "--package", "outflank-server", "--all-features", "--lib", "wire_types"])
}
