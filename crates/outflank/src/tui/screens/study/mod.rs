//! Studying a game, with the engine's analysis.

pub(crate) mod draw;
pub(crate) mod review;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crossterm::event::KeyCode;
use outflank_engine::{Analysis, Limits};
use outflank_formats::Record;
use outflank_rules::Square;

use crate::tui::app::effect::Effect;
use crate::tui::app::event::Id;
use crate::tui::app::state::{Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, find};
use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::page::{Page, Subject};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::study::review::{Review, Search};
use crate::tui::screens::{global, menu, retry};
use crate::tui::widgets::layout;
use crate::tui::widgets::pointer::Pointing;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Back,
    Forward,
    First,
    Last,
    EarlierMistake,
    LaterMistake,
    Worst,
    Report,
    Retry,
    Games,
    Play,
    ToGame,
    PlayOn,
    Engine,
    Marks,
    Rotate,
    Save,
    Open,
    Copy,
    Leave,
}

pub(crate) const KEYS: &[Binding<Action>] = &[
    Binding { keys: &[Press::key(KeyCode::Left)], action: Action::Back, does: "a move back", word: "back" },
    Binding { keys: &[Press::key(KeyCode::Right)], action: Action::Forward, does: "a move on", word: "on" },
    Binding {
        keys: &[Press::key(KeyCode::Home), Press::key(KeyCode::PageUp)],
        action: Action::First,
        does: "to the start",
        word: "",
    },
    Binding {
        keys: &[Press::key(KeyCode::End), Press::key(KeyCode::PageDown)],
        action: Action::Last,
        does: "to the end",
        word: "",
    },
    Binding { keys: &[Press::char('r')], action: Action::Report, does: "the report of the game", word: "report" },
    Binding { keys: &[Press::char('x')], action: Action::Retry, does: "retry the mistakes", word: "retry" },
    Binding { keys: &[Press::char('l')], action: Action::Games, does: "what others played here", word: "games" },
    Binding {
        keys: &[Press::key(KeyCode::Up)],
        action: Action::EarlierMistake,
        does: "to the mistake before",
        word: "",
    },
    Binding { keys: &[Press::key(KeyCode::Down)], action: Action::LaterMistake, does: "to the next mistake", word: "" },
    Binding { keys: &[Press::char('w')], action: Action::Worst, does: "to the worst, next worst", word: "worst" },
    Binding {
        keys: &[Press::key(KeyCode::Enter), Press::char(' ')],
        action: Action::Play,
        does: "play on: a variation",
        word: "",
    },
    Binding { keys: &[Press::key(KeyCode::Backspace)], action: Action::ToGame, does: "back to the game", word: "" },
    Binding { keys: &[Press::char('p')], action: Action::PlayOn, does: "play a game from here", word: "" },
    Binding { keys: &[Press::char('i')], action: Action::Engine, does: "engine on or off", word: "" },
    Binding { keys: &[Press::char('m')], action: Action::Marks, does: "mark the legal squares", word: "" },
    Binding { keys: &[Press::char('v')], action: Action::Rotate, does: "turn the board", word: "" },
    Binding { keys: &[Press::char('s')], action: Action::Save, does: "save", word: "" },
    Binding { keys: &[Press::char('o')], action: Action::Open, does: "open a record", word: "" },
    Binding { keys: &[Press::char('y')], action: Action::Copy, does: "copy the moves", word: "" },
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Action::Leave, does: "leave the study", word: "leave" },
];

/// The longest analysis of the position on the board.
const LOOKED_AT_FOR: Duration = Duration::from_secs(30);

pub(crate) fn open(state: &mut State, record: Record, at: usize) {
    // Keep the searches of the previous game, so that they are stopped.
    let mut review = Review::new(record, at);
    if let Some(before) = &state.review {
        (review.searching, review.sweeping) = (before.searching, before.sweeping);
    }
    state.review = Some(review);
    state.screen = Screen::Study;
}

