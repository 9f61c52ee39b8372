use std::ops::Range;

use outflank_rules::Square;
use outflank_study::index::GameKey;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::tui::app::State;
use crate::tui::screens::explorer;
use crate::tui::screens::study::panels::{List, Panel};
use crate::tui::screens::study::review::Review;
use crate::tui::screens::study::{engine, report};
use crate::tui::widgets::Brush;

#[derive(Clone, Debug, Default)]
pub(crate) struct Content {
    pub(crate) lines: Vec<Line<'static>>,
    pub(crate) items: Vec<Item>,
    /// Parts of rows that do something else than their item when clicked.
    pub(crate) spots: Vec<Spot>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) rows: Range<usize>,
    pub(crate) choice: Choice,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) row: usize,
    pub(crate) columns: Range<u16>,
    pub(crate) choice: Choice,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Choice {
    /// Plays these moves from the position shown.
    Play(Vec<Square>),
    /// Shows the position before a move of the game, by its number.
    Show(usize),
    Open(GameKey),
}

impl Content {
    pub(crate) fn of(state: &State, review: &Review, panel: Panel, area: Rect, brush: &Brush) -> Content {
        match panel {
            Panel::Moves => Content::default(),
            Panel::Engine => engine::content(review, area, brush),
            Panel::Report => report::content(review, area.width, brush),
            Panel::Explorer => explorer::content(state, review, area, brush),
        }
    }

    pub(crate) fn push(&mut self, lines: impl IntoIterator<Item = Line<'static>>) {
        self.lines.extend(lines);
    }

    pub(crate) fn push_item(&mut self, lines: impl IntoIterator<Item = Line<'static>>, choice: Choice) {
        let first = self.lines.len();
        self.lines.extend(lines);
        self.items.push(Item { rows: first..self.lines.len(), choice });
    }

    pub(crate) fn rows_of_items(&self) -> Vec<Range<usize>> {
        self.items.iter().map(|item| item.rows.clone()).collect()
    }

    pub(crate) fn selected(&self, list: List) -> Option<&Item> {
        self.items.get(list.selected.min(self.items.len().saturating_sub(1)))
    }

    pub(crate) fn at(&self, list: List, area: Rect, column: u16, row: u16) -> Option<(&Choice, usize)> {
        if !area.contains((column, row).into()) {
            return None;
        }
        let row = list.top(self.lines.len(), usize::from(area.height)) + usize::from(row - area.y);
        let place = self.items.iter().position(|item| item.rows.contains(&row))?;
        let is_here = |spot: &&Spot| spot.row == row && spot.columns.contains(&(column - area.x));
        let choice = self.spots.iter().find(is_here).map_or(&self.items[place].choice, |spot| &spot.choice);
        Some((choice, place))
    }
}
