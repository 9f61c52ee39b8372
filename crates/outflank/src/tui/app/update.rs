use std::time::Duration;

use outflank_formats::Record;
use outflank_table::Time;

use crate::storage::records::one;
use crate::storage::shelf::ShelfError;
use crate::tui::app::{Effect, Event, Id, Mouse, MouseAction, Screen, State, Unsaved};
use crate::tui::keymap::Press;
use crate::tui::screens::game::{self, warning};
use crate::tui::screens::overlay::{self, Overlay};
use crate::tui::screens::setup::{editor, form};
use crate::tui::screens::{drill, global, learn, menu, page, study};
use crate::tui::widgets::layout;

const SAVE_AGAIN_EVERY: Duration = Duration::from_secs(2);

/// A pure function of state, event and time: it reads no clock and no files.
pub(crate) fn update(state: &mut State, event: Event, now: Time) -> Vec<Effect> {
    let mut effects = Vec::new();
    state.now = state.now.max(now);
    match event {
        Event::Key(press) => key(state, press, &mut effects),
        Event::Mouse(mouse) => point(state, mouse, &mut effects),
        Event::Resize(size) => state.size = size,
        Event::Paste(text) => paste(state, &text),
        Event::Tick => {}
        Event::Progress(id, analysis) => searched(state, id, &analysis, false),
        Event::Searched(id, analysis) => {
            searched(state, id, &analysis, true);
            warning::searched(state, id, &analysis, &mut effects);
            drill::searched(state, id, &analysis);
        }
        Event::Chosen(id, choice) => game::chosen(state, id, choice, &mut effects),
        Event::Explored(position, found) => state.explorer.receive(&position, found),
        Event::Collection(news) => state.explorer.note(&news),
        Event::GameRestored(Ok(restored)) => game::go_on(state, *restored, &mut effects),
        Event::Opened(Ok(record)) => open(state, *record),
        Event::GameRestored(Err(error))
        | Event::Opened(Err(error))
        | Event::Saved(Err(error))
        | Event::Failed(error) => {
            state.notify(format!("{error:#}"));
        }
        Event::DrillProgress(Ok(recalled)) => drill::recalled(state, *recalled),
        Event::DrillProgress(Err(error)) => drill::not_kept(state, &error),
        Event::Saved(Ok(path)) => state.notify(format!("Saved to {}", path.display())),
        Event::GameSaved(saved) => game_saved(state, saved),
        Event::Resumed => effects.push(Effect::Redraw),
        Event::Terminated => effects.push(Effect::Quit),
    }
    let now = state.now;
    state.notice.take_if(|notice| notice.until <= now);
    if let Some(unsaved) = state.unsaved.as_mut().filter(|unsaved| unsaved.retry_at <= now) {
        unsaved.retry_at = now.after(SAVE_AGAIN_EVERY);
        effects.push(Effect::SaveAgain);
    }
    game::pass_time(state, &mut effects);
    learn::pass_time(state);
    drill::pass_time(state);
    game::think(state, &mut effects);
    drill::think(state, &mut effects);
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
        Screen::Study => drill::come_back(state, press) || study::press(state, press, effects),
        Screen::Drill(_) => drill::press(state, press, effects),
        Screen::Learn(_) => learn::press(state, press, effects),
    };
    if !used {
        global::press(state, press, effects);
    }
}

fn point(state: &mut State, mouse: Mouse, effects: &mut Vec<Effect>) {
    let Mouse { action, column, row } = mouse;
    if action == MouseAction::Click {
        let contains = |target: &layout::ClickTarget| target.area.contains((column, row).into());
        if let Some(target) = layout::click_targets(state).into_iter().find(contains) {
            return key(state, target.press, effects);
        }
    }
    match state.overlay {
        Some(Overlay::Page(page)) => return page::point(state, page, action),
        Some(_) => return,
        None => {}
    }
    let square = layout::square_at(state.size, state.settings.coordinates, state.turned, column, row);
    match (&mut state.screen, action, square) {
        (Screen::Game, MouseAction::Click, Some(square)) => game::click(state, square, effects),
        (Screen::Study, MouseAction::Click, Some(square)) => study::click(state, square),
        (Screen::Editor(editor), MouseAction::Click, Some(square)) => {
            editor.pointer.point_at(square);
            editor.cycle(square);
        }
        (Screen::Game, MouseAction::Move, Some(square)) => {
            if let Some(contest) = state.contest.as_mut().filter(|contest| contest.pointer.column.is_none()) {
                contest.pointer.point_at(square);
            }
        }
        (Screen::Drill(_), action, square) => drill::point(state, action, square, row, effects),
        (Screen::Learn(_), action, square) => learn::point(state, action, square),
        (Screen::Study, MouseAction::ScrollUp, _) => study::scroll(state, false),
        (Screen::Study, MouseAction::ScrollDown, _) => study::scroll(state, true),
        _ => {}
    }
}

fn searched(state: &mut State, id: Id, analysis: &outflank_engine::Analysis, done: bool) {
    game::searched(state, id, analysis, done);
    study::searched(state, id, analysis, done);
}

fn game_saved(state: &mut State, saved: Result<(), ShelfError>) {
    match saved {
        Err(error) => {
            if state.unsaved.is_none() {
                let next = "Outflank keeps trying. Press s to save it elsewhere.";
                state.notify(format!("This game is not being saved: {error}. {next}"));
            }
            let retry_at = state.now.after(SAVE_AGAIN_EVERY);
            state.unsaved = Some(Unsaved { reason: error.reason(), retry_at });
        }
        Ok(()) => {
            state.unsaved = None;
            state.notify("The game is saved again.");
        }
    }
}

fn paste(state: &mut State, text: &str) {
    if let Some(Overlay::Prompt(prompt)) = &mut state.overlay {
        return prompt.insert(text);
    }
    if state.overlay.is_some() {
        return;
    }
    let rules = match &state.screen {
        Screen::Editor(editor) => editor.rules,
        _ => Default::default(),
    };
    match (one::parse(text, rules), &mut state.screen) {
        (Ok(record), Screen::Editor(editor)) => editor.take_over(record.game().position()),
        (Ok(record), _) => open(state, record),
        (Err(error), _) => state.notify(format!("Pasted text is not a game record: {error:#}")),
    }
}

fn open(state: &mut State, record: Record) {
    study::open(state, record, 0);
}