pub(crate) fn examine(state: &mut State) {
    let Some(contest) = &state.contest else { return };
    let same = |review: &Review| review.record().game().placements().eq(contest.game().placements());
    if state.review.as_ref().is_some_and(same) {
        state.screen = Screen::Study;
        return;
    }
    let record = contest.record(crate::tui::format::date(state.now));
    let at = contest.placed();
    open(state, record, at);
}

pub(crate) fn keys(state: &State) -> Vec<KeyLine> {
    match is_retrying(state) {
        true => keymap::lines(retry::KEYS),
        false => keymap::lines(KEYS),
    }
}

pub(crate) fn is_retrying(state: &State) -> bool {
    state.review.as_ref().is_some_and(|review| review.retry.is_some())
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let turned = state.turned;
    if is_retrying(state) {
        return retry::press(state, press, effects);
    }
    let Some(review) = state.review.as_mut() else { return false };
    // Arrows step through the game here; squares are typed or clicked.
    let typed = press.typed().is_some() || review.pointer.column.is_some();
    if typed && review.pointer.press(press, turned) != Pointing::Other {
        return true;
    }
    let Some(action) = find(KEYS, press) else { return false };
    match action {
        Action::Back => step(review, review.at().saturating_sub(1)),
        Action::Forward => step(review, review.at() + 1),
        Action::First => step(review, 0),
        Action::Last => step(review, usize::MAX),
        Action::EarlierMistake => to_mistake(state, |at, shown| at < shown, false),
        Action::LaterMistake => to_mistake(state, |at, shown| at > shown, true),
        Action::Worst => worst(state),
        Action::Report => state.overlay = Some(Overlay::Page(Page::new(Subject::Report))),
        Action::Retry => retry::begin(state),
        Action::Games => show_games(state),
        Action::Play => match review.pointer.square() {
            Some(square) => play(state, square),
            None => step(review, review.at() + 1),
        },
        Action::ToGame => {
            if !review.back_to_game() {
                state.notify("This is the game.");
            }
        }
        Action::PlayOn => play_on(state),
        Action::Engine => review.engine_on = !review.engine_on,
        Action::Marks => global::toggle_marks(state, effects),
        Action::Rotate => global::rotate(state),
        Action::Save => global::ask_to_save(state),
        Action::Open => global::ask_to_open(state),
        Action::Copy => global::copy(state, effects),
        Action::Leave => match state.contest {
            Some(_) => state.screen = Screen::Game,
            None => global::to_menu(state),
        },
    }
    true
}

fn step(review: &mut Review, at: usize) {
    review.go(at);
    review.pointer.shown = false;
}

pub(crate) fn click(state: &mut State, square: Square) {
    if is_retrying(state) {
        return retry::click(state, square);
    }
    if let Some(review) = state.review.as_mut() {
        review.pointer.point_at(square);
        play(state, square);
    }
}

pub(crate) fn scroll(state: &mut State, forward: bool) {
    if let Some(review) = state.review.as_mut().filter(|review| review.retry.is_none()) {
        let at = if forward { review.at() + 1 } else { review.at().saturating_sub(1) };
        step(review, at);
    }
}

fn play(state: &mut State, square: Square) {
    let Some(review) = state.review.as_mut() else { return };
    match review.play(square) {
        Ok(()) => review.pointer.shown = false,
        Err(illegal) => state.notify(format!("{square} cannot be played: {illegal}.")),
    }
}

/// Shows the position before the mistake.
fn to_mistake(state: &mut State, is_there: impl Fn(usize, usize) -> bool, nearest_is_least: bool) {
    let Some(review) = state.review.as_mut() else { return };
    let shown = review.at();
    let there = review.mistakes().into_iter().filter(|&at| is_there(at, shown));
    match if nearest_is_least { there.min() } else { there.max() } {
        Some(at) => step(review, at),
        None => state.notify("There is no mistake on that side."),
    }
}

