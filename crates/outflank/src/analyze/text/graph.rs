//! The value after each move as a graph, Black up.

use std::fmt::Write;

use outflank_rules::Color;
use outflank_study::report::{Judged, Report};

use super::page::{Page, Tone};
use super::words;

/// So many rows lie above the middle, and as many below.
const HALF: usize = 4;
/// What stands before the columns of the graph.
const SCALE: usize = 6;

/// The graph in lines, with the numbers of the moves and the mistakes of each side below it.
pub(super) fn graph(report: &Report, page: &Page) -> String {
    let last = report.moves.last().map_or(0, |judged| judged.number);
    let columns = Columns { moves: last, count: last.min(page.width.saturating_sub(SCALE)) };
    let most = report.moves.iter().map(|judged| judged.judgement.score.discs().abs()).fold(0.0, f32::max);
    let top = [4.0, 8.0, 16.0, 32.0].into_iter().find(|&top| most <= top).unwrap_or(64.0);
    let bars: Vec<Option<f32>> = columns.each(|numbers| {
        let judged = report.moves.iter().rev().find(|judged| numbers.contains(&judged.number))?;
        Some(judged.judgement.score.discs() / top)
    });

    let mut text = String::new();
    for row in 0..2 * HALF {
        let label = match row {
            0 => format!("+{top}"),
            _ if row == 2 * HALF - 1 => format!("-{top}"),
            _ => String::new(),
        };
        let line = page.pick("│", "|");
        let cells: String = bars.iter().map(|&bar| cell(bar, row, page)).collect();
        let tone = if row < HALF { Tone::Plain } else { Tone::Faint };
        let scale = page.show(Tone::Faint, format!("{label:>4}{line}"));
        // Writing to a string cannot fail.
        let _ = match cells.trim_end() {
            "" => writeln!(text, "{scale}"),
            cells => writeln!(text, "{scale} {}", page.show(tone, cells)),
        };
    }
    let _ = writeln!(text, "{}", page.show(Tone::Faint, numbers(&columns)));
    for color in Color::ALL {
        let worst: Vec<Option<&Judged>> = columns.each(|numbers| {
            let moves =
                report.mistakes().filter(|judged| judged.judgement.by == color && numbers.contains(&judged.number));
            moves.max_by_key(|judged| judged.grade)
        });
        if worst.iter().any(Option::is_some) {
            let marks: String = worst
                .iter()
                .map(|mistake| mistake.map_or(" ".to_owned(), |judged| page.show(words::tone(judged), "?")))
                .collect();
            let _ = writeln!(text, "{} {}", page.show(Tone::Faint, color.title()), marks.trim_end());
        }
    }
    text
}

/// Which moves a column stands for.
struct Columns {
    moves: usize,
    count: usize,
}

impl Columns {
    /// Something for the moves of each column, by their numbers.
    fn each<T>(&self, of: impl Fn(std::ops::Range<usize>) -> T) -> Vec<T> {
        let begin = |column: usize| 1 + column * self.moves / self.count.max(1);
        (0..self.count).map(|column| of(begin(column)..begin(column + 1))).collect()
    }
}

/// A bar in one row, the rows counted from the top. A bar is made of half rows, and its length is from -1 to 1.
fn cell(bar: Option<f32>, row: usize, page: &Page) -> &'static str {
    let is_upper = row < HALF;
    let length = bar.map_or(0.0, |length| if is_upper { length } else { -length }) * (2 * HALF) as f32;
    let distance = if is_upper { HALF - 1 - row } else { row - HALF };
    match (length.round() as i32 - 2 * distance as i32, is_upper) {
        // The middle is seen where there is no bar.
        (..=0, true) if distance == 0 => page.pick("▁", "_"),
        (..=0, _) => " ",
        (1, true) => page.pick("▄", "."),
        (1, false) => page.pick("▀", "'"),
        _ => page.pick("█", "#"),
    }
}

/// The numbers of some of the moves, each below its column.
fn numbers(columns: &Columns) -> String {
    let mut line = " ".repeat(SCALE);
    let firsts = columns.each(|numbers| numbers);
    for (column, numbers) in firsts.into_iter().enumerate() {
        let Some(number) = numbers.into_iter().find(|number| *number == 1 || number % 10 == 0) else { continue };
        // The last digit stands below the column.
        let label = number.to_string();
        let begin = SCALE + column + 1 - label.len().min(SCALE + column + 1);
        if begin > line.len() || line.trim().is_empty() {
            line = format!("{line:begin$}{label}");
        }
    }
    line
}
