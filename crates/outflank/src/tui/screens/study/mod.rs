pub(crate) mod comment;
pub(crate) mod content;
pub(crate) mod draw;
mod engine;
mod keys;
mod moves;
pub(crate) mod panels;
pub(crate) mod places;
mod point;
mod report;
pub(crate) mod review;
mod sheet;
pub(crate) mod sweep;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_formats::Record;
use outflank_rules::{Game, Position, Rules, Square};
use outflank_study::drill::PuzzleFilter;

use crate::commands::drill::Course;
use crate::person;
use crate::storage::records::one;
use crate::tui::app::{Effect, Id, Origin, Screen, State};
use crate::tui::screens::overlay::{Confirm, Overlay};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::study::panels::Panel;
use crate::tui::screens::study::places::places;
use crate::tui::screens::study::review::{Review, Search};
use crate::tui::screens::{drill, menu, retry};

pub(crate) use keys::{is_writing, offers, perform, typed};
pub(crate) use point::{drag, pane_at, point};

const LOOKED_AT_FOR: Duration = Duration::from_secs(30);

pub(crate) fn open(state: &mut State, record: Record, at: usize) {
    // Keep the searches of the previous game, so that they are stopped.
    let mut review = Review::new(record, at);
    review.own = person::seat(review.record(), state.settings.name.as_ref());
    if let Some(before) = &state.review {
        (review.searching, review.sweeping) = (before.searching, before.sweeping);
        (review.panels, review.engine_on) = (before.panels.clone(), before.engine_on);
        review.panels.lists = Default::default();
    }
    state.review = Some(review);
    show(state);
}

fn show(state: &mut State) {
    match state.origin() {
        Origin::Study => {}
        origin => {
            if let (Origin::Library, Some(Screen::Study)) = (origin, &state.library.back) {
                state.library.back = None;
            }
            state.review_origin = origin;
        }
    }
    state.screen = Screen::Study;
}

/// Asks first if that would lose edits.
pub(crate) fn open_unless_edited(state: &mut State, record: Record, at: usize) {
    match is_edited(state) {
        true => state.cover(Overlay::Confirm(Confirm::Replace(Box::new((record, at))))),
        false => open(state, record, at),
    }
}

pub(crate) fn is_edited(state: &State) -> bool {
    state.review.as_ref().is_some_and(|review| review.tree.is_edited())
}

/// The game on the board, at its last move. If it was under study, the study goes on where it was left.
pub(crate) fn examine(state: &mut State) {
    let Some(contest) = &state.contest else { return };
    let record = contest.record(crate::tui::format::date(state.now), state.settings.name.as_ref());
    let at = contest.placed();
    match state.review.as_mut().is_some_and(|review| review.follow(&record)) {
        true => show(state),
        false => open_unless_edited(state, record, at),
    }
}

pub(crate) fn resume(state: &mut State) {
    let has_game = state.contest.as_ref().is_some_and(|contest| contest.placed() > 0);
    match (&state.review, has_game) {
        (Some(review), _) if review.tree.is_edited() || !has_game => show(state),
        (_, true) => examine(state),
        (_, false) => open(state, Record::of(&Game::new(Position::initial(Rules::Standard))), 0),
    }
}

/// What is saved: everything.
pub(crate) fn record(review: &Review) -> Record {
    review.tree.record()
}

pub(crate) fn saved(state: &mut State, path: &Path) {
    let mut text = format!("Saved to {}", path.display());
    if let Some(review) = state.review.as_mut().filter(|_| matches!(state.screen, Screen::Study)) {
        let format = one::format_of(path);
        let lost = [
            ("variations", review.tree.has_variations() && !format.holds_variations()),
            ("comments", review.tree.has_comments() && !format.holds_comments()),
        ];
        let lost: Vec<&str> = lost.into_iter().filter(|&(_, is_lost)| is_lost).map(|(what, _)| what).collect();
        match lost.is_empty() {
            true => review.tree.mark_as_saved(),
            false => {
                text += &format!(", without {}: {} cannot store them, SGF can.", lost.join(" and "), format.title());
            }
        }
    }
    state.notify(text);
}

pub(crate) fn is_retrying(state: &State) -> bool {
    state.review.as_ref().is_some_and(|review| review.retry.is_some())
}

fn play(state: &mut State, square: Square) {
    let Some(review) = state.review.as_mut() else { return };
    if let Err(illegal) = review.play(square) {
        state.notify(format!("{square} cannot be played: {illegal}."));
    }
}

fn leave(state: &mut State, effects: &mut Vec<Effect>) {
    match state.left_drill.take() {
        Some((drill, kept)) => {
            stop(state, effects);
            state.review = kept.map(|review| *review);
            state.screen = Screen::Drill(drill);
        }
        None => state.go_back_to(state.review_origin),
    }
}

fn to_mistake(state: &mut State, forward: bool) {
    let Some(review) = state.review.as_mut() else { return };
    let shown = review.at();
    let mistakes = review.mistakes().into_iter();
    let there = match forward {
        true => mistakes.filter(|&at| at > shown).min(),
        false => mistakes.filter(|&at| at < shown).max(),
    };
    match there {
        Some(at) => review.go(at),
        None => state.notify("No more mistakes in that direction."),
    }
}

fn worst(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let mistakes = review.mistakes();
    let shown = mistakes.iter().position(|&at| at == review.at());
    let next = shown.map_or(0, |place| (place + 1) % mistakes.len());
    match mistakes.get(next) {
        Some(&at) => review.go(at),
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
        None => state.notify("There are no puzzles about your mistakes."),
    }
}

fn update_report(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let text = match review.sweep.is_over() {
        _ if review.is_outdated() => {
            review.review_main_line();
            "Analyzing the game again: its main line has changed.".to_owned()
        }
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
    let is_seen = matches!(state.screen, Screen::Study) && !is_retrying(state) && shows(state, Panel::Explorer);
    if !is_seen || state.settings.collection.is_empty() {
        return;
    }
    let Some(position) = state.review.as_ref().map(|review| *review.position()) else { return };
    if position.rules().is_standard() && state.explorer.show(&position) {
        effects.push(Effect::Explore(position));
    }
}

fn shows(state: &State, panel: Panel) -> bool {
    places(state).is_some_and(|places| places.panes.iter().any(|pane| pane.panel == panel))
}

pub(crate) fn stop(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(review) = state.review.as_mut() else { return };
    let searches = [review.searching.take(), review.sweeping.take()];
    effects.extend(searches.into_iter().flatten().filter(|search| !search.done).map(|search| Effect::Stop(search.id)));
}
