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
use outflank_study::drill::PuzzleFilter;

use crate::commands::drill::Course;
use crate::tui::app::{Effect, Id, Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::study::review::{Review, Search};
use crate::tui::screens::{drill, global, menu, retry};
use crate::tui::widgets::{Pointing, layout};

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
    Practise,
    Games,
    Play,
    ToGame,
    PlayOn,
    Engine,
    Update,
    Marks,
    Rotate,
    Save,
    Open,
    Copy,
    Leave,
}

pub(crate) const KEYS: &[Binding<Action>] = &[
    bind(&[Press::key(KeyCode::Left)], Action::Back, "previous move", "back"),
    bind(&[Press::key(KeyCode::Right)], Action::Forward, "next move", "next"),
    bind(&[Press::key(KeyCode::Home), Press::key(KeyCode::PageUp)], Action::First, "first position", ""),
    bind(&[Press::key(KeyCode::End), Press::key(KeyCode::PageDown)], Action::Last, "last position", ""),
    bind(&[Press::char('r')], Action::Report, "show the report", "report"),
    bind(&[Press::char('x')], Action::Retry, "retry the mistakes", "retry"),
    bind(&[Press::char('k')], Action::Practise, "puzzles about your mistakes", ""),
    bind(&[Press::char('l')], Action::Games, "games with this position", "games"),
    bind(&[Press::key(KeyCode::Up)], Action::EarlierMistake, "previous mistake", ""),
    bind(&[Press::key(KeyCode::Down)], Action::LaterMistake, "next mistake", ""),
    bind(&[Press::char('w')], Action::Worst, "worst mistake, next worst", "worst"),
    bind(&[Press::key(KeyCode::Enter), Press::char(' ')], Action::Play, "play a variation", ""),
    bind(&[Press::key(KeyCode::Backspace)], Action::ToGame, "leave the variation", ""),
    bind(&[Press::char('p')], Action::PlayOn, "play a game from here", ""),
    bind(&[Press::char('i')], Action::Engine, "turn engine on or off", ""),
    bind(&[Press::char('u')], Action::Update, "update the report with more effort", ""),
    bind(&[Press::char('m')], Action::Marks, "show or hide legal moves", ""),
    bind(&[Press::char('v')], Action::Rotate, "rotate the board", ""),
    bind(&[Press::char('s')], Action::Save, "save", ""),
    bind(&[Press::char('o')], Action::Open, "open a record", ""),
    bind(&[Press::char('y')], Action::Copy, "copy the moves", ""),
    bind(&[Press::key(KeyCode::Esc)], Action::Leave, "leave the study", "leave"),
];

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
        Action::Report => page::open(state, Subject::Report),
        Action::Retry => retry::begin(state),
        Action::Practise => practise(state, effects),
        Action::Games => show_games(state),
        Action::Play => match review.pointer.square() {
            Some(square) => play(state, square),
            None => step(review, review.at() + 1),
        },
        Action::ToGame => {
            if !review.back_to_game() {
                state.notify("There is no variation to leave.");
            }
        }
        Action::PlayOn => play_on(state),
        Action::Engine => review.engine_on = !review.engine_on,
        Action::Update => update_report(state),
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

fn to_mistake(state: &mut State, is_there: impl Fn(usize, usize) -> bool, nearest_is_least: bool) {
    let Some(review) = state.review.as_mut() else { return };
    let shown = review.at();
    let there = review.mistakes().into_iter().filter(|&at| is_there(at, shown));
    match if nearest_is_least { there.min() } else { there.max() } {
        Some(at) => step(review, at),
        None => state.notify("No more mistakes in that direction."),
    }
}

fn worst(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let mistakes = review.mistakes();
    let shown = mistakes.iter().position(|&at| at == review.at());
    let next = shown.map_or(0, |place| (place + 1) % mistakes.len());
    match mistakes.get(next) {
        Some(&at) => step(review, at),
        None if review.sweep.is_over() => state.notify("No move lost two discs or more."),
        None => state.notify("The engine has found no mistakes yet."),
    }
}

fn practise(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(review) = &state.review else { return };
    let theme = review.takeaways().and_then(|takeaways| takeaways.practise);
    match theme {
        Some(_) => drill::begin(state, Course::Puzzles(PuzzleFilter { theme, ..PuzzleFilter::default() }), effects),
        None if review.reader().is_none() => state.notify("Puzzles are suggested for games that you played here."),
        None if review.takeaways().is_none() => state.notify("The report is not complete yet."),
        None => state.notify("No puzzles are about your mistakes."),
    }
}

fn update_report(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let text = match review.sweep.is_over() {
        false => format!("The {} report is {} % done.", review.sweep.effort(), review.sweep.percent_done()),
        true => match review.sweep.deepen() {
            Some(effort) => format!("Analyzing the game again for a {effort} report."),
            None => "This is the deepest report.".to_owned(),
        },
    };
    review.engine_on = true;
    state.notify(text);
}

fn play_on(state: &mut State) {
    let Some(review) = &state.review else { return };
    let game = review.shown();
    if game.outcome().is_some() {
        return state.notify("The game is over in this position.");
    }
    let form = Form::to_play(&state.settings).going_on_with(game, "position from the study");
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
            effects.push(Effect::Review { id: sweep_id, search: search.clone() });
            Search { id: sweep_id, position: *search.position(), done: false }
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
        false => state.notify("No room to show games: enlarge the window."),
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
