//! Scrolling: how far, and the bar that shows it.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::widgets::Brush;

/// How many lines there are, and how many fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) lines: usize,
    pub(crate) rows: usize,
}

impl Extent {
    pub(crate) fn last_top(self) -> usize {
        self.lines.saturating_sub(self.rows)
    }

    /// The first visible line of a list, such that the selection is in view.
    pub(crate) fn top_for(self, selected: usize) -> usize {
        selected.saturating_sub(self.rows / 2).min(self.last_top())
    }

    /// The rows of the bar that are filled: where the visible part is in the whole. `None` if everything is visible.
    pub(crate) fn thumb(self, top: usize, height: usize) -> Option<std::ops::Range<usize>> {
        let last_top = self.last_top();
        if last_top == 0 || height == 0 {
            return None;
        }
        let length = (height * self.rows / self.lines).clamp(1, height);
        let free = height - length;
        // The ends are reached only at the ends.
        let start = match top {
            0 => 0,
            top if top >= last_top => free,
            top => (top * free / last_top).clamp(1.min(free), free.saturating_sub(1).max(1.min(free))),
        };
        Some(start..start + length)
    }
}

pub(crate) fn bar(extent: Extent, top: usize, column: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let column = column.intersection(frame.area());
    let Some(thumb) = extent.thumb(top, usize::from(column.height)) else { return };
    for row in 0..column.height {
        let (text, style) = match thumb.contains(&usize::from(row)) {
            true => (brush.pick("█", "#"), brush.accent()),
            false => (brush.pick("│", "|"), brush.faint()),
        };
        frame.buffer_mut().set_string(column.x, column.y + row, text, style);
    }
}

pub(crate) fn side_bar(area: Rect, top: usize, lines: usize, frame: &mut Frame<'_>, brush: &Brush) {
    let column = Rect { x: area.right().saturating_sub(1), width: 1, ..area };
    bar(Extent { lines, rows: usize::from(area.height) }, top, column, frame, brush);
}

/// The row of the bar that was clicked becomes the top line.
pub(crate) fn top_at(extent: Extent, row: u16, height: u16) -> usize {
    let last_row = usize::from(height.saturating_sub(1)).max(1);
    (usize::from(row) * extent.last_top() + last_row / 2) / last_row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_at_an_end_only_if_the_text_is() {
        for lines in 1..60 {
            for rows in 1..20 {
                let extent = Extent { lines, rows };
                for height in 1..20 {
                    for top in 0..=extent.last_top() {
                        let Some(thumb) = extent.thumb(top, height) else {
                            assert!(lines <= rows);
                            continue;
                        };
                        assert!(!thumb.is_empty() && thumb.end <= height);
                        if height - thumb.len() >= 2 {
                            assert_eq!(thumb.start == 0, top == 0);
                            assert_eq!(thumb.end == height, top == extent.last_top());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_selection_is_always_in_view() {
        for lines in 1..50 {
            for rows in 1..20 {
                let extent = Extent { lines, rows };
                for selected in 0..lines {
                    let top = extent.top_for(selected);
                    assert!((top..top + rows).contains(&selected) && top <= extent.last_top());
                }
            }
        }
    }
}
