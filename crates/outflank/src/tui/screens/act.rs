//! From keys and the mouse to actions, and from actions to the screen or overlay that performs them.

use std::time::Duration;

use outflank_rules::Square;
use ratatui::layout::{Position, Rect};

use crate::tui::app::{Effect, Mouse, MouseAction, Screen, State};
use crate::tui::keymap::{self, Action, Focus, Offer, Press};
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::screens::page::Subject;
use crate::tui::screens::setup::{editor, form};
use crate::tui::screens::{browser, drill, game, global, learn, library, menu, page, palette, study};
use crate::tui::widgets::layout::{self, Target};
use crate::tui::widgets::{Pointer, Selection};

const DOUBLE_CLICK: Duration = Duration::from_millis(400);

pub(crate) fn offers(state: &State) -> Vec<Offer> {
    let global = global::OFFERS.iter().copied();
    match &state.overlay {
        // The footer is left to the overlay.
        Some(overlay) => chain(overlay::offers(state, overlay), global.map(Offer::unseen)),
        None => chain(screen_offers(state), global),
    }
}

pub(crate) fn offers_below(state: &State) -> Vec<Offer> {
    offers_of(state, state.below.last())
}

fn offers_of(state: &State, overlay: Option<&Overlay>) -> Vec<Offer> {
    let own = overlay.map_or_else(|| screen_offers(state), |overlay| overlay::offers(state, overlay));
    chain(own, global::OFFERS.iter().copied())
}

pub(crate) struct Helped {
    pub(crate) offers: Vec<Offer>,
    pub(crate) focus: Focus,
    pub(crate) is_screen: bool,
}

pub(crate) fn helped(state: &State) -> Helped {
    let open: Vec<&Overlay> = state.below.iter().chain(&state.overlay).collect();
    let help = open.iter().rposition(|overlay| matches!(overlay, Overlay::Page(page) if page.subject == Subject::Keys));
    let about = help.and_then(|help| help.checked_sub(1)).and_then(|place| open.get(place).copied());
    Helped {
        offers: offers_of(state, about),
        focus: about.map_or_else(|| screen_focus(state), overlay::focus),
        is_screen: about.is_none(),
    }
}

fn chain(own: Vec<Offer>, global: impl Iterator<Item = Offer>) -> Vec<Offer> {
    let others: Vec<Offer> = global.filter(|one| own.iter().all(|offer| offer.action != one.action)).collect();
    own.into_iter().chain(others).collect()
}

fn screen_offers(state: &State) -> Vec<Offer> {
    match &state.screen {
        Screen::Menu(_) => menu::offers(state),
        Screen::Form(form) => form.offers(),
        Screen::Editor(_) => editor::OFFERS.to_vec(),
        Screen::Game => game::actions::offers(state),
        Screen::Study => study::offers(state),
        Screen::Drill(drill) => drill.offers(),
        Screen::Learn(learn) => learn.offers(),
        Screen::Library => library::offers(state),
        Screen::Browser(_) => browser::OFFERS.to_vec(),
    }
}

pub(crate) fn focus(state: &State) -> Focus {
    match (&state.overlay, &state.screen) {
        (Some(overlay), _) => overlay::focus(overlay),
        (None, _) => screen_focus(state),
    }
}

pub(crate) fn focus_below(state: &State) -> Focus {
    state.below.last().map_or_else(|| screen_focus(state), overlay::focus)
}

fn screen_focus(state: &State) -> Focus {
    match &state.screen {
        Screen::Menu(_) | Screen::Form(_) => Focus::List,
        Screen::Drill(drill) => drill.focus(),
        Screen::Study if study::is_writing(state) => Focus::Text,
        Screen::Game => game::actions::focus(state),
        Screen::Library => library::focus(state),
        Screen::Browser(_) => Focus::Text,
        Screen::Study | Screen::Editor(_) | Screen::Learn(_) => Focus::Squares,
    }
}

