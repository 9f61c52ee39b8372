use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::Phase;

use super::page::{Page, Tone};
use super::tone;
use crate::ReportView;
use crate::graph::Bars;

const HALF: usize = 4;
const SCALE: usize = 6;

pub(super) fn graph(view: &ReportView, page: &Page) -> String {
    let report = &view.report;
    let last = report.moves.last().map_or(0, |judged| judged.number);
    let judged = |number| report.moves.iter().find(|judged| judged.number == number);
    let values: Vec<_> = (1..=last).map(|number| judged(number).map(|judged| judged.judgement.score.discs())).collect();
    let bars = Bars::new(&values, 0, last.min(page.width.saturating_sub(SCALE)), HALF);

    let mut text = String::new();
    for row in 0..bars.rows() {
        let scale = page.show(Tone::Faint, format!("{:>4}{}", bars.label(row), page.pick("│", "|")));
        let cells: String = bars.columns().map(|column| bars.cell(column, row).glyph(page.glyphs)).collect();
        let tone = if row < HALF { Tone::Plain } else { Tone::Faint };
        let _ = match cells.trim_end() {
            "" => writeln!(text, "{scale}"),
            cells => writeln!(text, "{scale} {}", page.show(tone, cells)),
        };
    }
    let _ = writeln!(text, "{}", page.show(Tone::Faint, numbers(&bars)));
    let _ = writeln!(text, "{}", page.show(Tone::Faint, phases(&bars)));
    for color in Color::ALL {
        let mistakes = || report.mistakes().filter(|judged| judged.judgement.by == color);
        let mark = |column| {
            let here = mistakes().filter(|judged| bars.indexes(column).contains(&(judged.number - 1)));
            let worst = here.map(|judged| judged.grade).max();
            worst.map_or(" ".to_owned(), |grade| page.show(tone(grade), "?"))
        };
        if mistakes().next().is_some() {
            let marks: String = bars.columns().map(mark).collect();
            let _ = writeln!(text, "{} {}", page.show(Tone::Faint, color.title()), marks.trim_end());
        }
    }
    text
}

fn phases(bars: &Bars<'_>) -> String {
    let phase = |index: usize| Phase::of_placement(index + 1);
    let mut line = String::new();
    for column in bars.columns() {
        let begins = |&index: &usize| index == 0 || phase(index) != phase(index - 1);
        let Some(first) = bars.indexes(column).find(begins) else { continue };
        let begin = SCALE + column;
        if begin > line.len() {
            line = format!("{line:begin$}{}", phase(first).name());
        }
    }
    line
}

/// Some move numbers, the last digit of each below its column.
fn numbers(bars: &Bars<'_>) -> String {
    let mut line = " ".repeat(SCALE);
    for column in bars.columns() {
        let mut numbers = bars.indexes(column).map(|index| index + 1);
        let Some(number) = numbers.find(|number| *number == 1 || number % 10 == 0) else { continue };
        let label = number.to_string();
        let begin = (SCALE + column + 1).saturating_sub(label.len());
        if begin > line.len() || line.trim().is_empty() {
            line = format!("{line:begin$}{label}");
        }
    }
    line
}
