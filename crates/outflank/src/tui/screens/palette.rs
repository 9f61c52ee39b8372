//! Finds an action of the screen below by its name.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use crate::tui::app::{Effect, Mouse, MouseAction, State};
use crate::tui::keymap::{Action, Offer, offer};
use crate::tui::screens::act;
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::widgets::scroll::{Extent, bar};
use crate::tui::widgets::{Brush, field, fitted, write};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Palette {
    pub(crate) filter: String,
    pub(crate) selected: usize,
}

const LONGEST_FILTER: usize = 60;
const COLUMNS: u16 = 60;
const ROWS: u16 = 14;
const ABOVE: u16 = 2;

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Do, "run").here("run the action"),
    offer(Action::Up, "").here("previous action"),
    offer(Action::Down, "").here("next action"),
    offer(Action::PageUp, ""),
    offer(Action::PageDown, ""),
    offer(Action::First, "").here("first action"),
    offer(Action::Last, "").here("last action"),
    offer(Action::Clear, "clear").here("clear the line"),
    offer(Action::Back, "close").here("close"),
    offer(Action::Palette, "").here("close"),
];

/// These come last: the keyboard has them under their names.
const BASIC: [Action; 11] = [
    Action::Do,
    Action::Up,
    Action::Down,
    Action::Left,
    Action::Right,
    Action::PageUp,
    Action::PageDown,
    Action::First,
    Action::Last,
    Action::NextGroup,
    Action::PreviousGroup,
];

impl Palette {
    /// The actions whose names contain every word of the filter.
    pub(crate) fn found(&self, state: &State) -> Vec<Offer> {
        let filter = self.filter.to_lowercase();
        let matches = |offer: &Offer| {
            let text = format!("{} {}", offer.name(), offer.action.entry().name).to_lowercase();
            offer.action != Action::Palette && filter.split_whitespace().all(|word| text.contains(word))
        };
        let mut found: Vec<Offer> = act::offers_below(state).into_iter().filter(matches).collect();
        found.sort_by_key(|offer| BASIC.contains(&offer.action));
        found
    }

    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.filter);
        self.selected = 0;
    }

    pub(crate) fn insert(&mut self, text: &str) {
        self.edit(|filter| field::insert(filter, text, LONGEST_FILTER));
    }
}

pub(crate) fn perform(state: &mut State, mut palette: Palette, action: Action, effects: &mut Vec<Effect>) {
    let found = palette.found(state);
    let last = found.len().saturating_sub(1);
    let page = usize::from(ROWS).saturating_sub(1);
    let selected = palette.selected.min(last);
    palette.selected = match action {
        Action::Up => selected.checked_sub(1).unwrap_or(last),
        Action::Down if selected == last => 0,
        Action::Down => selected + 1,
        Action::PageUp => selected.saturating_sub(page),
        Action::PageDown => (selected + page).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Clear => {
            palette.filter.clear();
            0
        }
        Action::Do => {
            act::uncover(state);
            if let Some(offer) = found.get(selected) {
                act::act(state, offer.action, effects);
            }
            return;
        }
        _ => return,
    };
    state.overlay = Some(Overlay::Palette(palette));
}

struct Places {
    window: Rect,
    inside: Rect,
    extent: Extent,
    top: usize,
    selected: usize,
}

fn places(state: &State, palette: &Palette, found: usize) -> Places {
    let height = state.size.rows.saturating_sub(5).min(ROWS) + ABOVE;
    let window = overlay::window_area(state.size, COLUMNS, height);
    let inside = window.inner(Margin::new(1, 1));
    let extent = Extent { lines: found, rows: usize::from(inside.height.saturating_sub(ABOVE)) };
    let selected = palette.selected.min(found.saturating_sub(1));
    Places { window, inside, extent, top: extent.top_for(selected), selected }
}

pub(crate) fn text_area(state: &State, palette: &Palette) -> Rect {
    places(state, palette, 0).inside
}

pub(crate) fn rows(state: &State, palette: &Palette) -> Vec<(usize, Rect)> {
    let found = palette.found(state).len();
    let Places { inside, extent, top, .. } = places(state, palette, found);
    let row = |(row, index)| (index, Rect { y: inside.y + row, height: 1, ..inside });
    (ABOVE..).zip((top..found).take(extent.rows)).map(row).collect()
}

pub(crate) fn point(state: &mut State, palette: &Palette, mouse: Mouse, effects: &mut Vec<Effect>) {
    let window = places(state, palette, palette.found(state).len()).window;
    match mouse.action {
        MouseAction::ScrollUp => act::act(state, Action::Up, effects),
        MouseAction::ScrollDown => act::act(state, Action::Down, effects),
        MouseAction::Click if !window.contains((mouse.column, mouse.row).into()) => {
            act::act(state, Action::Back, effects);
        }
        _ => {}
    }
}

pub(crate) fn draw(state: &State, palette: &Palette, frame: &mut Frame<'_>, brush: &Brush) {
    let focus = act::focus_below(state);
    let found = palette.found(state);
    let Places { window, inside, extent, top, selected } = places(state, palette, found.len());
    overlay::window(frame, window.width.saturating_sub(2), window.height.saturating_sub(2), "Find an action", brush);
    let prompt = Line::from(vec![
        Span::styled(format!(" {}", palette.filter), brush.strong()),
        Span::styled(" ".to_owned(), brush.chosen()),
    ]);
    write(frame, inside, 0, prompt);
    if found.is_empty() {
        write(frame, inside, ABOVE, Line::styled(" No action has this name.", brush.faint()));
    }
    let width = usize::from(inside.width).saturating_sub(2);
    for (row, (index, offer)) in (ABOVE..).zip(found.iter().enumerate().skip(top).take(extent.rows)) {
        let keys = offer.action.key_names(focus);
        let name = fitted(&offer.name(), width.saturating_sub(keys.chars().count() + 1), brush);
        let style = if index == selected { brush.chosen() } else { brush.text() };
        let key_style = if index == selected { style } else { brush.accent() };
        let gap = width.saturating_sub(name.chars().count() + keys.chars().count());
        let line = Line::from(vec![
            Span::styled(format!(" {name}{:gap$}", ""), style),
            Span::styled(keys, key_style),
            Span::styled(" ".to_owned(), style),
        ]);
        write(frame, inside, row, line);
    }
    bar(extent, top, overlay::right_border(inside, ABOVE), frame, brush);
}
