//! Drawing: the state in, characters out. Nothing here changes anything.

mod board;
mod disc;
mod drill;
mod explorer;
mod game;
mod graph;
mod learn;
mod list;
mod moves;
mod overlay;
mod page;
mod players;
mod report;
mod retry;
mod study;

use outflank_render::Glyphs;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::layout::{self, SMALLEST};
use super::look::Palette;
use super::state::{Screen, State};

pub(crate) use learn::fits as lesson_fits;
pub(crate) use page::extent as page_extent;

/// Draws everything.
pub(crate) fn draw(state: &State, frame: &mut Frame<'_>) {
    let brush = Brush::new(state);
    let area = frame.area();
    frame.buffer_mut().set_style(area, brush.text());
    let places = layout::board_screen(state.size, state.settings.coordinates);
    let Some(places) = places.filter(|places| area.union(places.footer) == area) else {
        return too_small(area, frame, &brush);
    };
    match &state.screen {
        Screen::Menu(menu) => list::menu(state, *menu, frame, &brush),
        Screen::Form(form) => list::form(state, form, frame, &brush),
        Screen::Editor(editor) => game::editor(state, editor, &places, frame, &brush),
        Screen::Game => game::game(state, &places, frame, &brush),
        Screen::Study => study::study(state, &places, frame, &brush),
        Screen::Drill(drill) => drill::drill(state, drill, &places, frame, &brush),
        Screen::Learn(learn) => learn::learn(state, learn, &places, frame, &brush),
    }
    footer(state, frame, &brush);
    if let Some(overlay) = &state.overlay {
        overlay::overlay(state, overlay, frame, &brush);
    }
}

/// What everything is drawn with.
pub(super) struct Brush {
    pub(super) palette: Palette,
    pub(super) glyphs: Glyphs,
}

impl Brush {
    fn new(state: &State) -> Brush {
        Brush { palette: Palette::new(state.settings.theme, state.look.depth), glyphs: state.glyphs() }
    }

    pub(super) fn is_unicode(&self) -> bool {
        self.glyphs == Glyphs::Unicode
    }

    /// One of two texts, by what can be shown.
    pub(super) fn pick<'t>(&self, unicode: &'t str, ascii: &'t str) -> &'t str {
        if self.is_unicode() { unicode } else { ascii }
    }

    pub(super) fn text(&self) -> Style {
        Style::new().fg(self.palette.text).bg(self.palette.page)
    }

    /// What matters less.
    pub(super) fn faint(&self) -> Style {
        match self.palette.plain {
            true => self.text().add_modifier(Modifier::DIM),
            false => self.in_color(self.palette.faint),
        }
    }

    /// What matters more.
    pub(super) fn strong(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    pub(super) fn accent(&self) -> Style {
        self.in_color(self.palette.accent).add_modifier(Modifier::BOLD)
    }

    pub(super) fn in_color(&self, color: Color) -> Style {
        self.text().fg(color)
    }

    /// What is chosen in a list.
    pub(super) fn chosen(&self) -> Style {
        self.text().add_modifier(Modifier::REVERSED)
    }
}

/// Writes a line into an area, cut off where the area ends.
pub(super) fn write(frame: &mut Frame<'_>, area: Rect, row: u16, line: impl Into<Line<'static>>) {
    if row < area.height {
        let place = Rect { y: area.y + row, height: 1, ..area };
        frame.render_widget(line.into(), place);
    }
}

/// The most rows above the status line that an announcement covers.
const MOST_ABOVE: u16 = 3;

/// Writes something that matters now on the line below the board. What does not fit there covers the rows above it for as
/// long as it is shown.
pub(super) fn announce(frame: &mut Frame<'_>, area: Rect, text: &str, style: Style) {
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

/// A text in lines of at most `columns`, broken between words.
pub(crate) fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line with a title in it, which begins a part of a panel.
pub(super) fn heading(area: Rect, title: &str, brush: &Brush) -> Line<'static> {
    let rule = brush.pick("─", "-");
    let rest = usize::from(area.width).saturating_sub(title.chars().count() + 3);
    Line::from(vec![
        Span::styled(rule.to_owned() + " ", brush.faint()),
        Span::styled(title.to_owned(), brush.strong()),
        Span::styled(" ".to_owned() + &rule.repeat(rest), brush.faint()),
    ])
}

/// The keys at the bottom.
fn footer(state: &State, frame: &mut Frame<'_>, brush: &Brush) {
    for (area, line) in layout::footer(state) {
        let text = Line::from(vec![
            Span::styled(layout::key_name(&line), brush.accent()),
            Span::styled(format!(" {}", line.word), brush.text()),
        ]);
        frame.render_widget(text, area.intersection(frame.area()));
    }
}

fn too_small(area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
    let texts = [
        "Too small:".to_owned(),
        format!("{}x{}.", area.width, area.height),
        format!("{}x{} will do.", SMALLEST.columns, SMALLEST.rows),
    ];
    for (row, text) in texts.into_iter().enumerate() {
        write(frame, area, row as u16, Line::styled(text, brush.text()));
    }
}
