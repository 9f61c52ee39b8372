pub(crate) mod draw;
mod keys;
mod play_out;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use std::mem;

use crossterm::event::KeyCode;
use outflank_engine::Analysis;
use outflank_rules::Square;
use outflank_study::drill::PuzzleFilter;
use outflank_study::puzzles::{self, Kind};
use outflank_study::report::Theme;

use crate::commands::drill::{Course, Openings, Recalled};
use crate::tui::app::{Effect, Id, Screen, State};
use crate::tui::keymap::{Action, Press};
use crate::tui::screens::drill::state::{Drill, Task};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::{global, study};
use crate::tui::widgets::{Pointing, field, layout, pointer};

const LONGEST_FILTER: usize = 60;

pub(crate) fn begin(state: &mut State, course: Course, effects: &mut Vec<Effect>) {
    state.screen = Screen::Drill(Box::new(Drill { back: state.origin(), ..Drill::new(course) }));
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

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let turned = state.turned;
    let Screen::Drill(drill) = &mut state.screen else { return false };
    match &mut drill.task {
        Task::List(list) if list.is_searching => match (press.typed(), press.code) {
            (Some(character), _) => {
                list.edit(|filter| field::insert(filter, character.encode_utf8(&mut [0; 4]), LONGEST_FILTER));
            }
            (None, KeyCode::Backspace) => list.edit(|filter| {
                filter.pop();
            }),
            (None, _) => return false,
        },
        Task::List(_) => return false,
        _ => return drill.is_choosing() && drill.pointer.press(press, turned) != Pointing::Other,
    }
    true
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let now = state.now;
    let Screen::Drill(drill) = &mut state.screen else { return };
    if let Task::List(_) = drill.task {
        return perform_in_list(state, action, effects);
    }
    let is_showing = drill.playing_out.as_ref().is_some_and(|playing| playing.is_showing());
    match action {
        Action::Do if drill.is_choosing() => match drill.pointer.square() {
            Some(square) => play(state, square, effects),
            None => state.notify(pointer::PROMPT),
        },
        Action::Do if !is_showing && drill.is_waiting() => {}
        Action::Do if !is_showing => next(state),
        Action::Next => next(state),
        Action::Hint => effects.extend(drill.show_answer().map(Effect::SaveAnswer)),
        Action::PlayOn => drop(drill.play_out()),
        Action::Line | Action::Do => {
            if let Some(playing) = drill.play_out() {
                playing.show(now);
            }
        }
        Action::Undo => {
            let is_taken_back = drill.play_out().is_some_and(|playing| playing.take_back());
            drill.pointer.shown = false;
            if !is_taken_back {
                state.notify("There is no move to take back.");
            }
        }
        Action::Study => study_position(state),
        Action::Back if drill.playing_out.take().is_some() => {}
        Action::Back => {
            let back = drill.back;
            state.go_back_to(back);
        }
        Action::Retry => drill.repeat(),
        Action::Kind => change(state, |wanted| wanted.kind = next_kind(wanted.kind)),
        Action::Difficulty => change(state, |wanted| wanted.difficulty = next_difficulty(wanted.difficulty)),
        Action::Practise => change(state, |wanted| wanted.theme = next_theme(wanted.theme)),
        Action::Progress => page::open(state, Subject::Progress),
        Action::Puzzles => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        Action::Openings => go_to(state, Course::Openings(Openings::all())),
        action => global::perform(state, action, effects),
    }
}

fn perform_in_list(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let page = layout::choices(state.size).len().max(1) as isize;
    let Screen::Drill(drill) = &mut state.screen else { return };
    let Task::List(list) = &mut drill.task else { return };
    match action {
        Action::Up => list.step(-1),
        Action::Down => list.step(1),
        Action::PageUp => list.step(-page),
        Action::PageDown => list.step(page),
        Action::First => list.step(isize::MIN),
        Action::Last => list.step(isize::MAX),
        Action::NextGroup => list.learner = !list.learner,
        Action::Search => list.is_searching = true,
        Action::Clear => list.edit(String::clear),
        Action::Back if list.is_searching => {
            list.is_searching = false;
            list.edit(String::clear);
        }
        Action::Back => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        Action::Do => {
            if !drill.choose() {
                state.notify("No opening matches.");
            }
        }
        action => global::perform(state, action, effects),
    }
}

/// Shows the position in the study; leaving it returns here.
fn study_position(state: &mut State) {
    let Screen::Drill(drill) = &state.screen else { return };
    let Some(record) = drill.record() else { return };
    let shown = record.game().placements().count();
    let before = mem::replace(&mut state.screen, Screen::Study);
    let kept = state.review.take();
    study::open(state, record, shown);
    if let Screen::Drill(drill) = before {
        state.left_drill = Some((drill, kept.map(Box::new)));
    }
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
    if let Some((_, Some(kept))) = state.left_drill.take_if(|_| !matches!(state.screen, Screen::Study))
        && !study::is_edited(state)
    {
        study::stop(state, effects);
        state.review = Some(*kept);
    }
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

fn next_difficulty(difficulty: Option<u8>) -> Option<u8> {
    Some(difficulty.map_or(1, |difficulty| difficulty + 1)).filter(|difficulty| *difficulty <= 5)
}
