//! The geometry of the screens, shared by drawing and mouse handling.

use outflank_rules::{Square, Symmetry};
use ratatui::layout::Rect;

use crate::tui::app::{Screen, Size, State};
use crate::tui::keymap::{Action, Offer, Press};
use crate::tui::screens::drill::state::Task;
use crate::tui::screens::game::next;
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::{self, global, menu, palette};

pub(crate) const SMALLEST: Size = Size { columns: 20, rows: 11 };

const PANEL_COLUMNS: u16 = 24;
const WIDEST_PANEL: u16 = 60;
const PANEL_ROWS: u16 = 3;
const LARGEST_SQUARE: u16 = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    pub(crate) board: BoardPlace,
    pub(crate) panel: Option<Rect>,
    pub(crate) status: Rect,
    pub(crate) footer: Rect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardPlace {
    pub(crate) squares: Rect,
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) coordinates: bool,
}

impl BoardPlace {
    /// `seen` is the square's place on the turned board.
    pub(crate) fn of(&self, seen: Square) -> Rect {
        Rect {
            x: self.squares.x + u16::from(seen.column()) * self.width,
            y: self.squares.y + u16::from(seen.row()) * self.height,
            width: self.width,
            height: self.height,
        }
    }

    pub(crate) fn seen_at(&self, column: u16, row: u16) -> Option<Square> {
        let column = column.checked_sub(self.squares.x)? / self.width;
        let row = row.checked_sub(self.squares.y)? / self.height;
        Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
    }
}

/// `None` if the window is too small for a board.
pub(crate) fn board_screen(size: Size, coordinates: bool) -> Option<Places> {
    board_with_panel(size, coordinates, PANEL_COLUMNS, WIDEST_PANEL)
}

/// The largest board beside a panel of `least` columns or more; if there is none, the panel is below the board.
pub(crate) fn board_with_panel(size: Size, coordinates: bool, least: u16, widest: u16) -> Option<Places> {
    let Size { columns, rows } = size;
    if columns < SMALLEST.columns || rows < SMALLEST.rows {
        return None;
    }
    let label = u16::from(coordinates);
    let above = rows - 2;
    let outer = |height: u16| (16 * height + 2 * label, 8 * height + label);
    let largest_with = |beside: u16| {
        (1..=LARGEST_SQUARE).rev().find(|&height| {
            let (board_columns, board_rows) = outer(height);
            board_rows <= above && board_columns + beside <= columns
        })
    };
    let beside = largest_with(2 + least);
    let height = beside.or_else(|| largest_with(0))?;
    let (board_columns, board_rows) = outer(height);
    let panel_columns = beside.map(|_| (columns - board_columns - 2).min(widest));
    let left = (columns - board_columns - panel_columns.map_or(0, |panel| panel + 2)) / 2;
    let top = if panel_columns.is_some() { (above - board_rows) / 2 } else { 0 };
    let panel = match panel_columns {
        Some(width) => Some(Rect { x: left + board_columns + 2, y: 0, width, height: above }),
        None => Some(Rect { x: 0, y: board_rows, width: columns, height: above - board_rows })
            .filter(|panel| panel.height >= PANEL_ROWS),
    };
    Some(Places {
        board: BoardPlace {
            squares: Rect { x: left + 2 * label, y: top + label, width: 16 * height, height: 8 * height },
            width: 2 * height,
            height,
            coordinates,
        },
        panel,
        status: Rect { x: 0, y: rows - 2, width: columns, height: 1 },
        footer: Rect { x: 0, y: rows - 1, width: columns, height: 1 },
    })
}

