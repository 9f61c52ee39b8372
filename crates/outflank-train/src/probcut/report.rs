use std::io::{self, Write};

use outflank_engine::Selectivity;
use outflank_engine::training::{self, Deviations};

use super::cells::{DepthPair, DifferenceStats, Differences, ScoreDifference, SearchKind};
use super::fit::Fit;

pub(super) fn print(differences: &Differences, fit: &Fit) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}, {} positions; * is used by the search", differences.kind, differences.positions)?;
    by_depth(&mut out, differences, fit)?;
    by_empties(&mut out, differences, fit)?;
    levels(&mut out, differences, fit)?;
    writeln!(out, "relative error of a cell: {:.1} %\n", fit.relative_error * 100.0)?;
    item(&mut out, differences, fit)?;
    writeln!(out)?;
    out.flush()
}

fn is_used(pair: &DepthPair) -> bool {
    pair.shallow == training::probcut_depth(pair.depth)
}

fn by_depth(out: &mut impl Write, differences: &Differences, fit: &Fit) -> io::Result<()> {
    writeln!(out, "depth shallow   count    bias  deviation  fitted  ratio")?;
    for ((depth, shallow), cell) in differences.by(|pair| (pair.depth, pair.shallow)) {
        let same = |pair: &DepthPair| (pair.depth, pair.shallow) == (depth, shallow);
        let mark = if shallow == training::probcut_depth(depth) { "*" } else { " " };
        write!(out, "{depth:5} {shallow:6}{mark}")?;
        numbers(out, &cell, fitted(differences, fit, same))?;
    }
    Ok(())
}

fn by_empties(out: &mut impl Write, differences: &Differences, fit: &Fit) -> io::Result<()> {
    writeln!(out, "empties, all *  count    bias  deviation  fitted  ratio")?;
    for (two, cell) in differences.by(|pair| is_used(pair).then_some(pair.empties / 2)) {
        let Some(two) = two else { continue };
        let same = |pair: &DepthPair| is_used(pair) && pair.empties / 2 == two;
        write!(out, "{:2} and {:2}    ", 2 * two, 2 * two + 1)?;
        numbers(out, &cell, fitted(differences, fit, same))?;
    }
    Ok(())
}

fn numbers(out: &mut impl Write, cell: &DifferenceStats, fitted: f64) -> io::Result<()> {
    let (bias, deviation) = (cell.bias(), cell.deviation());
    writeln!(out, " {:7} {bias:+7.2} {deviation:10.2} {fitted:7.2} {:6.2}", cell.count, deviation / fitted)
}

fn fitted(differences: &Differences, fit: &Fit, of: impl Fn(&DepthPair) -> bool) -> f64 {
    let squares: Vec<f64> = differences
        .list
        .iter()
        .filter(|difference| of(&difference.pair))
        .map(|difference| fit.deviation(difference.pair).powi(2))
        .collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The share of used differences within the margin of each selectivity.
fn levels(out: &mut impl Write, differences: &Differences, fit: &Fit) -> io::Result<()> {
    let used: Vec<&ScoreDifference> = differences.list.iter().filter(|difference| is_used(&difference.pair)).collect();
    writeln!(out, "selectivity  deviations  within")?;
    for selectivity in Selectivity::ALL {
        let Some(deviations) = selectivity.deviations() else { continue };
        let within = |difference: &&&ScoreDifference| {
            difference.discs.abs() <= f64::from(deviations) * fit.deviation(difference.pair)
        };
        let share = used.iter().filter(within).count() as f64 / used.len() as f64;
        writeln!(out, "{:9} % {deviations:11.1} {:5.1} %", selectivity.percent(), share * 100.0)?;
    }
    Ok(())
}

fn item(out: &mut impl Write, differences: &Differences, fit: &Fit) -> io::Result<()> {
    let (name, what) = match differences.kind {
        SearchKind::Midgame => ("MIDGAME", "Between two searches that do not reach the end."),
        SearchKind::Endgame => (
            "ENDGAME",
            "Between a search to the end and one that does not reach it. The depth is the number of empty squares.",
        ),
    };
    let Deviations { scale, empties, plies } = fit.deviations;
    write!(
        out,
        "/// {what}
///
/// Fitted by `outflank-train fit-probcut` to {} positions, with a relative error of {:.0} %.
pub const {name}: Deviations = Deviations {{ scale: {scale:.3}, empties: {empties:.4}, plies: {plies:.2} }};
",
        differences.positions,
        fit.relative_error * 100.0
    )
}
