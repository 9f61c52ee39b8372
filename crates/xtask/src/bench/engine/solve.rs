use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::{Effort, best_of};
use crate::cargo;

const TABLE_MEBIBYTES: &str = "512";

#[derive(Deserialize)]
struct Solved {
    nodes: u64,
    time: f64,
    agrees: bool,
}

/// Solves the first positions of a file. A wrong score is an error.
pub(super) fn run(programs: &[PathBuf], suite: &Path, positions: usize, runs: u8) -> Result<Vec<String>> {
    let text = fs::read_to_string(suite).with_context(|| suite.display().to_string())?;
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%')).take(positions).collect();
    let file = cargo::target().join("bench-engine.obf");
    fs::write(&file, lines.join("\n")).with_context(|| file.display().to_string())?;
    let efforts = best_of(programs, runs, |program| solve(program, &file, lines.len()))?;
    Ok(efforts.iter().map(|effort| format!("{effort}, {0} of {0} correct", lines.len())).collect())
}

fn solve(program: &Path, file: &Path, positions: usize) -> Result<Effort> {
    let mut command = Command::new(program);
    command.args(["solve", "--json", "--threads", "1", "--table", TABLE_MEBIBYTES]).arg(file);
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let solved =
        serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Solved>().collect::<Result<Vec<_>, _>>()?;
    ensure!(solved.len() == positions, "{command:?}: {} of {positions} positions were solved", solved.len());
    ensure!(solved.iter().all(|solved| solved.agrees), "{command:?}: a score is wrong");
    let mut effort = Effort::default();
    for solved in solved {
        effort.add(Effort { nodes: solved.nodes, time: Duration::try_from_secs_f64(solved.time)? });
    }
    Ok(effort)
}
