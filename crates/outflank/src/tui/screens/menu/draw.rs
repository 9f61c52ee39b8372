//! Drawing the menu.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Menu;
use crate::tui::app::state::State;
use crate::tui::widgets::list::{notice, title};
use crate::tui::widgets::players::fitted;
use crate::tui::widgets::{Brush, layout, write};

pub(crate) fn menu(state: &State, menu: Menu, frame: &mut Frame<'_>, brush: &Brush) {
    let items = super::items(state);
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
        let text = fitted(&item.text, width, brush);
        let line = Line::from(vec![
            Span::styled(format!("  {}  ", item.press), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{text:<width$} "), style),
        ]);
        write(frame, *area, 0, line);
    }
    notice(state, frame, brush);
}

fn welcome(places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    // Space the lines out if there is room.
    let apart = places.first().map_or(1, |first| if first.y >= 4 { 2 } else { 1 });
    title("O U T F L A N K", places, 2 * apart, frame, brush);
    title("New to Othello? Press l to learn it in three minutes.", places, apart, frame, brush);
}
