//! How well each side played, in a table.

use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::{Phase, Report, Tally};

use super::page::{Page, Tone};
use super::words;

/// What one side has of a line.
const SIDE: usize = 33;
const LABEL: usize = 10;
/// What stands before the numbers in a window that has not room for all of them.
const SHORT_LABEL: usize = 8;

/// The parts of the game in lines, both sides beside each other where there is room.
pub(super) fn table(report: &Report, page: &Page) -> String {
    let mut text = String::new();
    let is_wide = page.width >= LABEL + 2 * SIDE + 3;
    let is_narrow = page.width < LABEL + SIDE;
    let indent = if is_narrow { SHORT_LABEL } else { LABEL };
    let columns = if is_narrow { fewer_columns } else { columns };
    let groups: &[&[Color]] = if is_wide { &[&Color::ALL] } else { &[&[Color::Black], &[Color::White]] };
    for colors in groups {
        let names: Vec<_> = colors.iter().map(|&color| format!("{:<SIDE$}", color.title())).collect();
        let heads = vec![columns(["moves", "accuracy", "loss", "?", "??"]); colors.len()];
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", page.title(format!("{:indent$}{}", "", names.join("   ")).trim_end()));
        let _ = writeln!(text, "{}", page.show(Tone::Faint, format!("{:indent$}{}", "", heads.join("   ")).trim_end()));
        let rows = Phase::ALL.map(Some).into_iter().chain([None]);
        for phase in rows {
            let label = phase.map_or("whole", Phase::name);
            let tallies: Vec<_> = colors
                .iter()
                .map(|&color| {
                    let accuracy = &report.accuracy[color];
                    numbers(&phase.map_or(accuracy.whole, |phase| accuracy.phase(phase)), columns)
                })
                .collect();
            let _ = writeln!(text, "{}", format!("{label:indent$}{}", tallies.join("   ")).trim_end());
        }
    }
    text
}

fn numbers(tally: &Tally, columns: fn([&str; 5]) -> String) -> String {
    // A blunder is counted once.
    let (moves, mistakes) = (tally.moves.to_string(), (tally.mistakes - tally.blunders).to_string());
    let (percent, mean) = (words::percent(tally.percent()), words::mean(tally.mean_loss()));
    columns([&moves, &percent, &mean, &mistakes, &tally.blunders.to_string()])
}

fn columns([moves, percent, mean, mistakes, blunders]: [&str; 5]) -> String {
    format!("{moves:>5}{percent:>10}{mean:>6}{mistakes:>5}{blunders:>5}  ")
}

fn fewer_columns([_, percent, mean, mistakes, blunders]: [&str; 5]) -> String {
    format!("{percent:>8}{mean:>6}{mistakes:>4}{blunders:>4}")
}