pub(crate) fn key(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    state.notice = None;
    if is_typed(state, press) {
        return;
    }
    if let Some(action) = keymap::find(press, focus(state)) {
        act(state, action, effects);
    }
}

/// Squares and texts take keys before actions do.
fn is_typed(state: &mut State, press: Press) -> bool {
    if state.overlay.is_some() {
        return overlay::typed(state, press);
    }
    match state.screen {
        Screen::Menu(_) => false,
        Screen::Form(_) => form::typed(state, press),
        Screen::Editor(_) => editor::typed(state, press),
        Screen::Game => game::actions::typed(state, press),
        Screen::Study => study::typed(state, press),
        Screen::Drill(_) => drill::typed(state, press),
        Screen::Learn(_) => learn::typed(state, press),
        Screen::Library => library::typed(state, press),
        Screen::Browser(_) => browser::typed(state, press),
    }
}

/// Does nothing if the action is not offered now.
pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let is_own = |offers: Vec<Offer>| offers.iter().any(|offer| offer.action == action);
    match &state.overlay {
        Some(overlay) if is_own(overlay::offers(state, overlay)) => overlay::perform(state, action, effects),
        None if is_own(screen_offers(state)) => perform(state, action, effects),
        _ if is_own(global::OFFERS.to_vec()) => global::perform(state, action, effects),
        _ => {}
    }
}

pub(crate) fn uncover(state: &mut State) {
    if state.overlay.is_none() {
        state.overlay = state.below.pop();
    }
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match state.screen {
        Screen::Menu(_) => menu::perform(state, action, effects),
        Screen::Form(_) => form::perform(state, action, effects),
        Screen::Editor(_) => editor::perform(state, action, effects),
        Screen::Game => game::actions::perform(state, action, effects),
        Screen::Study => study::perform(state, action, effects),
        Screen::Drill(_) => drill::perform(state, action, effects),
        Screen::Learn(_) => learn::perform(state, action, effects),
        Screen::Library => library::perform(state, action, effects),
        Screen::Browser(_) => browser::perform(state, action, effects),
    }
}

pub(crate) fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    let Mouse { action, column, row } = mouse;
    match action {
        MouseAction::Press | MouseAction::Drag | MouseAction::Release if study::drag(state, mouse) => return,
        MouseAction::Press => {
            state.selection = Some(Selection::at((column, row).into(), panel_at(state, column, row)));
            return;
        }
        MouseAction::Drag => {
            if let Some(selection) = &mut state.selection {
                selection.drag((column, row).into());
            }
            return;
        }
        MouseAction::Release => {
            match state.selection.take() {
                Some(selection) if selection.is_dragged() => effects.push(Effect::CopyScreen(selection)),
                Some(selection) => {
                    let Position { x, y } = selection.began();
                    point(state, Mouse { action: MouseAction::Click, column: x, row: y }, effects);
                }
                None => {}
            }
            return;
        }
        MouseAction::Click | MouseAction::Move | MouseAction::ScrollUp | MouseAction::ScrollDown => {}
    }
    if action == MouseAction::Click {
        let contains = |target: &layout::ClickTarget| target.area.contains((column, row).into());
        match layout::click_targets(state).into_iter().find(contains).map(|target| target.target) {
            Some(Target::Action(action)) => {
                state.notice = None;
                return act(state, action, effects);
            }
            Some(Target::Item(index)) => {
                state.notice = None;
                match (&mut state.overlay, &mut state.screen) {
                    (Some(Overlay::Palette(palette)), _) => palette.selected = index,
                    (_, Screen::Menu(menu)) => menu.selected = index,
                    (_, Screen::Form(form)) => form.selected = index,
                    (_, Screen::Drill(drill)) => drill.select(index),
                    (_, Screen::Game) => {
                        if let Some(contest) = &mut state.contest {
                            contest.next = index;
                        }
                    }
                    _ => {}
                }
                return act(state, Action::Do, effects);
            }
            None => {}
        }
    }
    let square = layout::square_at(state.size, state.settings.coordinates, state.turned, column, row);
    match &state.overlay {
        Some(Overlay::Page(page)) => {
            let page = *page;
            return page::point(state, page, mouse, effects);
        }
        Some(Overlay::Palette(palette)) => {
            let palette = palette.clone();
            return palette::point(state, &palette, mouse, effects);
        }
        // The board below a warning can be used.
        Some(Overlay::Warning(_)) if action == MouseAction::Click && square.is_some() => {}
        Some(_) => return,
        None => {}
    }
    match state.screen {
        Screen::Study if state.overlay.is_none() => return study::point(state, mouse, effects),
        Screen::Library => return library::point(state, mouse, effects),
        Screen::Browser(_) => return browser::point(state, mouse, effects),
        _ => {}
    }
    match action {
        MouseAction::ScrollUp => act(state, Action::Up, effects),
        MouseAction::ScrollDown => act(state, Action::Down, effects),
        MouseAction::Move => {
            if let Some(square) = square {
                hover(state, square);
            }
        }
        MouseAction::Press | MouseAction::Drag | MouseAction::Release => {}
        MouseAction::Click => {
            if let Some(square) = square {
                click(state, square, effects);
            }
        }
    }
}

