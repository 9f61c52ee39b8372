//! Scrolling pages of text: the list of keys, the report, the text of the tutorial.

pub(crate) mod draw;
#[cfg(test)]
mod tests;

use crossterm::event::KeyCode;

use crate::tui::app::event::MouseAction;
use crate::tui::app::state::State;
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::overlay::Overlay;

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
    pub(crate) fn new(subject: Subject) -> Page {
        Page { subject, top: 0 }
    }

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
    match draw::extent(state, page.subject).last_top() {
        0 => keymap::lines(&[CLOSE]),
        _ => keymap::lines(KEYS),
    }
}

/// Any key that does not scroll closes the page.
pub(crate) fn press(state: &mut State, mut page: Page, press: Press) {
    let extent = draw::extent(state, page.subject);
    let top = page.top(extent);
    // One line of the previous page stays in view.
    let by_page = extent.rows.saturating_sub(1).max(1);
    let next = match find(KEYS, press) {
        Some(Action::Up) => top.saturating_sub(1),
        Some(Action::Down) => top + 1,
        Some(Action::PageUp) => top.saturating_sub(by_page),
        // At the end, Space closes the page.
        Some(Action::PageDown) if press == Press::char(' ') && top == extent.last_top() => return,
        Some(Action::PageDown) => top + by_page,
        Some(Action::Top) => 0,
        Some(Action::Bottom) => extent.last_top(),
        Some(Action::Close) | None => return,
    };
    page.top = next.min(extent.last_top());
    state.overlay = Some(Overlay::Page(page));
}

pub(crate) fn point(state: &mut State, mut page: Page, action: MouseAction) {
    let extent = draw::extent(state, page.subject);
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
