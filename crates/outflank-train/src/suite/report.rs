//! Suite results as a table or JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::judge::Tally;

/// A suite at one depth.
pub(super) struct Row<'s> {
    /// Its name; all suites together have none.
    pub(super) file: Option<&'s str>,
    pub(super) depth: u8,
    pub(super) tally: Tally,
}

pub(super) fn print(rows: &[Row<'_>], json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        for row in rows {
            serde_json::to_writer(&mut out, &JsonRow::from(row)).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        return Ok(out.flush()?);
    }
    let width = rows.iter().filter_map(|row| row.file).map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    writeln!(out, "{:width$} depth positions    best   loss  error        nodes   seconds  error of moves", "file")?;
    for Row { file, depth, tally } in rows {
        write!(
            out,
            "{:width$} {depth:5} {:9} {:5.1} % {:6.2} {:6.2} {:12} {:9.2}",
            file.unwrap_or("all"),
            tally.positions,
            tally.best_rate() * 100.0,
            tally.mean_loss(),
            tally.mean_error(),
            tally.nodes,
            tally.time.as_secs_f64()
        )?;
        match tally.mean_error_of_moves() {
            Some(error) => writeln!(out, "  {error:14.2}")?,
            None => writeln!(out)?,
        }
    }
    Ok(out.flush()?)
}

#[derive(Serialize)]
struct JsonRow<'s> {
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

impl<'s> From<&Row<'s>> for JsonRow<'s> {
    fn from(&Row { file, depth, ref tally }: &Row<'s>) -> JsonRow<'s> {
        JsonRow {
            file,
            depth,
            positions: tally.positions,
            best_rate: tally.best_rate(),
            mean_loss: tally.mean_loss(),
            mean_absolute_error: tally.mean_error(),
            mean_absolute_error_of_moves: tally.mean_error_of_moves(),
            nodes: tally.nodes,
            seconds: tally.time.as_secs_f64(),
        }
    }
}
