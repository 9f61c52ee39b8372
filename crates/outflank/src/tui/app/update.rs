use std::time::Duration;

use outflank_table::Time;

use crate::storage::records::one;
use crate::storage::shelf::ShelfError;
use crate::tui::app::{Effect, Event, Id, Screen, State, Unsaved, alert};
use crate::tui::screens::game::{self, machine, warning};
use crate::tui::screens::library::state::Focus;
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::setup::starting;
use crate::tui::screens::{self, drill, learn, library, study};

const SAVE_AGAIN_EVERY: Duration = Duration::from_secs(2);

/// A pure function of state, event and time: it reads no clock and no files.
pub(crate) fn update(state: &mut State, event: Event, now: Time) -> Vec<Effect> {
    let mut effects = Vec::new();
    let (was_in_menu, was_in_form) = (is_in_menu(state), is_in_form(state));
    let asked = alert::waiting_since(state).filter(|_| matches!(event, Event::Chosen(..)));
    let clock = alert::own_clock(state);
    state.now = state.now.max(now);
    match event {
        Event::Key(press) => screens::key(state, press, &mut effects),
        Event::Mouse(mouse) => screens::point(state, mouse, &mut effects),
        Event::Resize(size) => (state.size, state.selection) = (size, None),
        Event::Focus(has_focus) => state.has_focus = has_focus,
        Event::Paste(text) => paste(state, &text),
        Event::Tick => {}
        Event::Progress(id, analysis) => searched(state, id, &analysis, false),
        Event::Searched(id, analysis) => {
            searched(state, id, &analysis, true);
            warning::searched(state, id, &analysis, &mut effects);
            drill::searched(state, id, &analysis);
        }
        Event::Chosen(id, choice) => machine::chosen(state, id, choice, &mut effects),
        Event::Started(id, color, result) => starting::started(state, id, color, result, &mut effects),
        Event::Explored(position, found) => state.explorer.receive(&position, found),
        Event::CollectedGame(Ok(record)) => study::open_unless_edited(state, *record, 0),
        Event::CollectedGame(Err(error)) => state.notify(format!("{error:#}")),
        Event::Collection(news) => state.explorer.note(&news),
        Event::GameRestored(Ok(restored)) => game::go_on(state, *restored, &mut effects),
        Event::Library(news) => library::receive(state, news),
        Event::GameFound(saved) => state.saved_game = *saved,
        Event::GameRestored(Err(error)) | Event::Saved(Err(error)) | Event::Failed(error) => {
            state.notify(format!("{error:#}"));
        }
        Event::DrillProgress(Ok(recalled)) => drill::recalled(state, *recalled),
        Event::DrillProgress(Err(error)) => drill::not_kept(state, &error),
        Event::Saved(Ok(path)) => study::saved(state, &path),
        Event::Copied => state.notify("Copied to the clipboard, if the terminal allows it."),
        Event::GameSaved(saved) => game_saved(state, saved),
        Event::Resumed => effects.push(Effect::Redraw),
        Event::Terminated => effects.push(Effect::Quit),
    }
    screens::uncover(state);
    let now = state.now;
    state.notice.take_if(|notice| notice.until <= now);
    if let Some(unsaved) = state.unsaved.as_mut().filter(|unsaved| unsaved.retry_at <= now) {
        unsaved.retry_at = now.after(SAVE_AGAIN_EVERY);
        effects.push(Effect::SaveAgain);
    }
    game::pass_time(state, &mut effects);
    learn::pass_time(state);
    drill::pass_time(state);
    machine::think(state, &mut effects);
    drill::think(state, &mut effects);
    study::think(state, &mut effects);
    study::explore(state, &mut effects);
    effects.extend(asked.and_then(|since| alert::after_answer(state, since)));
    effects.extend(alert::low_clock(state, clock));
    effects.extend((!was_in_menu && is_in_menu(state)).then_some(Effect::Rest));
    effects.extend((!was_in_form && is_in_form(state)).then_some(Effect::WarmUp));
    effects
}

fn is_in_menu(state: &State) -> bool {
    matches!(state.screen, Screen::Menu(_))
}

fn is_in_form(state: &State) -> bool {
    matches!(state.screen, Screen::Form(_))
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
    if let Some(Overlay::Palette(palette)) = &mut state.overlay {
        return palette.insert(text);
    }
    if state.overlay.is_some() {
        return;
    }
    if let (Screen::Study, Some(field)) =
        (&state.screen, state.review.as_mut().and_then(|review| review.comment.as_mut()))
    {
        return field.insert(text);
    }
    if let Screen::Browser(browser) = &mut state.screen {
        return browser.insert(text);
    }
    if matches!(state.screen, Screen::Library) && state.library.focus == Focus::Search {
        return library::insert(state, text);
    }
    let rules = match &state.screen {
        Screen::Editor(editor) => editor.rules,
        _ => Default::default(),
    };
    match (one::parse(text, rules), &mut state.screen) {
        (Ok(record), Screen::Editor(editor)) => editor.take_over(record.game().position()),
        (Ok(record), _) => study::open_unless_edited(state, record, 0),
        (Err(error), _) => state.notify(format!("Pasted text is not a game record: {error:#}")),
    }
}
