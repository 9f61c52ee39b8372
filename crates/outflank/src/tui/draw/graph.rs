//! The evaluation graph: Black up.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Brush, write};

/// Draws what the positions of a game are worth for Black, the start first. `at` is the one that is on the board.
pub(super) fn graph(values: &[Option<f32>], at: Option<usize>, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    // The least useful graph has a row above the middle and one below.
    if area.height < 2 || area.width < 8 {
        return;
    }
    const SCALE: u16 = 4;
    let half = area.height / 2;
    let most = values.iter().flatten().fold(0.0_f32, |most, value| most.max(value.abs()));
    let top = [4.0, 8.0, 16.0, 32.0].into_iter().find(|&top| most <= top).unwrap_or(64.0);
    let columns = area.width - SCALE;
    for row in 0..2 * half {
        let label = match row {
            0 => format!("{:>3} ", format!("+{top}")),
            _ if row + 1 == 2 * half => format!("{:>3} ", format!("-{top}")),
            _ => " ".repeat(usize::from(SCALE)),
        };
        let mut spans = vec![Span::styled(label, brush.faint())];
        spans.extend((0..columns).map(|column| {
            let place = place_of(column, columns, values.len());
            let value = place.and_then(|place| nearest(values, place, columns));
            let is_at = at.is_some() && place.is_some() && place == at;
            bar(value, row, half, top, is_at, brush)
        }));
        write(frame, area, row, Line::from(spans));
    }
}

/// Which value a column shows. Where there is room each has one column or more of its own.
fn place_of(column: u16, columns: u16, count: usize) -> Option<usize> {
    // A whole game has 61 positions, and the axis is that long from the beginning.
    let length = count.max(61);
    let place = usize::from(column) * length / usize::from(columns).max(1);
    Some(place).filter(|&place| place < count)
}

/// The value there, or in a column that stands for several, any of them.
fn nearest(values: &[Option<f32>], place: usize, columns: u16) -> Option<f32> {
    let span = (values.len().max(61) / usize::from(columns).max(1)).max(1);
    values.iter().skip(place).take(span).find_map(|value| *value)
}

/// What a bar looks like in one row; the rows are counted from the top, and the middle lies after `half` of them.
fn bar(value: Option<f32>, row: u16, half: u16, top: f32, is_at: bool, brush: &Brush) -> Span<'static> {
    let is_upper = row < half;
    let palette = &brush.palette;
    let style = if is_upper { brush.in_color(palette.good) } else { brush.in_color(palette.bad) };
    let style = if is_at { Style { fg: brush.strong().fg, ..brush.strong() } } else { style };
    // In half rows from the middle.
    let height = value.map_or(0.0, |value| if is_upper { value } else { -value }) / top * f32::from(2 * half);
    let distance = if is_upper { half - 1 - row } else { row - half };
    let filled = height.round() as i32 - 2 * i32::from(distance);
    let axis = match (distance, is_upper, is_at) {
        (0, true, true) => brush.pick("▁", "_"),
        (0, true, false) if value.is_some() => brush.pick("▁", "_"),
        (_, _, true) => brush.pick("┊", ":"),
        (0, true, false) => brush.pick("▁", "_"),
        _ => " ",
    };
    match filled {
        ..=0 => Span::styled(axis.to_owned(), if is_at { style } else { brush.faint() }),
        1 => Span::styled(if is_upper { brush.pick("▄", ".") } else { brush.pick("▀", "'") }.to_owned(), style),
        _ => Span::styled(brush.pick("█", "#").to_owned(), style),
    }
}
