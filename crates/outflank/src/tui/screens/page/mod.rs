//! Pages of text over a screen: the list of keys, the report of a game. A page that does not fit in the window scrolls.

pub(crate) mod draw;
#[cfg(test)]
mod tests;

use crossterm::event::KeyCode;

use crate::tui::app::event::Deed;
use crate::tui::app::state::State;
use crate::tui::keymap::{self, Binding, KeyLine, Press, find};
use crate::tui::screens::overlay::Overlay;

/// A page that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) subject: Subject,
    /// The first line in sight.
    top: usize,
}

/// What a page is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The keys of the screen.
    Keys,
    /// The report of the game under study.
    Report,
    /// The text of a step of the lesson.
    Lesson,
}

/// How much of a page fits in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) lines: usize,
    /// The lines that are in sight at once.
    pub(crate) rows: usize,
}

impl Extent {
    /// How far the page can scroll.
    fn last_top(self) -> usize {
        self.lines.saturating_sub(self.rows)
    }
}

impl Page {
    pub(crate) fn new(subject: Subject) -> Page {
        Page { subject, top: 0 }
    }

    /// The first line in sight. The window may have grown since the page was last scrolled.
    pub(crate) fn top(&self, extent: Extent) -> usize {
        self.top.min(extent.last_top())
    }

    /// Which way there is more to read: above, below.
    pub(crate) fn more(&self, extent: Extent) -> (bool, bool) {
        let top = self.top(extent);
        (top > 0, top < extent.last_top())
    }
}

/// What can be done with a page.
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

const CLOSE: Binding<Action> =
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Action::Close, does: "close", word: "close" };

const KEYS: &[Binding<Action>] = &[
    Binding { keys: &[Press::key(KeyCode::Down)], action: Action::Down, does: "scroll down", word: "scroll" },
    Binding { keys: &[Press::key(KeyCode::Up)], action: Action::Up, does: "scroll up", word: "" },
    Binding {
        keys: &[Press::key(KeyCode::PageDown), Press::char(' ')],
        action: Action::PageDown,
        does: "a page down",
        word: "page",
    },
    Binding { keys: &[Press::key(KeyCode::PageUp)], action: Action::PageUp, does: "a page up", word: "" },
    Binding { keys: &[Press::key(KeyCode::Home)], action: Action::Top, does: "to the top", word: "" },
    Binding { keys: &[Press::key(KeyCode::End)], action: Action::Bottom, does: "to the bottom", word: "" },
    CLOSE,
];

/// The lines that a turn of the wheel scrolls.
const WHEEL: usize = 3;

/// The keys of every page, for the manual.
pub(crate) fn all_keys() -> Vec<KeyLine> {
    keymap::lines(KEYS)
}

/// What the keys do while this page is open.
pub(crate) fn keys(state: &State, page: &Page) -> Vec<KeyLine> {
    match draw::extent(state, page.subject).last_top() {
        0 => keymap::lines(&[CLOSE]),
        _ => keymap::lines(KEYS),
    }
}

/// Handles a key. Any key that does not scroll closes the page.
pub(crate) fn press(state: &mut State, mut page: Page, press: Press) {
    let extent = draw::extent(state, page.subject);
    let top = page.top(extent);
    // A line of the page before stays in sight, to read on from.
    let by_page = extent.rows.saturating_sub(1).max(1);
    let next = match find(KEYS, press) {
        Some(Action::Up) => top.saturating_sub(1),
        Some(Action::Down) => top + 1,
        Some(Action::PageUp) => top.saturating_sub(by_page),
        // At the end there is nothing more to page to.
        Some(Action::PageDown) if press == Press::char(' ') && top == extent.last_top() => return,
        Some(Action::PageDown) => top + by_page,
        Some(Action::Top) => 0,
        Some(Action::Bottom) => extent.last_top(),
        Some(Action::Close) | None => return,
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

/// The mouse: the wheel scrolls, a click closes.
pub(crate) fn point(state: &mut State, mut page: Page, deed: Deed) {
    let extent = draw::extent(state, page.subject);
    let top = page.top(extent);
    let next = match deed {
        Deed::ScrollUp => top.saturating_sub(WHEEL),
        Deed::ScrollDown => top + WHEEL,
        Deed::Move => top,
        Deed::Click => {
            state.overlay = None;
            return;
        }
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}
