use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::MoveStats;

use super::page::{Page, Tone};
use super::{mean, percent};
use crate::ReportView;

const SIDE: usize = 33;
const LABEL: usize = 10;
const SHORT_LABEL: usize = 8;

pub(super) fn table(view: &ReportView, page: &Page) -> String {
    let mut text = String::new();
    let is_wide = page.width >= LABEL + 2 * SIDE + 3;
    let is_narrow = page.width < LABEL + SIDE;
    let indent = if is_narrow { SHORT_LABEL } else { LABEL };
    let columns = if is_narrow { fewer_columns } else { columns };
    let groups: &[&[Color]] = if is_wide { &[&Color::ALL] } else { &[&[Color::Black], &[Color::White]] };
    for colors in groups {
        let names: Vec<_> = colors.iter().map(|&color| format!("{:<SIDE$}", color.title())).collect();
        let heads = vec![columns(["moves", "accuracy", "loss", "?", "??"]); colors.len()];
        let _ = writeln!(text, "{}", page.title(format!("{:indent$}{}", "", names.join("   ")).trim_end()));
        let _ = writeln!(text, "{}", page.show(Tone::Faint, format!("{:indent$}{}", "", heads.join("   ")).trim_end()));
        for (label, tallies) in view.accuracy() {
            let cells: Vec<_> = colors.iter().map(|&color| cells(&tallies[color], columns)).collect();
            let _ = writeln!(text, "{}", format!("{label:indent$}{}", cells.join("   ")).trim_end());
        }
    }
    text
}

fn cells(tally: &MoveStats, columns: fn([&str; 5]) -> String) -> String {
    // A blunder is not counted as a mistake as well.
    let (moves, mistakes) = (tally.moves.to_string(), (tally.mistakes - tally.blunders).to_string());
    let (percent, mean) = (percent(tally.percent()), mean(tally.mean_loss()));
    columns([&moves, &percent, &mean, &mistakes, &tally.blunders.to_string()])
}

fn columns([moves, percent, mean, mistakes, blunders]: [&str; 5]) -> String {
    format!("{moves:>5}{percent:>10}{mean:>6}{mistakes:>5}{blunders:>5}  ")
}

fn fewer_columns([_, percent, mean, mistakes, blunders]: [&str; 5]) -> String {
    format!("{percent:>8}{mean:>6}{mistakes:>4}{blunders:>4}")
}
