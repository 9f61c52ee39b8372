//! The moves in a table.

use std::fmt::Write;

use outflank_rules::{Color, Move};
use outflank_study::report::Judged;

use super::page::{Page, Tone};
use super::words;
use crate::analyze::Analysed;

/// What one side has of a line.
const CELL: usize = 31;

/// A line for each pair of moves, or for each move where there is not room for two.
pub(super) fn table(analysed: &Analysed, page: &Page) -> String {
    let line = format!(" {} ", page.pick("│", "|"));
    let heading = |side: &str| format!("    {side:<5}{:>6}  {:<4}{:>10}", "value", "best", "loss");
    let mut text = String::new();
    let is_wide = page.width >= 2 * CELL + 3;
    let head = match is_wide {
        true => format!("{}{line}{}", heading("Black"), heading("White")),
        false => heading("move"),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", page.show(Tone::Faint, head));
    let mut left: Option<String> = None;
    for (ply, (played, _)) in (1..).zip(analysed.record.plies()) {
        let by = played.before.turn();
        let cell = match (played.mv, analysed.judged(ply)) {
            (_, Some(judged)) => move_cell(judged, is_wide, page),
            (Move::Pass, None) => format!("    {:<27}", "pass"),
            (Move::Place(square), None) => format!("    {square:<27}"),
        };
        match by {
            _ if !is_wide => {
                let _ = writeln!(text, "{}", cell.trim_end());
            }
            Color::Black => {
                if let Some(alone) = left.replace(cell) {
                    let _ = writeln!(text, "{}", format!("{alone}{line}").trim_end());
                }
            }
            Color::White => {
                let black = left.take().unwrap_or_else(|| " ".repeat(CELL));
                let _ = writeln!(text, "{}", format!("{black}{line}{cell}").trim_end());
            }
        }
    }
    if let Some(alone) = left {
        let _ = writeln!(text, "{}", format!("{alone}{line}").trim_end());
    }
    text
}

/// A move: its number, its sign, its value; and what was better, if something was.
fn move_cell(judged: &Judged, is_wide: bool, page: &Page) -> String {
    let judgement = &judged.judgement;
    let value = words::value(judgement.score.discs(), judgement.is_exact);
    let played = format!("{}{}", judgement.played, judged.grade.sign());
    // In one column, a dot for each side tells who moved.
    let number = match (is_wide, judgement.by) {
        (true, _) => format!("{:>2}  ", judged.number),
        (false, Color::Black) => format!("{:>2} {}", judged.number, page.pick("●", "X")),
        (false, Color::White) => format!("{:>2} {}", judged.number, page.pick("○", "O")),
    };
    let tone = words::tone(judged);
    let better = words::loss(judged).map(|loss| {
        let best_value = words::value(judgement.best_score.discs(), judgement.is_exact);
        format!("{:<2} {best_value:>5} {}", judgement.best, page.show(tone, format!("{loss:>5}")))
    });
    format!(
        "{}{} {value:>6}  {}",
        page.show(Tone::Faint, number),
        page.show(tone, format!("{played:<4}")),
        better.unwrap_or_else(|| " ".repeat(14))
    )
}
