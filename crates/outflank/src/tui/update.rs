//! The one place where the state changes.

use outflank_formats::Record;
use outflank_table::Time;

use super::effect::Effect;
use super::event::{Deed, Event, Id, Mouse};
use super::keys::Press;
use super::layout;
use super::overlay::{self, Overlay};
use super::page;
use super::screens::{drill, editor, everywhere, form, game, learn, menu, study, teach};
use super::state::{Screen, State};
use crate::storage::records::one;

/// Takes in what happened at this moment, and says what is to be done outside. It reads no clock and no file, and what
/// it does follows from the state and the event alone.
pub(crate) fn update(state: &mut State, event: Event, now: Time) -> Vec<Effect> {
    let mut effects = Vec::new();
    state.now = state.now.max(now);
    match event {
        Event::Key(press) => key(state, press, &mut effects),
        Event::Mouse(mouse) => point(state, mouse, &mut effects),
        Event::Resize(size) => state.size = size,
        Event::Paste(text) => paste(state, &text),
        Event::Tick => {}
        Event::Progress { id, analysis } => searched(state, id, &analysis, false),
        Event::Searched { id, analysis } => {
            searched(state, id, &analysis, true);
            teach::searched(state, id, &analysis, &mut effects);
        }
        Event::Chosen { id, choice } => game::chosen(state, id, choice, &mut effects),
        Event::Explored { position, found } => state.explorer.learn(&position, found),
        Event::Collection(news) => state.explorer.hear(&news),
        Event::TakenUp(Ok(taken_up)) => game::go_on(state, *taken_up, &mut effects),
        Event::Opened(Ok(record)) => open(state, *record),
        Event::TakenUp(Err(error)) | Event::Opened(Err(error)) | Event::Saved(Err(error)) | Event::Failed(error) => {
            state.notify(format!("{error:#}"));
        }
        Event::Recalled(Ok(recalled)) => drill::recalled(state, *recalled),
        Event::Recalled(Err(error)) => drill::not_kept(state, &error),
        Event::Saved(Ok(path)) => state.notify(format!("Saved to {}", path.display())),
        Event::Resumed => effects.push(Effect::Redraw),
        Event::Terminated => effects.push(Effect::Quit),
    }
    let now = state.now;
    state.notice.take_if(|notice| notice.until <= now);
    game::pass_time(state, &mut effects);
    learn::pass_time(state);
    game::think(state, &mut effects);
    study::think(state, &mut effects);
    study::explore(state, &mut effects);
    effects
}

fn key(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    state.notice = None;
    if state.overlay.is_some() {
        return overlay::press(state, press, effects);
    }
    let used = match state.screen {
        _ if press.ctrl => false,
        Screen::Menu(_) => menu::press(state, press, effects),
        Screen::Form(_) => form::press(state, press, effects),
        Screen::Editor(_) => editor::press(state, press, effects),
        Screen::Game => game::press(state, press, effects),
        Screen::Study => study::press(state, press, effects),
        Screen::Drill(_) => drill::press(state, press, effects),
        Screen::Learn(_) => learn::press(state, press, effects),
    };
    if !used {
        everywhere::press(state, press, effects);
    }
}

/// What is clicked is pressed, and squares are pointed at.
fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    let Mouse { deed, column, row } = mouse;
    if deed == Deed::Click {
        let contains = |spot: &layout::Spot| spot.area.contains((column, row).into());
        if let Some(spot) = layout::spots(state).into_iter().find(contains) {
            return key(state, spot.press, effects);
        }
    }
    match state.overlay {
        Some(Overlay::Page(page)) => return page::point(state, page, deed),
        Some(_) => return,
        None => {}
    }
    let square = layout::square_at(state.size, state.settings.coordinates, state.turned, column, row);
    match (&mut state.screen, deed, square) {
        (Screen::Game, Deed::Click, Some(square)) => game::click(state, square, effects),
        (Screen::Study, Deed::Click, Some(square)) => study::click(state, square),
        (Screen::Editor(editor), Deed::Click, Some(square)) => {
            editor.pointer.point_at(square);
            editor.cycle(square);
        }
        (Screen::Game, Deed::Move, Some(square)) => {
            if let Some(contest) = state.contest.as_mut().filter(|contest| contest.pointer.column.is_none()) {
                contest.pointer.point_at(square);
            }
        }
        (Screen::Drill(_), deed, square) => drill::point(state, deed, square, row, effects),
        (Screen::Learn(_), deed, square) => learn::point(state, deed, square),
        (Screen::Study, Deed::ScrollUp, _) => study::scroll(state, false),
        (Screen::Study, Deed::ScrollDown, _) => study::scroll(state, true),
        _ => {}
    }
}

fn searched(state: &mut State, id: Id, analysis: &outflank_engine::Analysis, done: bool) {
    game::searched(state, id, analysis, done);
    study::searched(state, id, analysis, done);
}

fn paste(state: &mut State, text: &str) {
    if let Some(Overlay::Prompt(prompt)) = &mut state.overlay {
        return prompt.insert(text);
    }
    if state.overlay.is_some() {
        return;
    }
    let rules = match &state.screen {
        Screen::Editor(editor) => editor.rules(),
        _ => Default::default(),
    };
    match (one::parse(text, rules), &mut state.screen) {
        (Ok(record), Screen::Editor(editor)) => editor.take_over(record.game().position()),
        (Ok(record), _) => open(state, record),
        (Err(error), _) => state.notify(format!("What was pasted is no record: {error:#}")),
    }
}

/// A record is studied, from its end if nothing can be stepped through, else from its start.
fn open(state: &mut State, record: Record) {
    study::open(state, record, 0);
}
