#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use crate::commands::drill::words;
use crate::tui::app::{Effect, Mouse, MouseAction, Screen, Size, State};
use crate::tui::keymap::{Action, Focus, KeyLine, Offer, offer};
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::screens::setup::form;
use crate::tui::screens::study::comment;
use crate::tui::screens::{act, game, learn, library, study};
use crate::tui::widgets::scroll::{self, Extent};
use crate::tui::widgets::{Brush, pointer, wrapped, write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) subject: Subject,
    top: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Keys,
    Lesson,
    Progress,
    Problems,
}

impl Page {
    /// The window may have grown since the last scroll.
    pub(crate) fn top(&self, extent: Extent) -> usize {
        self.top.min(extent.last_top())
    }
}

const CLOSE: [Offer; 1] = [offer(Action::Back, "close").here("close")];

const SCROLL: [Offer; 7] = [
    offer(Action::Down, "scroll").here("scroll down"),
    offer(Action::Up, "").here("scroll up"),
    offer(Action::Do, "page").here("next page; closes the last one"),
    offer(Action::PageDown, ""),
    offer(Action::PageUp, ""),
    offer(Action::First, "").here("to the top"),
    offer(Action::Last, "").here("to the bottom"),
];

const WHEEL: usize = 3;

pub(crate) fn offers(state: &State, page: &Page) -> Vec<Offer> {
    let mut offers = match extent(state, page.subject).last_top() {
        0 => vec![offer(Action::Do, "").here("close")],
        _ => SCROLL.to_vec(),
    };
    offers.extend(CLOSE);
    match page.subject {
        Subject::Keys => offers.push(offer(Action::Help, "").here("close")),
        // The report names these keys.
        Subject::Lesson | Subject::Progress | Subject::Problems => {}
    }
    offers
}

pub(crate) fn open(state: &mut State, subject: Subject) {
    state.cover(Overlay::Page(Page { subject, top: 0 }));
}

pub(crate) fn perform(state: &mut State, mut page: Page, action: Action) {
    let extent = extent(state, page.subject);
    let top = page.top(extent);
    // One line of the previous page stays in view.
    let by_page = extent.rows.saturating_sub(1).max(1);
    let next = match action {
        Action::Up => top.saturating_sub(1),
        Action::Down => top + 1,
        Action::PageUp => top.saturating_sub(by_page),
        Action::Do if top == extent.last_top() => return,
        Action::Do | Action::PageDown => top + by_page,
        Action::First => 0,
        Action::Last => extent.last_top(),
        _ => return,
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

/// A click on the text does what Enter does; one on the bar scrolls, and one outside closes the page.
pub(crate) fn point(state: &mut State, mut page: Page, mouse: Mouse, effects: &mut Vec<Effect>) {
    let PageLayout { columns, lines, rows, .. } = layout(state, page.subject, &Brush::new(state));
    let extent = Extent { lines: lines.len(), rows };
    let window = overlay::window_area(state.size, columns, lines.len() as u16);
    let bar = overlay::right_border(window.inner(Margin::new(1, 1)), 0);
    let (top, at) = (page.top(extent), (mouse.column, mouse.row).into());
    let next = match mouse.action {
        MouseAction::ScrollUp => top.saturating_sub(WHEEL),
        MouseAction::ScrollDown => top + WHEEL,
        MouseAction::Click if extent.last_top() > 0 && bar.contains(at) => {
            scroll::top_at(extent, mouse.row - bar.y, bar.height)
        }
        MouseAction::Click if window.contains(at) => return act::act(state, Action::Do, effects),
        MouseAction::Click => return act::act(state, Action::Back, effects),
        _ => return,
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

pub(crate) fn text_area(state: &State, page: &Page) -> Rect {
    let PageLayout { columns, lines, .. } = layout(state, page.subject, &Brush::new(state));
    overlay::window_area(state.size, columns, lines.len() as u16).inner(Margin::new(1, 1))
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
    let inside = overlay::window(frame, columns, lines.len() as u16, &title, brush);
    scroll::bar(extent, page.top(extent), overlay::right_border(inside, 0), frame, brush);
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
        Subject::Progress => {
            let columns = columns.min(PROGRESS);
            let text = match &state.screen {
                Screen::Drill(drill) => {
                    let chart = drill.diary.chart(drill.today, state.glyphs()).join("\n");
                    format!("{chart}\n\n{}", words::stats(&drill.progress, drill.today))
                }
                _ => String::new(),
            };
            let lines = text.lines().map(|line| Line::styled(format!(" {line}"), brush.text())).collect();
            PageLayout { title: "Your progress".to_owned(), columns, lines, rows }
        }
        Subject::Problems => {
            let lines = library::draw::problems(&state.library, columns, brush);
            PageLayout { title: "Could not be read".to_owned(), columns, lines, rows }
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
const PROGRESS: u16 = 64;

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
    let typed: &[&[(&str, &str)]] = match &state.screen {
        _ if !act::helped(state).is_screen => &[],
        Screen::Menu(_) | Screen::Library | Screen::Browser(_) => &[],
        Screen::Form(_) => &[form::DIGITS],
        Screen::Drill(drill) if !drill.is_choosing() => &[],
        Screen::Learn(learn) if !learn.is_open() => &[],
        Screen::Study if study::is_writing(state) => &[comment::KEYS],
        Screen::Game if game::actions::focus(state) == Focus::List => &[],
        Screen::Study if study::is_retrying(state) => &[pointer::KEYS, pointer::ARROWS],
        Screen::Study => &[pointer::KEYS],
        Screen::Game | Screen::Editor(_) | Screen::Drill(_) | Screen::Learn(_) => &[pointer::KEYS, pointer::ARROWS],
    };
    let typed = typed.concat().into_iter().map(|(keys, does)| (keys.to_owned(), does));
    let actions = state.keys().into_iter().map(|KeyLine { keys, does }| (keys, does));
    typed.chain(actions).collect()
}
