mod board;
mod disc;
pub(crate) mod field;
mod graph;
pub(crate) mod layout;
pub(crate) mod list;
mod moves;
mod players;
pub(crate) mod pointer;
pub(crate) mod scroll;
pub(crate) mod selection;

use outflank_render::Glyphs;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

pub(crate) use board::{BoardView, Label, LabelKind, character, preview};
pub(crate) use graph::graph;
pub(crate) use layout::{BoardPlace, Places};
pub(crate) use moves::{Loss, Moves, loss_text};
pub(crate) use players::{Players, fitted};
pub(crate) use pointer::{Pointer, Pointing};
pub(crate) use selection::Selection;

use crate::tui::app::State;
use crate::tui::theme::Palette;

pub(crate) struct Brush {
    pub(crate) palette: Palette,
    pub(crate) glyphs: Glyphs,
}

impl Brush {
    pub(crate) fn new(state: &State) -> Brush {
        Brush { palette: Palette::new(state.settings.theme, state.capabilities.depth), glyphs: state.glyphs() }
    }

    pub(crate) fn is_unicode(&self) -> bool {
        self.glyphs == Glyphs::Unicode
    }

    pub(crate) fn pick<'t>(&self, unicode: &'t str, ascii: &'t str) -> &'t str {
        if self.is_unicode() { unicode } else { ascii }
    }

    pub(crate) fn text(&self) -> Style {
        Style::new().fg(self.palette.text).bg(self.palette.page)
    }

    pub(crate) fn faint(&self) -> Style {
        match self.palette.plain {
            true => self.text().add_modifier(Modifier::DIM),
            false => self.in_color(self.palette.faint),
        }
    }

    pub(crate) fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn accent(&self) -> Style {
        self.in_color(self.palette.accent).add_modifier(Modifier::BOLD)
    }

    pub(crate) fn in_color(&self, color: Color) -> Style {
        self.text().fg(color)
    }

    pub(crate) fn chosen(&self) -> Style {
        self.text().add_modifier(Modifier::REVERSED)
    }
}

pub(crate) fn write(frame: &mut Frame<'_>, area: Rect, row: u16, line: impl Into<Line<'static>>) {
    if row < area.height {
        let place = Rect { y: area.y + row, height: 1, ..area };
        frame.render_widget(line.into(), place);
    }
}

const MOST_ABOVE: u16 = 3;

/// Writes a message on the status line. A long one also covers the rows above it.
pub(crate) fn announce(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) {
    let lines = wrapped(text, usize::from(area.width).saturating_sub(1));
    let above = (lines.len().saturating_sub(1) as u16).min(MOST_ABOVE).min(area.y);
    let area = Rect { y: area.y - above, height: area.height + above, ..area };
    if above > 0 {
        frame.render_widget(Clear, area);
        frame.buffer_mut().set_style(area, style);
    }
    for (row, line) in (0..).zip(lines) {
        write(frame, area, row, Line::styled(format!(" {line}"), style));
    }
}

pub(crate) fn paragraph(text: &str, columns: u16, style: Style) -> impl Iterator<Item = Line<'static>> + use<> {
    let lines = wrapped(text, usize::from(columns).saturating_sub(2)).into_iter();
    lines.map(move |line| Line::styled(format!(" {line}"), style))
}

pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            // A path may be longer than a line.
            _ => lines.extend(pieces(word, columns.max(1))),
        }
    }
    lines
}

fn pieces(word: &str, columns: usize) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    characters.chunks(columns).map(|part| part.iter().collect()).collect()
}

/// The first text that fits, or the last one cut off.
pub(crate) fn first_that_fits<const N: usize>(texts: [String; N], columns: usize, brush: &Brush) -> String {
    let fits = |text: &&String| text.chars().count() <= columns;
    texts.iter().find(fits).cloned().unwrap_or_else(|| fitted(texts.last().map_or("", String::as_str), columns, brush))
}

pub(crate) fn heading(area: Rect, title: &str, brush: &Brush) -> Line<'static> {
    let rule = brush.pick("─", "-");
    let rest = usize::from(area.width).saturating_sub(title.chars().count() + 3);
    Line::from(vec![
        Span::styled(rule.to_owned() + " ", brush.faint()),
        Span::styled(title.to_owned(), brush.strong()),
        Span::styled(" ".to_owned() + &rule.repeat(rest), brush.faint()),
    ])
}

pub(crate) struct Rows {
    pub(crate) area: Rect,
    pub(crate) next: u16,
}

impl Rows {
    pub(crate) fn write(&mut self, frame: &mut Frame<'_>, line: impl Into<Line<'static>>) {
        write(frame, self.area, self.next, line);
        self.next += 1;
    }

    pub(crate) fn write_all(&mut self, frame: &mut Frame<'_>, lines: impl IntoIterator<Item = Line<'static>>) {
        lines.into_iter().for_each(|line| self.write(frame, line));
    }

    pub(crate) fn take(&mut self, rows: u16) -> Rect {
        let left = self.area.height.saturating_sub(self.next);
        let area = Rect { y: self.area.y + self.next, height: rows.min(left), ..self.area };
        self.next += rows;
        area
    }
}
