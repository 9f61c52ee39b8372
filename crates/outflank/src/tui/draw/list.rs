//! The menu, and the terms of a new game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{Brush, announce, wrapped, write};
use crate::tui::layout;
use crate::tui::screens::form::Form;
use crate::tui::screens::menu::{self, Menu};
use crate::tui::state::State;

/// Draws the menu.
pub(super) fn menu(state: &State, menu: Menu, frame: &mut Frame<'_>, brush: &Brush) {
    let items = menu::items(state);
    let places = layout::list(state.size, items.len());
    match state.is_new {
        true => welcome(&places, frame, brush),
        false => title("O U T F L A N K", &places, 2, frame, brush),
    }
    for (index, (item, area)) in items.into_iter().zip(&places).enumerate() {
        let is_selected = index == menu.selected;
        let style = match (is_selected, item.can_be_chosen) {
            (true, _) => brush.chosen(),
            (false, true) => brush.text(),
            (false, false) => brush.faint(),
        };
        let width = usize::from(area.width).saturating_sub(6);
        let text = super::players::fitted(&item.text, width, brush);
        let line = Line::from(vec![
            Span::styled(format!("  {}  ", item.press), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{text:<width$} "), style),
        ]);
        write(frame, *area, 0, line);
    }
    notice(state, frame, brush);
}

/// The title at the first start, which points new players to the lesson.
fn welcome(places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    // The lines stand apart where there is room.
    let apart = places.first().map_or(1, |first| if first.y >= 4 { 2 } else { 1 });
    title("O U T F L A N K", places, 2 * apart, frame, brush);
    title("New to Othello? Press l to learn it in three minutes.", places, apart, frame, brush);
}

/// Draws the terms of a new game.
pub(super) fn form(state: &State, form: &Form, frame: &mut Frame<'_>, brush: &Brush) {
    let lines = form.lines();
    let places = layout::list(state.size, lines.len());
    title(form.title(), &places, 2, frame, brush);
    for (index, (line, area)) in lines.into_iter().zip(&places).enumerate() {
        let is_selected = index == form.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let width = usize::from(area.width).saturating_sub(5 + 15 + 4);
        let value = super::players::fitted(&line.value, width, brush);
        let arrows = if is_selected { [brush.pick("◂", "<"), brush.pick("▸", ">")] } else { [" ", " "] };
        let text = Line::from(vec![
            Span::styled(format!("  {}  ", line.press), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{:<15}", line.name), style),
            Span::styled(format!("{} {value:<width$} {}", arrows[0], arrows[1]), style),
        ]);
        write(frame, *area, 0, text);
    }
    if let (Some(text), Some(last)) = (form.about_level(), places.last()) {
        about(&text, *last, frame, brush);
    }
    notice(state, frame, brush);
}

/// A remark below a list, as far as there is room above the line that is kept for notices.
fn about(text: &str, last: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let lines = wrapped(text, usize::from(last.width).saturating_sub(6));
    let room = frame.area().height.saturating_sub(last.y + 3);
    let gap = u16::from(usize::from(room) > lines.len());
    let area = Rect { y: last.y + 1 + gap, height: room.saturating_sub(gap), ..last };
    for (row, line) in (0..).zip(lines) {
        write(frame, area, row, Line::styled(format!("     {line}"), brush.faint()));
    }
}

/// A line above the list, by this many rows.
fn title(text: &str, places: &[Rect], rows: u16, frame: &mut Frame<'_>, brush: &Brush) {
    if let Some(first) = places.first() {
        let above = Rect { y: first.y.saturating_sub(rows), ..*first };
        let text = super::players::fitted(text, usize::from(above.width).saturating_sub(2), brush);
        write(frame, above, 0, Line::styled(format!("  {text}"), brush.accent()));
    }
}

/// What is told, above the keys.
fn notice(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let Rect { width, height, .. } = frame.area();
    if let (Some(notice), Some(y)) = (&state.notice, height.checked_sub(2)) {
        let area = Rect { x: 0, y, width, height: 1 };
        announce(frame, area, &notice.text, brush.accent());
    }
}
