//! Where a search spends its time, by Linux's perf.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use crate::{bench, cargo};

#[derive(Args, Debug)]
pub(crate) struct ProfileArguments {
    /// The search to profile, on one thread
    #[arg(default_value = "endgame")]
    search: Search,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Search {
    /// Solve FFO 45, with 24 empty squares
    Endgame,
    /// Search a position with 36 empty squares to depth 24
    Midgame,
}

/// Not all processors count these, and few virtual machines.
const COUNTERS: &str = "instructions:u,cycles:u,L1-dcache-load-misses:u,cache-misses:u,branch-misses:u";

pub(crate) fn run(arguments: &ProfileArguments) -> Result<()> {
    let found = Command::new("perf").arg("--version").stdout(Stdio::null()).status();
    ensure!(found.is_ok(), "perf is not installed; on Debian it is in linux-perf, on Fedora in perf");
    let program = cargo::release_program()?;
    let samples = cargo::target().join("perf.data");
    let counts = cargo::target().join("perf.txt");

    let mut record = Command::new("perf");
    record.args(["record", "--quiet", "--output"]).arg(&samples).arg("--").arg(&program);
    search(&mut record, arguments.search)?;
    let mut stat = Command::new("perf");
    stat.args(["stat", "--event", COUNTERS, "--output"]).arg(&counts).arg("--").arg(&program);
    search(&mut stat, arguments.search)?;

    let mut report = Command::new("perf");
    report.args([
        "report",
        "--stdio",
        "--no-children",
        "--fields",
        "overhead,symbol",
        "--percent-limit",
        "0.5",
        "--input",
    ]);
    let output = report.arg(&samples).output().with_context(|| format!("{report:?}"))?;
    ensure!(output.status.success(), "{report:?}: {}", String::from_utf8_lossy(&output.stderr));
    print_without(&String::from_utf8_lossy(&output.stdout), "#");
    print_without(&fs::read_to_string(&counts)?, "<not supported>");
    Ok(())
}

fn search(program: &mut Command, search: Search) -> Result<()> {
    match search {
        Search::Midgame => bench::engine::midgame::search_one(program, 24),
        Search::Endgame => {
            let file = cargo::data().join("ffo/fforum-40-59.obf");
            solve(program, &file).with_context(|| file.display().to_string())
        }
    }
}

fn solve(program: &mut Command, file: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let position = text.lines().filter(|line| !line.starts_with('%')).nth(5).context("expected ten positions")?;
    let only = cargo::target().join("profile.obf");
    fs::write(&only, position)?;
    program.args(["solve", "--threads", "1", "--table", "512"]).arg(only).stdout(Stdio::null());
    ensure!(program.status()?.success(), "{program:?} failed");
    Ok(())
}

fn print_without(text: &str, left_out: &str) {
    text.lines().filter(|line| !line.trim().is_empty() && !line.contains(left_out)).for_each(|line| println!("{line}"));
}
