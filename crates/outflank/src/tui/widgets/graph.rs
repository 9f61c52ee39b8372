use outflank_render::graph::{Bars, Cell};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::widgets::{Brush, write};

/// `values` are for Black, the start first.
pub(crate) fn graph(values: &[Option<f32>], at: Option<usize>, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    if area.height < 2 || area.width < 8 {
        return;
    }
    const SCALE: u16 = 4;
    // The length of a full game.
    const AXIS: usize = 61;
    let half = area.height / 2;
    let bars = Bars::new(values, AXIS, usize::from(area.width - SCALE), usize::from(half));
    for row in 0..2 * half {
        let label = format!("{:>3} ", bars.label(usize::from(row)));
        let mut spans = vec![Span::styled(label, brush.faint())];
        spans.extend(bars.columns().map(|column| {
            let cell = bars.cell(column, usize::from(row));
            let is_at = at.is_some_and(|at| bars.indexes(column).contains(&at));
            let style = match cell {
                _ if is_at => brush.strong(),
                Cell::Empty | Cell::Axis => brush.faint(),
                _ if row < half => brush.in_color(brush.palette.good),
                _ => brush.in_color(brush.palette.bad),
            };
            let glyph = match cell {
                Cell::Empty if is_at => brush.pick("┊", ":"),
                _ => cell.glyph(brush.glyphs),
            };
            Span::styled(glyph, style)
        }));
        write(frame, area, row, Line::from(spans));
    }
}
