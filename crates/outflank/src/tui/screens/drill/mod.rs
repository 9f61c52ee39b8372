//! The drill: puzzles, and openings played from memory.

pub(crate) mod draw;
mod keys;
mod play_out;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use std::mem;

use outflank_engine::Analysis;
use outflank_rules::Square;
use outflank_study::drill::PuzzleFilter;
use outflank_study::puzzles::{self, Kind};
use outflank_study::report::Theme;

use crate::commands::drill::{Course, Openings, Recalled};
use crate::tui::app::{Effect, Id, MouseAction, Screen, State};
use crate::tui::keymap::{Press, find};
use crate::tui::screens::drill::keys::{Action, ListAction};
use crate::tui::screens::drill::state::{Drill, Task};
use crate::tui::screens::{global, study};
use crate::tui::widgets::{Pointing, layout, pointer};

pub(crate) use keys::{LIST_KEYS, all_keys};

const LONGEST_FILTER: usize = 60;

pub(crate) fn begin(state: &mut State, course: Course, effects: &mut Vec<Effect>) {
    state.screen = Screen::Drill(Box::new(Drill::new(course)));
    effects.push(Effect::LoadProgress);
}

pub(crate) fn recalled(state: &mut State, recalled: Recalled) {
    let entropy = state.random.next();
    if let Some(damaged) = &recalled.damaged {
        state.notify(damaged.to_string());
    }
    if let Screen::Drill(drill) = &mut state.screen {
        drill.recall(recalled, entropy);
    }
}

/// The drill goes on, but nothing is saved until writing works again.
pub(crate) fn not_kept(state: &mut State, error: &anyhow::Error) {
    state.notify(format!("Your progress is not saved: {error:#}"));
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen
        && let Task::Loading = drill.task
    {
        drill.begin(entropy);
    }
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let (turned, rows) = (state.turned, layout::choices(state.size).len());
    let Screen::Drill(drill) = &mut state.screen else { return false };
    if let Task::List(_) = drill.task {
        return press_in_list(state, press, rows);
    }
    if drill.is_choosing() && drill.pointer.press(press, turned) != Pointing::Other {
        return true;
    }
    let now = state.now;
    let Some(action) = find(drill.keys(), press) else { return false };
    match action {
        Action::Play => match drill.pointer.square() {
            Some(square) => play(state, square, effects),
            None => state.notify(pointer::PROMPT),
        },
        Action::Next => next(state),
        Action::Show => effects.extend(drill.show_answer().map(Effect::SaveAnswer)),
        Action::PlayOut => drop(drill.play_out()),
        Action::Line => {
            if let Some(playing) = drill.play_out() {
                playing.show(now);
            }
        }
        Action::TakeBack => {
            let is_taken_back = drill.play_out().is_some_and(|playing| playing.take_back());
            drill.pointer.shown = false;
            if !is_taken_back {
                state.notify("There is no move to take back.");
            }
        }
        Action::Study => study_position(state),
        Action::Back => drill.playing_out = None,
        Action::Repeat => drill.repeat(),
        Action::Kind => change(state, |wanted| wanted.kind = next_kind(wanted.kind)),
        Action::Difficulty => change(state, |wanted| wanted.difficulty = next_difficulty(wanted.difficulty)),
        Action::Theme => change(state, |wanted| wanted.theme = next_theme(wanted.theme)),
        Action::Puzzles => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        Action::Openings => go_to(state, Course::Openings(Openings::all())),
        Action::Marks => global::toggle_marks(state, effects),
        Action::Rotate => global::rotate(state),
        Action::Leave => global::to_menu(state),
    }
    true
}

pub(crate) fn point(
    state: &mut State,
    action: MouseAction,
    square: Option<Square>,
    row: u16,
    effects: &mut Vec<Effect>,
) {
    let rows = layout::choices(state.size);
    let Screen::Drill(drill) = &mut state.screen else { return };
    if let Task::List(list) = &mut drill.task {
        match action {
            MouseAction::ScrollUp => list.step(-1),
            MouseAction::ScrollDown => list.step(1),
            MouseAction::Click => {
                let place = rows.iter().position(|area| area.y == row);
                let index = place.map(|place| list.first(rows.len()) + place);
                if let Some(index) = index.filter(|&index| index < list.lines.len()) {
                    list.selected = index;
                    drill.choose();
                }
            }
            MouseAction::Move => {}
        }
        return;
    }
    match (action, square) {
        (MouseAction::Click, Some(square)) if drill.is_choosing() => {
            drill.pointer.point_at(square);
            play(state, square, effects);
        }
        (MouseAction::Move, Some(square)) if drill.is_choosing() && drill.pointer.column.is_none() => {
            drill.pointer.point_at(square);
        }
        _ => {}
    }
}