pub(crate) fn square_at(size: Size, coordinates: bool, turned: Symmetry, column: u16, row: u16) -> Option<Square> {
    let places = board_screen(size, coordinates)?;
    places.board.seen_at(column, row).map(|seen| turned.inverse().square(seen))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClickTarget {
    pub(crate) area: Rect,
    pub(crate) target: Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Action(Action),
    Item(usize),
}

pub(crate) fn click_targets(state: &State) -> Vec<ClickTarget> {
    let footer = footer(state).into_iter();
    let footer =
        footer.map(|FooterItem { area, offer, .. }| ClickTarget { area, target: Target::Action(offer.action) });
    let items = match &state.screen {
        _ if state.overlay.is_some() => match &state.overlay {
            Some(Overlay::Palette(palette)) => palette::rows(state, palette),
            _ => Vec::new(),
        },
        Screen::Menu(menu) => list(state.size, menu::items(state).len(), menu.selected),
        Screen::Form(form) => list(state.size, form.rows().len(), form.selected),
        Screen::Drill(drill) => match &drill.task {
            Task::List(list) => {
                let places = choices(state.size);
                let first = list.first(places.len());
                (first..list.lines.len()).zip(places).collect()
            }
            _ => Vec::new(),
        },
        Screen::Game => next::rows(state),
        _ => Vec::new(),
    };
    let items = items.into_iter().map(|(index, area)| ClickTarget { area, target: Target::Item(index) });
    footer.chain(items).collect()
}

const LIST_COLUMNS: u16 = 66;

/// The visible lines of a short list by index. The selected one is always visible.
pub(crate) fn list(size: Size, lines: usize, selected: usize) -> Vec<(usize, Rect)> {
    const ABOVE: u16 = 2;
    const BELOW: u16 = 2;
    let width = LIST_COLUMNS.min(size.columns);
    let count = u16::try_from(lines).unwrap_or(u16::MAX);
    let free = size.rows.saturating_sub(count.saturating_add(2));
    // Space the lines out if there is room.
    let step = if free > count.saturating_add(6) { 2 } else { 1 };
    let top = (size.rows.saturating_sub(count.saturating_mul(step)) / 2).max(ABOVE);
    let x = (size.columns - width) / 2;
    let visible = size.rows.saturating_sub(top + BELOW).div_ceil(step).min(count);
    let first = (selected + 1).saturating_sub(usize::from(visible));
    let line = |row| (first + usize::from(row), Rect { x, y: top + row * step, width, height: 1 });
    (0..visible).map(line).collect()
}

pub(crate) fn choices(size: Size) -> Vec<Rect> {
    const TITLE: u16 = 3;
    let width = size.columns.min(LIST_COLUMNS + 12);
    let x = (size.columns - width) / 2;
    (TITLE..size.rows.saturating_sub(2)).map(|y| Rect { x, y, width, height: 1 }).collect()
}

/// The warning at the end of the footer while games cannot be saved.
pub(crate) fn unsaved(state: &State) -> Option<(Rect, String)> {
    const SHORT: &str = "Not saved";
    let Size { columns, rows } = state.size;
    let whole = format!("{SHORT}: {}", state.unsaved.as_ref()?.reason);
    let text = if whole.chars().count() <= usize::from(columns / 2) { whole } else { SHORT.to_owned() };
    let width = (text.chars().count() as u16 + 1).min(columns);
    Some((Rect { x: columns - width, y: rows.saturating_sub(1), width, height: 1 }, text))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FooterItem {
    pub(crate) area: Rect,
    pub(crate) key: Press,
    pub(crate) offer: Offer,
}

/// The footer's keys. If they do not fit, the last are dropped first, except those that leave the screen, list all keys, or quit.
pub(crate) fn footer(state: &State) -> Vec<FooterItem> {
    const GAP: u16 = 2;
    let focus = screens::focus(state);
    let keyed = |offer: Offer| offer.action.keys(focus).next().map(|key| (key, offer));
    let mut items: Vec<(Press, Offer)> = state.footer().into_iter().filter_map(keyed).collect();
    let width =
        |(key, offer): &(Press, Offer)| (key.to_string().chars().count() + 1 + offer.word.chars().count()) as u16;
    let stays = |(_, offer): &(Press, Offer)| {
        offer.action == Action::Back || global::OFFERS.iter().any(|global| global.action == offer.action)
    };
    let total = |items: &[(Press, Offer)]| items.iter().map(|item| width(item) + GAP).sum::<u16>();
    let room = unsaved(state).map_or(state.size.columns, |(area, _)| area.x);
    while total(&items) > room && !items.is_empty() {
        let last = items.iter().rposition(|item| !stays(item)).unwrap_or(items.len() - 1);
        items.remove(last);
    }
    let mut x = 1;
    let y = state.size.rows.saturating_sub(1);
    let place = |item: (Press, Offer)| {
        let area = Rect { x, y, width: width(&item), height: 1 };
        x += area.width + GAP;
        FooterItem { area, key: item.0, offer: item.1 }
    };
    items.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_has_a_board_that_fits_or_none() {
        for columns in 1..=250 {
            for rows in 1..=90 {
                for coordinates in [true, false] {
                    let Some(places) = board_screen(Size { columns, rows }, coordinates) else {
                        assert!(columns < SMALLEST.columns || rows < SMALLEST.rows, "{columns}x{rows}");
                        continue;
                    };
                    let window = Rect { x: 0, y: 0, width: columns, height: rows };
                    let squares = places.board.squares;
                    let parts = [Some(squares), places.panel, Some(places.status), Some(places.footer)];
                    for (index, part) in parts.iter().enumerate().filter_map(|(index, part)| Some((index, (*part)?))) {
                        assert_eq!(part.intersection(window), part, "{columns}x{rows}");
                        for other in parts[index + 1..].iter().flatten() {
                            assert!(part.intersection(*other).is_empty(), "{columns}x{rows}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn common_windows_have_the_expected_board_size() {
        let height = |columns, rows| board_screen(Size { columns, rows }, true).unwrap().board.height;
        assert_eq!(height(80, 24), 2);
        assert_eq!(height(120, 40), 4);
        assert_eq!(height(60, 20), 2);
        assert_eq!(height(40, 15), 1);
        assert_eq!(height(20, 11), 1);
    }

    #[test]
    fn every_square_is_found_where_it_is_drawn() {
        let size = Size { columns: 80, rows: 24 };
        let places = board_screen(size, true).unwrap();
        for turned in Symmetry::ALL {
            for square in Square::ALL {
                let Rect { x, y, width, height } = places.board.of(turned.square(square));
                for (column, row) in [(x, y), (x + width - 1, y + height - 1)] {
                    assert_eq!(square_at(size, true, turned, column, row), Some(square));
                }
            }
        }
        assert_eq!(square_at(size, true, Symmetry::Identity, 0, 0), None);
        assert_eq!(square_at(size, true, Symmetry::Identity, 79, 23), None);
    }
}
