use std::io::{self, Write};

use serde::Serialize;

use super::score::SuiteScore;

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
        let positions = f64::from(score.positions);
        SuiteRow {
            file,
            depth,
            positions: score.positions,
            best_rate: f64::from(score.best) / positions,
            mean_loss: f64::from(score.loss) / positions,
            mean_absolute_error: score.error / positions,
            mean_absolute_error_of_moves: (score.moves > 0).then(|| score.error_of_moves / score.moves as f64),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_all_positions() {
        let mut total = SuiteScore { positions: 1, best: 1, error: 1.0, nodes: 10, ..SuiteScore::default() };
        total.add(&SuiteScore { positions: 1, loss: 6, error: 2.0, nodes: 10, ..SuiteScore::default() });
        let row = SuiteRow::new(None, 0, &total);
        assert_eq!((row.best_rate, row.mean_loss, row.mean_absolute_error), (0.5, 3.0, 1.5));
        assert_eq!((row.nodes, row.mean_absolute_error_of_moves), (20, None));
        total.add(&SuiteScore { moves: 4, error_of_moves: 10.0, ..SuiteScore::default() });
        assert_eq!(SuiteRow::new(None, 0, &total).mean_absolute_error_of_moves, Some(2.5));
    }
}