fn press_in_list(state: &mut State, press: Press, rows: usize) -> bool {
    let Screen::Drill(drill) = &mut state.screen else { return false };
    let Task::List(list) = &mut drill.task else { return false };
    let page = rows.max(1) as isize;
    match (find(LIST_KEYS, press), press.typed()) {
        (Some(ListAction::Up), _) => list.step(-1),
        (Some(ListAction::Down), _) => list.step(1),
        (Some(ListAction::PageUp), _) => list.step(-page),
        (Some(ListAction::PageDown), _) => list.step(page),
        (Some(ListAction::Colour), _) => list.learner = !list.learner,
        (Some(ListAction::Delete), _) => list.edit(|filter| {
            filter.pop();
        }),
        (Some(ListAction::Leave), _) => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        (Some(ListAction::Begin), _) => {
            if !drill.choose() {
                state.notify("No opening matches.");
            }
        }
        (None, Some('?') | None) => return false,
        (None, Some(character)) => {
            if list.filter.chars().count() < LONGEST_FILTER {
                list.edit(|filter| filter.push(character));
            }
        }
    }
    true
}

/// Shows the position in the study; leaving it returns here.
fn study_position(state: &mut State) {
    let Screen::Drill(drill) = &state.screen else { return };
    let Some(record) = drill.record() else { return };
    let shown = record.game().placements().count();
    let before = mem::replace(&mut state.screen, Screen::Study);
    study::open(state, record, shown);
    if let Screen::Drill(drill) = before {
        state.left_drill = Some(drill);
    }
}

/// Returns from the study if this key would leave it.
pub(crate) fn come_back(state: &mut State, press: Press) -> bool {
    let is_typing = || state.review.as_ref().is_some_and(|review| review.pointer.column.is_some());
    if find(study::KEYS, press) != Some(study::Action::Leave) || study::is_retrying(state) || is_typing() {
        return false;
    }
    let Some(drill) = state.left_drill.take() else { return false };
    state.screen = Screen::Drill(drill);
    true
}

pub(crate) fn searched(state: &mut State, id: Id, analysis: &Analysis) {
    if let Screen::Drill(drill) = &mut state.screen
        && let Some(playing) = &mut drill.playing_out
    {
        playing.searched(id, analysis);
    }
}

pub(crate) fn pass_time(state: &mut State) {
    let now = state.now;
    if let Screen::Drill(drill) = &mut state.screen
        && let Some(playing) = &mut drill.playing_out
    {
        playing.pass_time(now);
    }
}

pub(crate) fn think(state: &mut State, effects: &mut Vec<Effect>) {
    // Other ways out of the study lead elsewhere.
    state.left_drill.take_if(|_| !matches!(state.screen, Screen::Study));
    if !matches!(state.screen, Screen::Drill(_)) {
        return;
    }
    let id = state.new_id();
    if let Screen::Drill(drill) = &mut state.screen
        && let Some(playing) = &mut drill.playing_out
    {
        effects.extend(playing.think(id));
    }
}

fn play(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Screen::Drill(drill) = &mut state.screen else { return };
    let played = match &mut drill.playing_out {
        Some(playing) => playing.play(square).map(|()| drill.pointer.shown = false).map_err(|why| why.to_string()),
        None => drill
            .play(square)
            .map(|answer| effects.extend(answer.map(Effect::SaveAnswer)))
            .map_err(|why| why.to_string()),
    };
    if let Err(why) = played {
        state.notify(format!("{square} cannot be played: {why}."));
    }
}

fn next(state: &mut State) {
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen {
        drill.next(entropy);
    }
}

fn go_to(state: &mut State, course: Course) {
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen {
        drill.course = course;
        drill.begin(entropy);
    }
}

fn change(state: &mut State, change: impl FnOnce(&mut PuzzleFilter)) {
    let Screen::Drill(drill) = &state.screen else { return };
    let mut wanted = match drill.course {
        Course::Puzzles(wanted) => wanted,
        Course::Openings(_) => PuzzleFilter::default(),
    };
    change(&mut wanted);
    go_to(state, Course::Puzzles(wanted));
}

fn next_kind(kind: Option<Kind>) -> Option<Kind> {
    let Some(kind) = kind else { return Kind::ALL.first().copied() };
    Kind::ALL.into_iter().skip_while(|&one| one != kind).nth(1)
}

fn next_theme(theme: Option<Theme>) -> Option<Theme> {
    puzzles::all_themes().find(|&next| theme.is_none_or(|theme| next > theme))
}

/// Automatic, then each difficulty.
fn next_difficulty(difficulty: Option<u8>) -> Option<u8> {
    Some(difficulty.map_or(1, |difficulty| difficulty + 1)).filter(|difficulty| *difficulty <= 5)
}
