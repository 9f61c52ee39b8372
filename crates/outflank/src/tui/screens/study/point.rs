use outflank_rules::Square;
use ratatui::layout::Rect;

use crate::tui::app::{Effect, Mouse, MouseAction, Screen, State};
use crate::tui::keymap::Action;
use crate::tui::screens::act;
use crate::tui::screens::study::content::Content;
use crate::tui::screens::study::panels::Panel;
use crate::tui::screens::study::places::{StudyPlaces, places};
use crate::tui::screens::study::{keys, moves};
use crate::tui::widgets::Brush;

const WHEEL: isize = 3;

/// Not the square where other screens have it.
fn square_at(state: &State, column: u16, row: u16) -> Option<Square> {
    let seen = places(state)?.whole.board.seen_at(column, row)?;
    Some(state.turned.inverse().square(seen))
}

pub(crate) fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    let Mouse { action, column, row } = mouse;
    if action == MouseAction::Click && super::is_writing(state) {
        act::act(state, Action::Do, effects);
    }
    if let (MouseAction::Click, Some(square)) = (action, square_at(state, column, row)) {
        return act::click(state, square, effects);
    }
    let Some(places) = places(state).filter(|_| !super::is_retrying(state)) else { return };
    match action {
        MouseAction::Click => click_panel(state, &places, column, row, effects),
        MouseAction::ScrollUp => scroll(state, &places, column, row, false),
        MouseAction::ScrollDown => scroll(state, &places, column, row, true),
        _ => {}
    }
}

fn click_panel(state: &mut State, places: &StudyPlaces, column: u16, row: u16, effects: &mut Vec<Effect>) {
    let Some(review) = state.review.as_mut() else { return };
    let here = (column, row).into();
    let tabs = places.panes.iter().flat_map(|pane| &pane.tabs);
    if let Some(&(panel, _)) = tabs.into_iter().find(|(_, area)| area.contains(here)) {
        return review.panels.show(panel);
    }
    let Some(pane) = places.panes.iter().find(|pane| pane.body.contains(here)) else { return };
    review.panels.show(pane.panel);
    let Some(review) = state.review.as_ref() else { return };
    let brush = Brush::new(state);
    if pane.panel == Panel::Moves {
        if let Some(id) = moves::at(review, pane.body, column, row, &brush)
            && let Some(review) = state.review.as_mut()
        {
            review.go_to(id);
        }
        return;
    }
    let content = Content::of(state, review, pane.panel, pane.body, &brush);
    let Some((choice, item)) = content.at(review.panels.list(pane.panel), pane.body, column, row) else { return };
    if let Some(review) = state.review.as_mut() {
        review.panels.list_mut(pane.panel).selected = item;
    }
    keys::choose(state, choice, effects);
}

/// The moves and the board step through the game; other panels scroll.
fn scroll(state: &mut State, places: &StudyPlaces, column: u16, row: u16, down: bool) {
    let pane = places.panes.iter().find(|pane| pane.body.contains((column, row).into()));
    let Some(review) = state.review.as_ref() else { return };
    let Some(pane) = pane.filter(|pane| pane.panel != Panel::Moves) else {
        let at = if down { review.at() + 1 } else { review.at().saturating_sub(1) };
        return state.review.iter_mut().for_each(|review| review.go(at));
    };
    let rows = Content::of(state, review, pane.panel, pane.body, &Brush::new(state)).lines.len();
    if let Some(review) = state.review.as_mut() {
        let list = review.panels.list_mut(pane.panel);
        list.scroll(if down { WHEEL } else { -WHEEL }, rows, usize::from(pane.body.height));
    }
}

/// Moves the divider between two panels. Returns whether that is what the mouse does.
pub(crate) fn drag(state: &mut State, Mouse { action, column, row }: Mouse) -> bool {
    if !matches!(state.screen, Screen::Study) || state.overlay.is_some() || super::is_retrying(state) {
        return false;
    }
    let Some(StudyPlaces { panes, divider: Some(divider), .. }) = places(state) else { return false };
    let Some(panels) = state.review.as_mut().map(|review| &mut review.panels) else { return false };
    match (action, &panes[..]) {
        (MouseAction::Press, _) => panels.is_dragging = divider.contains((column, row).into()),
        (MouseAction::Release, _) => return std::mem::take(&mut panels.is_dragging),
        (MouseAction::Drag, [first, second]) if panels.is_dragging => {
            let width = second.body.x + second.body.width - first.body.x;
            let left = column.saturating_sub(first.body.x).min(width);
            panels.set_share((u32::from(left) * 100).div_ceil(u32::from(width.max(1))) as u16);
        }
        _ => {}
    }
    panels.is_dragging
}

pub(crate) fn pane_at(state: &State, column: u16, row: u16) -> Option<Rect> {
    places(state)?.panes.into_iter().map(|pane| pane.body).find(|body| body.contains((column, row).into()))
}
