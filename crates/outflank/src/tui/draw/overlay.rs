//! What lies over a screen.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use super::{Brush, report, write};
use crate::tui::keys::KeyLine;
use crate::tui::overlay::Overlay;
use crate::tui::pointer;
use crate::tui::screens::study;
use crate::tui::state::{Screen, State};

/// Draws what lies over the screen.
pub(super) fn overlay(state: &State, overlay: &Overlay, frame: &mut Frame<'_>, brush: &Brush) {
    match overlay {
        Overlay::Help => help(state, frame, brush),
        // This stands beside the board.
        Overlay::Warned(_) => {}
        Overlay::Report => report(state, frame, brush),
        Overlay::Question(question) => {
            let inside = window(frame, question.text().chars().count() as u16 + 4, 3, "", brush);
            write(frame, inside, 1, Line::styled(format!("  {}", question.text()), brush.strong()));
        }
        Overlay::Prompt(prompt) => {
            let inside = window(frame, 70, 3, prompt.title(), brush);
            let room = usize::from(inside.width).saturating_sub(4);
            let length = prompt.text.chars().count();
            // The end of a long line is what is being typed.
            let end: String = prompt.text.chars().skip(length.saturating_sub(room)).collect();
            let line = Line::from(vec![
                Span::styled(format!("  {end}"), brush.text()),
                Span::styled(" ".to_owned(), brush.chosen()),
            ]);
            write(frame, inside, 1, line);
        }
    }
}

/// The list of keys, in two columns where one is too long.
fn help(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let about_squares: &[&[(&str, &str)]] = match &state.screen {
        Screen::Menu(_) | Screen::Form(_) => &[],
        Screen::Drill(drill) if !drill.is_open() => &[],
        Screen::Study if study::is_retrying(state) => &[pointer::KEYS, pointer::ARROWS],
        Screen::Study => &[pointer::KEYS],
        Screen::Game | Screen::Editor(_) | Screen::Drill(_) => &[pointer::KEYS, pointer::ARROWS],
    };
    let squares = about_squares.concat().into_iter().map(|(keys, does)| (keys.to_owned(), does));
    let others = state.keys().into_iter().map(|KeyLine { keys, does, .. }| (keys, does));
    let lines: Vec<(String, &str)> = squares.chain(others).collect();
    let width = frame.area().width.min(84);
    let room = usize::from(frame.area().height.saturating_sub(3)).max(1);
    let columns = if lines.len() <= room { 1 } else { 2 };
    let rows = lines.len().div_ceil(columns);
    let width = if columns == 1 { width.min(60) } else { width };
    let inside = window(frame, width, rows as u16, "Keys", brush);
    let column_width = inside.width / columns as u16;
    for (index, (keys, does)) in lines.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        let area = Rect { x: inside.x + column as u16 * column_width, width: column_width, ..inside };
        let line = Line::from(vec![
            Span::styled(format!(" {keys:<12} "), brush.accent()),
            Span::styled((*does).to_owned(), brush.text()),
        ]);
        write(frame, area, row as u16, line);
    }
}

/// The report of the game under study.
fn report(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    let Some(review) = &state.review else { return };
    let columns = frame.area().width.saturating_sub(2).min(84);
    let room = usize::from(frame.area().height.saturating_sub(3));
    let lines = report::lines(review, usize::from(columns), room, brush);
    let inside = window(frame, columns, lines.len() as u16, "Report", brush);
    for (row, line) in (0..).zip(lines) {
        write(frame, inside, row, line);
    }
}

/// An empty window in the middle of the screen; the area inside it.
fn window(frame: &mut Frame<'_>, width: u16, height: u16, title: &str, brush: &Brush) -> Rect {
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
    let inside = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inside
}
