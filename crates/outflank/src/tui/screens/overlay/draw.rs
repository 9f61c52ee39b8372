//! Drawing overlays.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use crate::tui::app::state::State;
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::page::draw::page;
use crate::tui::widgets::{Brush, wrapped, write};

pub(crate) fn overlay(state: &State, overlay: &Overlay, frame: &mut Frame<'_>, brush: &Brush) {
    match overlay {
        Overlay::Page(one) => page(state, one, frame, brush),
        // The game's panel draws it.
        Overlay::Warning(_) => {}
        Overlay::Confirm(confirm) => {
            let room = usize::from(frame.area().width).saturating_sub(6);
            let lines = wrapped(confirm.text(), room);
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
            let inside = window(frame, width as u16 + 4, lines.len() as u16 + 2, "", "", brush);
            for (row, line) in (1..).zip(lines) {
                write(frame, inside, row, Line::styled(format!("  {line}"), brush.strong()));
            }
        }
        Overlay::Prompt(prompt) => {
            let inside = window(frame, 70, 3, prompt.title(), "", brush);
            let room = usize::from(inside.width).saturating_sub(4);
            let length = prompt.text.chars().count();
            // Show the end of a long text, where typing happens.
            let end: String = prompt.text.chars().skip(length.saturating_sub(room)).collect();
            let line = Line::from(vec![
                Span::styled(format!("  {end}"), brush.text()),
                Span::styled(" ".to_owned(), brush.chosen()),
            ]);
            write(frame, inside, 1, line);
        }
    }
}

/// A centred window. Returns the area inside its border.
pub(crate) fn window(frame: &mut Frame<'_>, width: u16, height: u16, title: &str, foot: &str, brush: &Brush) -> Rect {
    let whole = frame.area();
    let (width, height) = ((width + 2).min(whole.width), (height + 2).min(whole.height.saturating_sub(1)));
    let area = Rect { x: (whole.width - width) / 2, y: (whole.height - 1 - height) / 2, width, height };
    let mut block = Block::bordered().border_type(BorderType::Rounded).style(brush.text()).border_style(brush.accent());
    if !brush.is_unicode() {
        block = block.border_set(ratatui::symbols::border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        });
    }
    if !title.is_empty() {
        block = block.title(format!(" {title} "));
    }
    if !foot.is_empty() {
        block = block.title_bottom(Line::styled(format!(" {foot} "), brush.accent()).right_aligned());
    }
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inside
}
