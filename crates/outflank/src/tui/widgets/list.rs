use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::app::State;
use crate::tui::widgets::scroll::side_bar;
use crate::tui::widgets::{Brush, announce, fitted, wrapped, write};

pub(crate) fn about(text: &str, last: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let lines = wrapped(text, usize::from(last.width).saturating_sub(6));
    let room = frame.area().height.saturating_sub(last.y + 3);
    let gap = u16::from(usize::from(room) > lines.len());
    let area = Rect { y: last.y + 1 + gap, height: room.saturating_sub(gap), ..last };
    for (row, line) in (0..).zip(lines) {
        write(frame, area, row, Line::styled(format!("     {line}"), brush.faint()));
    }
}

pub(crate) fn title(text: &str, places: &[Rect], rows: u16, frame: &mut Frame<'_>, brush: &Brush) {
    if let Some(first) = places.first() {
        let above = Rect { y: first.y.saturating_sub(rows), ..*first };
        let text = fitted(text, usize::from(above.width).saturating_sub(2), brush);
        write(frame, above, 0, Line::styled(format!("  {text}"), brush.accent()));
    }
}

pub(crate) fn list_bar(visible: &[(usize, Rect)], lines: usize, frame: &mut Frame<'_>, brush: &Brush) {
    if let [(first, top), ..] = visible {
        side_bar(Rect { height: visible.len() as u16, ..*top }, *first, lines, frame, brush);
    }
}

pub(crate) fn notice(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let Rect { width, height, .. } = frame.area();
    if let (Some(notice), Some(y)) = (&state.notice, height.checked_sub(2)) {
        let area = Rect { x: 0, y, width, height: 1 };
        announce(frame, area, &notice.text, brush.accent());
    }
}
