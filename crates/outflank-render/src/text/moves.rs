use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::Judged;

use super::page::{Page, Tone};
use super::tone;
use crate::ReportView;
use crate::number::{decimal, signed_decimal};

const CELL: usize = 31;

pub(super) fn table(view: &ReportView, page: &Page) -> String {
    let line = format!(" {} ", page.pick("│", "|"));
    let heading = |side: &str| format!("    {side:<5}{:>6}  {:<4}{:>10}", "value", "best", "loss");
    let is_wide = page.width >= 2 * CELL + 3;
    let head = match is_wide {
        true => format!("{}{line}{}", heading("Black"), heading("White")),
        false => heading("move"),
    };
    let mut text = page.show(Tone::Faint, head) + "\n";
    let mut write = |row: String| {
        let _ = writeln!(text, "{}", row.trim_end());
    };
    let mut left: Option<String> = None;
    for (ply, board) in view.boards.iter().enumerate().skip(1) {
        let cell = match (view.judged(ply), board.square) {
            (Some(judged), _) => move_cell(judged, is_wide, page),
            (None, None) => format!("    {:<27}", "pass"),
            (None, Some(square)) => format!("    {square:<27}"),
        };
        match board.by {
            _ if !is_wide => write(cell),
            Some(Color::White) => {
                let black = left.take().unwrap_or_else(|| " ".repeat(CELL));
                write(format!("{black}{line}{cell}"));
            }
            _ => {
                if let Some(alone) = left.replace(cell) {
                    write(format!("{alone}{line}"));
                }
            }
        }
    }
    if let Some(alone) = left {
        write(format!("{alone}{line}"));
    }
    text
}

/// "17  d7??   -9.8  d6  +5.2  14.9"
fn move_cell(judged: &Judged, is_wide: bool, page: &Page) -> String {
    let judgement = &judged.judgement;
    // In a single column, a disc shows who moved.
    let disc = match (is_wide, judgement.by) {
        (true, _) => " ",
        (false, Color::Black) => page.pick("●", "X"),
        (false, Color::White) => page.pick("○", "O"),
    };
    let tone = tone(judged.grade);
    let better = match judgement.loss() {
        loss if loss < 0.05 => " ".repeat(14),
        loss => {
            let loss = decimal(loss, if judgement.is_exact { 0 } else { 1 });
            let best_value = value(judgement.best_score.discs(), judgement.is_exact);
            format!("{:<2} {best_value:>5} {}", judgement.best, page.show(tone, format!("{loss:>5}")))
        }
    };
    format!(
        "{}{} {:>6}  {better}",
        page.show(Tone::Faint, format!("{:>2} {disc}", judged.number)),
        page.show(tone, format!("{:<4}", judged.label())),
        value(judgement.score.discs(), judgement.is_exact),
    )
}

fn value(discs: f32, is_exact: bool) -> String {
    match is_exact {
        _ if discs.abs() < 0.05 => "0".to_owned(),
        true => signed_decimal(discs, 0),
        false => signed_decimal(discs, 1),
    }
}
