//! Suite results as a table or JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::score::SuiteScore;

/// A suite at one depth.
#[derive(Serialize)]
pub(super) struct SuiteRow<'s> {
    /// Absent for all suites together.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'s str>,
    depth: u8,
    positions: u32,
    best_rate: f64,
    mean_loss: f64,
    mean_absolute_error: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_absolute_error_of_moves: Option<f64>,
    nodes: u64,
    seconds: f64,
}

impl<'s> SuiteRow<'s> {
    pub(super) fn new(file: Option<&'s str>, depth: u8, score: &SuiteScore) -> SuiteRow<'s> {
        SuiteRow {
            file,
            depth,
            positions: score.positions,
            best_rate: score.best_rate(),
            mean_loss: score.mean_loss(),
            mean_absolute_error: score.mean_error(),
            mean_absolute_error_of_moves: score.mean_error_of_moves(),
            nodes: score.nodes,
            seconds: score.time.as_secs_f64(),
        }
    }
}

pub(super) fn print(rows: &[SuiteRow<'_>], json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        for row in rows {
            serde_json::to_writer(&mut out, row).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        return Ok(out.flush()?);
    }
    let width = rows.iter().filter_map(|row| row.file).map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "{:width$} depth positions    best   loss  error        nodes   seconds  error of moves", "file")?;
    for row in rows {
        write!(
            out,
            "{:width$} {:5} {:9} {:5.1} % {:6.2} {:6.2} {:12} {:9.2}",
            row.file.unwrap_or("all"),
            row.depth,
            row.positions,
            row.best_rate * 100.0,
            row.mean_loss,
            row.mean_absolute_error,
            row.nodes,
            row.seconds
        )?;
        match row.mean_absolute_error_of_moves {
            Some(error) => writeln!(out, "  {error:14.2}")?,
            None => writeln!(out)?,
        }
    }
    Ok(out.flush()?)
}
