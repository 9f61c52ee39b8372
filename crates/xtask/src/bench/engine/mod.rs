//! One thread, and a fresh table for each position. It runs the release programs, so that another build of `outflank` can be measured in the
//! same run. Node counts are deterministic; a time is the best of the runs.

pub(crate) mod midgame;
mod solve;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use crate::cargo;

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Also measure this build of outflank
    #[arg(long, value_name = "PROGRAM")]
    old: Option<PathBuf>,

    /// Number of runs
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..))]
    runs: u8,
}

pub(crate) fn run(arguments: &EngineArguments) -> Result<()> {
    let mut programs = vec![cargo::release_program()?];
    programs.extend(arguments.old.clone());
    let trainer = cargo::release_build("outflank-train")?;
    let data = cargo::data();
    let (ffo, hard) = (data.join("ffo/fforum-40-59.obf"), data.join("endgame/hard-20.obf"));
    let runs = arguments.runs;

    let rows = [
        row("FFO 40 to 49, solved", Some(&ffo), || solve::run(&programs, &ffo, 10, runs))?,
        row("hard-20, solved", Some(&hard), || solve::run(&programs, &hard, usize::MAX, runs))?,
        row("hard-20 at depth 10, nothing solved", Some(&hard), || accuracy(&trainer, &hard, 10))?,
        row("ten midgames at depth 14", None, || midgame::run(&programs, 14, runs))?,
        row("evaluation", None, evaluation)?,
    ];

    let others = programs.iter().skip(1).map(|program| program.display().to_string());
    let columns: Vec<String> = ["one thread".to_owned(), "this build".to_owned()].into_iter().chain(others).collect();
    println!("| {} |", columns.join(" | "));
    println!("|{}", " --- |".repeat(columns.len()));
    for row in rows {
        println!("| {} |{}", row.join(" | "), " |".repeat(columns.len().saturating_sub(row.len())));
    }
    Ok(())
}

/// A title and a figure for each program that can be measured. Skipped if the file it needs is missing.
fn row(title: &str, needs: Option<&Path>, measure: impl FnOnce() -> Result<Vec<String>>) -> Result<Vec<String>> {
    let figures = match needs.filter(|file| !file.exists()) {
        Some(file) => {
            eprintln!("{title}: skipped, no such file: {}", file.display());
            vec!["skipped".to_owned()]
        }
        None => {
            eprintln!("{title}");
            measure()?
        }
    };
    Ok([vec![title.to_owned()], figures].concat())
}

fn accuracy(trainer: &Path, suite: &Path, depth: u8) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct SuiteResult {
        best_rate: f64,
        mean_loss: f64,
        mean_absolute_error: f64,
    }
    let mut command = Command::new(trainer);
    command.args(["suite", "--json", "--depth", &depth.to_string()]).arg(suite);
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let SuiteResult { best_rate, mean_loss, mean_absolute_error } = serde_json::from_slice(&output.stdout)?;
    Ok(vec![format!(
        "best move {:.1} %, mean loss {mean_loss:.2} discs, mean absolute error {mean_absolute_error:.2} discs",
        best_rate * 100.0
    )])
}

fn evaluation() -> Result<Vec<String>> {
    let output = cargo::output(["bench", "--package", "outflank-engine", "--bench", "eval"])?;
    Ok(output.lines().last().map(str::to_owned).into_iter().collect())
}

#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    nodes: u64,
    time: Duration,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (millions, seconds) = (self.nodes as f64 / 1e6, self.time.as_secs_f64());
        write!(f, "{millions:.1} M nodes, {seconds:.2} s, {:.1} M nodes/s", millions / seconds)
    }
}

/// They take turns, so that a busy machine slows all of them.
fn best_of(programs: &[PathBuf], runs: u8, measure: impl Fn(&Path) -> Result<Effort>) -> Result<Vec<Effort>> {
    let mut best = Vec::<Effort>::new();
    for run in 0..runs {
        for (index, program) in programs.iter().enumerate() {
            let effort = measure(program).with_context(|| program.display().to_string())?;
            match best.get_mut(index) {
                None => best.push(effort),
                Some(best) if effort.time < best.time => *best = effort,
                Some(_) => {}
            }
        }
        eprintln!("run {} of {runs} done", run + 1);
    }
    Ok(best)
}
