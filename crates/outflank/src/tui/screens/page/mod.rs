#[cfg(test)]
mod tests;

use crossterm::event::KeyCode;
use ratatui::Frame;
use ratatui::text::{Line, Span};

use crate::tui::app::{Effect, MouseAction, Screen, Size, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::screens::{learn, report, study};
use crate::tui::widgets::{Brush, pointer, wrapped, write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) subject: Subject,
    top: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Keys,
    Report,
    Lesson,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) lines: usize,
    pub(crate) rows: usize,
}

impl Extent {
    fn last_top(self) -> usize {
        self.lines.saturating_sub(self.rows)
    }
}

impl Page {
    /// The window may have grown since the last scroll.
    pub(crate) fn top(&self, extent: Extent) -> usize {
        self.top.min(extent.last_top())
    }

    pub(crate) fn more(&self, extent: Extent) -> (bool, bool) {
        let top = self.top(extent);
        (top > 0, top < extent.last_top())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    Close,
}

const CLOSE: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Close, "close", "close");

const KEYS: &[Binding<Action>] = &[
    bind(&[Press::key(KeyCode::Down)], Action::Down, "scroll down", "scroll"),
    bind(&[Press::key(KeyCode::Up)], Action::Up, "scroll up", ""),
    bind(&[Press::key(KeyCode::PageDown), Press::char(' ')], Action::PageDown, "page down", "page"),
    bind(&[Press::key(KeyCode::PageUp)], Action::PageUp, "page up", ""),
    bind(&[Press::key(KeyCode::Home)], Action::Top, "to the top", ""),
    bind(&[Press::key(KeyCode::End)], Action::Bottom, "to the bottom", ""),
    CLOSE,
];

const WHEEL: usize = 3;

pub(crate) fn all_keys() -> Vec<KeyLine> {
    keymap::lines(KEYS)
}

pub(crate) fn keys(state: &State, page: &Page) -> Vec<KeyLine> {
    match extent(state, page.subject).last_top() {
        0 => keymap::lines(&[CLOSE]),
        _ => keymap::lines(KEYS),
    }
}

pub(crate) fn open(state: &mut State, subject: Subject) {
    state.overlay = Some(Overlay::Page(Page { subject, top: 0 }));
}