fn panel_at(state: &State, column: u16, row: u16) -> Rect {
    let whole = Rect { x: 0, y: 0, width: state.size.columns, height: state.size.rows };
    let contains = |area: &Rect| area.contains((column, row).into());
    let inside = state.overlay.as_ref().and_then(|overlay| overlay::text_area(state, overlay)).filter(contains);
    let has_board = focus(state) == Focus::Squares && state.overlay.is_none();
    let places = layout::board_screen(state.size, state.settings.coordinates).filter(|_| has_board);
    let panel = match state.screen {
        Screen::Study => study::pane_at(state, column, row),
        _ => places.and_then(|places| places.panel),
    };
    inside.or(panel.filter(contains)).unwrap_or(whole)
}

fn hover(state: &mut State, square: Square) {
    // In the study and the editor, Enter means something else without a pointer.
    let follows = matches!(state.screen, Screen::Game | Screen::Drill(_) | Screen::Learn(_));
    if let Some(pointer) = pointer(state).filter(|pointer| follows && pointer.column.is_none()) {
        pointer.point_at(square);
    }
}

pub(crate) fn click(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    // The second half of a double click would skip what the first one shows.
    let now = state.now;
    let before = state.clicked.replace((square, now));
    if before.is_some_and(|(clicked, at)| clicked == square && now.since(at) < DOUBLE_CLICK) {
        return;
    }
    // After the game, Enter chooses from a list.
    if matches!(state.screen, Screen::Game) && game::actions::focus(state) == Focus::List {
        return;
    }
    state.notice = None;
    // A square was chosen: the announcement of a pass has been seen.
    if let Some(contest) = &mut state.contest {
        contest.pass = None;
    }
    if let Some(Overlay::Warning(warned)) = &state.overlay
        && warned.warning.played != square
    {
        state.overlay = None;
    }
    if let Some(pointer) = pointer(state) {
        pointer.point_at(square);
    }
    act(state, Action::Do, effects);
}

/// The pointer of a screen where a square can be chosen now.
fn pointer(state: &mut State) -> Option<&mut Pointer> {
    match &mut state.screen {
        Screen::Game => state.contest.as_mut().map(|contest| &mut contest.pointer),
        Screen::Study => {
            let review = state.review.as_mut()?;
            let can_choose = review.retry.as_ref().is_none_or(|retry| retry.is_open());
            can_choose.then_some(&mut review.pointer)
        }
        Screen::Editor(editor) => Some(&mut editor.pointer),
        Screen::Drill(drill) if drill.is_choosing() => Some(&mut drill.pointer),
        Screen::Learn(learn) if learn.is_open() => Some(&mut learn.pointer),
        _ => None,
    }
}