/// The worst mistake, or the next worst from there.
fn worst(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let mistakes = review.mistakes();
    let shown = mistakes.iter().position(|&at| at == review.at());
    let next = shown.map_or(0, |place| (place + 1) % mistakes.len());
    match mistakes.get(next) {
        Some(&at) => step(review, at),
        None if review.sweep.is_over() => state.notify("No move gave away two discs or more."),
        None => state.notify("The engine has found no mistake yet."),
    }
}

fn play_on(state: &mut State) {
    let Some(review) = &state.review else { return };
    let game = review.shown();
    if game.outcome().is_some() {
        return state.notify("The game is over here.");
    }
    let form = Form::to_play(&state.settings).going_on_with(game, "the position of the study");
    menu::new_game(state, form);
}

pub(crate) fn searched(state: &mut State, id: Id, analysis: &Analysis, done: bool) {
    let Some(review) = state.review.as_mut() else { return };
    let of_id = |search: &&mut Search| search.id == id;
    let searches = [review.searching.as_mut(), review.sweeping.as_mut()];
    let Some(search) = searches.into_iter().flatten().find(of_id) else { return };
    search.done = done;
    let position = search.position;
    if review.searching.is_some_and(|search| search.id == id) {
        review.look_at(&position, analysis);
        retry::settle(review);
    } else if done {
        // The sweep uses only finished searches.
        review.sweep.learn(analysis);
    }
}

pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    if !matches!(state.screen, Screen::Study) {
        return stop(state, effects);
    }
    let (id, sweep_id) = (state.new_id(), state.new_id());
    let Some(review) = state.review.as_mut() else { return };
    let position = *review.position();
    let lines = position.legal_moves().len() as usize;
    let is_wanted = (review.engine_on || review.retry.is_some()) && lines > 0;
    if review.searching.is_some_and(|search| !is_wanted || search.position != position) {
        effects.extend(review.searching.take().filter(|search| !search.done).map(|search| Effect::Stop(search.id)));
    }
    if is_wanted && review.searching.is_none() {
        review.searching = Some(Search { id, position, done: false });
        let limits = Limits { time: Some(LOOKED_AT_FOR), lines, ..Limits::default() };
        effects.push(Effect::Search { id, position, limits });
    }
    // Stop a search that belongs to another game.
    if !review.engine_on || !review.sweep.is_waiting() {
        effects.extend(review.sweeping.take().filter(|search| !search.done).map(|search| Effect::Stop(search.id)));
    }
    if review.engine_on && review.sweeping.is_none() {
        review.sweeping = review.sweep.next().map(|search| {
            effects.push(Effect::Search { id: sweep_id, position: search.position, limits: search.limits });
            Search { id: sweep_id, position: search.position, done: false }
        });
    }
}

pub(crate) fn explore(state: &mut State, effects: &mut Vec<Effect>) {
    // During a retry, the games would reveal the move.
    let is_seen = state.explorer.is_shown && matches!(state.screen, Screen::Study) && !is_retrying(state);
    if !is_seen || state.settings.collection.is_empty() || !has_panel(state) {
        return;
    }
    let Some(position) = state.review.as_ref().map(|review| *review.position()) else { return };
    if position.rules().is_standard() && state.explorer.show(&position) {
        effects.push(Effect::Explore(position));
    }
}

fn show_games(state: &mut State) {
    match has_panel(state) {
        true => state.explorer.is_shown = !state.explorer.is_shown,
        false => state.notify("There is no room for the games beside the board."),
    }
}

fn has_panel(state: &State) -> bool {
    let places = layout::board_screen(state.size, state.settings.coordinates);
    places.is_some_and(|places| places.panel.is_some())
}

pub(crate) fn stop(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(review) = state.review.as_mut() else { return };
    let searches = [review.searching.take(), review.sweeping.take()];
    effects.extend(searches.into_iter().flatten().filter(|search| !search.done).map(|search| Effect::Stop(search.id)));
}