/// Any key that does not scroll closes the page.
pub(crate) fn press(state: &mut State, mut page: Page, press: Press, effects: &mut Vec<Effect>) {
    let extent = extent(state, page.subject);
    let top = page.top(extent);
    // One line of the previous page stays in view.
    let by_page = extent.rows.saturating_sub(1).max(1);
    let next = match find(KEYS, press) {
        Some(Action::Up) => top.saturating_sub(1),
        Some(Action::Down) => top + 1,
        Some(Action::PageUp) => top.saturating_sub(by_page),
        Some(Action::PageDown) if press == Press::char(' ') && top == extent.last_top() => return,
        Some(Action::PageDown) => top + by_page,
        Some(Action::Top) => 0,
        Some(Action::Bottom) => extent.last_top(),
        Some(Action::Close) | None => {
            // The report names these keys.
            let is_named = |action| matches!(action, study::Action::Practise | study::Action::Retry);
            if page.subject == Subject::Report && find(study::KEYS, press).is_some_and(is_named) {
                study::press(state, press, effects);
            }
            return;
        }
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

pub(crate) fn point(state: &mut State, mut page: Page, action: MouseAction) {
    let extent = extent(state, page.subject);
    let top = page.top(extent);
    let next = match action {
        MouseAction::ScrollUp => top.saturating_sub(WHEEL),
        MouseAction::ScrollDown => top + WHEEL,
        MouseAction::Move => top,
        MouseAction::Click => {
            state.overlay = None;
            return;
        }
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

struct PageLayout {
    title: String,
    columns: u16,
    lines: Vec<Line<'static>>,
    rows: usize,
}

const MAX_COLUMNS: u16 = 82;

pub(crate) fn extent(state: &State, subject: Subject) -> Extent {
    let PageLayout { lines, rows, .. } = layout(state, subject, &Brush::new(state));
    Extent { lines: lines.len(), rows }
}

pub(crate) fn draw(state: &State, page: &Page, frame: &mut Frame<'_>, brush: &Brush) {
    let PageLayout { title, columns, lines, rows } = layout(state, page.subject, brush);
    let extent = Extent { lines: lines.len(), rows };
    let more = match page.more(extent) {
        (true, true) => "more above and below",
        (true, false) => "more above",
        (false, true) => "more below",
        (false, false) => "",
    };
    let inside = overlay::window(frame, columns, lines.len() as u16, &title, more, brush);
    for (row, line) in (0..).zip(lines.into_iter().skip(page.top(extent)).take(rows)) {
        write(frame, inside, row, line);
    }
}

fn layout(state: &State, subject: Subject, brush: &Brush) -> PageLayout {
    let Size { columns, rows } = state.size;
    // The border takes two of each, and the footer stays visible.
    let (columns, rows) = (columns.saturating_sub(2).min(MAX_COLUMNS), usize::from(rows.saturating_sub(3)));
    match subject {
        Subject::Keys => key_page(state, columns, rows, brush),
        Subject::Report => {
            let lines = state.review.as_ref().map(|review| report::lines(review, columns, brush));
            PageLayout { title: "Report".to_owned(), columns, lines: lines.unwrap_or_default(), rows }
        }
        Subject::Lesson => {
            let columns = columns.min(ONE_COLUMN);
            let (title, lines) = match &state.screen {
                Screen::Learn(learn) => (learn::draw::name(learn), learn::draw::page(learn, columns, brush)),
                _ => Default::default(),
            };
            PageLayout { title, columns, lines, rows }
        }
    }
}

const KEY: usize = 14;
const ONE_COLUMN: u16 = 58;

/// Two columns if one is too long and both fit.
fn key_page(state: &State, columns: u16, rows: usize, brush: &Brush) -> PageLayout {
    let lines = key_lines(state);
    let half = usize::from(columns / 2);
    let fits_twice = lines.iter().all(|(_, does)| KEY + does.chars().count() <= half);
    let line = |keys: &str, does: &str| {
        vec![
            Span::styled(format!(" {keys:<width$} ", width = KEY - 2), brush.accent()),
            Span::styled(does.to_owned(), brush.text()),
        ]
    };
    let title = "Keys".to_owned();
    if lines.len() <= rows || !fits_twice {
        let columns = columns.min(ONE_COLUMN);
        let room = usize::from(columns).saturating_sub(KEY);
        let wrap = |(keys, does): &(String, &str)| {
            let rest = wrapped(does, room).into_iter().enumerate();
            rest.map(|(index, does)| line(if index == 0 { keys } else { "" }, &does)).collect::<Vec<_>>()
        };
        let lines = lines.iter().flat_map(wrap).map(Line::from).collect();
        return PageLayout { title, columns, lines, rows };
    }
    let (left, right) = lines.split_at(lines.len().div_ceil(2));
    let row = |index: usize, (keys, does): &(String, &str)| {
        let beside = right.get(index).map(|(keys, does)| line(keys, does)).unwrap_or_default();
        let gap = Span::styled(" ".repeat(half.saturating_sub(KEY + does.chars().count())), brush.text());
        Line::from([line(keys, does), vec![gap], beside].concat())
    };
    let lines = left.iter().enumerate().map(|(index, one)| row(index, one)).collect();
    PageLayout { title, columns, lines, rows }
}

fn key_lines(state: &State) -> Vec<(String, &'static str)> {
    let about_squares: &[&[(&str, &str)]] = match &state.screen {
        Screen::Menu(_) | Screen::Form(_) => &[],
        Screen::Drill(drill) if !drill.is_choosing() => &[],
        Screen::Learn(learn) if !learn.is_open() => &[],
        Screen::Study if study::is_retrying(state) => &[pointer::KEYS, pointer::ARROWS],
        Screen::Study => &[pointer::KEYS],
        Screen::Game | Screen::Editor(_) | Screen::Drill(_) | Screen::Learn(_) => &[pointer::KEYS, pointer::ARROWS],
    };
    let squares = about_squares.concat().into_iter().map(|(keys, does)| (keys.to_owned(), does));
    let others = state.keys().into_iter().map(|KeyLine { keys, does, .. }| (keys, does));
    squares.chain(others).collect()
}
