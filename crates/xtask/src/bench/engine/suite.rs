//! Accuracy of a fixed-depth search on solved positions, measured by `outflank-train suite`.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

#[derive(Deserialize)]
struct SuiteResult {
    best_rate: f64,
    mean_loss: f64,
    mean_absolute_error: f64,
}

pub(super) fn run(trainer: &Path, suite: &Path, depth: u8) -> Result<Vec<String>> {
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
