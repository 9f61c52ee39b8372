//! The drill: puzzles, and openings played from memory.

pub(crate) mod draw;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;

use crossterm::event::KeyCode;
use outflank_rules::Square;
use outflank_study::drill::PuzzleFilter;
use outflank_study::puzzles::Kind;

use crate::commands::drill::{Course, Openings, Recalled};
use crate::tui::app::{Effect, MouseAction, Screen, State};
use crate::tui::keymap::{Binding, Press, bind, find};
use crate::tui::screens::drill::state::{Drill, Task};
use crate::tui::screens::global;
use crate::tui::widgets::{Pointing, layout, pointer};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    Show,
    Repeat,
    Kind,
    Difficulty,
    Puzzles,
    Openings,
    Marks,
    Rotate,
    Leave,
}

const PLAY: Binding<Action> =
    bind(&[Press::key(KeyCode::Enter), Press::char(' ')], Action::Play, "play the square; continue", "play");
const NEXT: Binding<Action> =
    bind(&[Press::key(KeyCode::Enter), Press::char(' '), Press::char('n')], Action::Play, "continue", "next");
const SHOW: Binding<Action> = bind(&[Press::char('s')], Action::Show, "show the answer", "show");
const REPEAT: Binding<Action> = bind(&[Press::char('r')], Action::Repeat, "repeat this line", "again");
const KIND: Binding<Action> = bind(&[Press::char('k')], Action::Kind, "next kind of puzzle", "kind");
const DIFFICULTY: Binding<Action> =
    bind(&[Press::char('l')], Action::Difficulty, "change the difficulty", "difficulty");
const PUZZLES: Binding<Action> = bind(&[Press::char('p')], Action::Puzzles, "puzzles", "puzzles");
const OPENINGS: Binding<Action> = bind(&[Press::char('o')], Action::Openings, "choose an opening", "openings");
const MARKS: Binding<Action> = bind(&[Press::char('m')], Action::Marks, "show or hide legal moves", "");
const ROTATE: Binding<Action> = bind(&[Press::char('v')], Action::Rotate, "rotate the board", "");
const LEAVE: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Leave, "leave the drill", "leave");

pub(crate) const PUZZLE_KEYS: &[Binding<Action>] = &[PLAY, SHOW, KIND, DIFFICULTY, OPENINGS, MARKS, ROTATE, LEAVE];
const ANSWERED_KEYS: &[Binding<Action>] = &[NEXT, KIND, DIFFICULTY, OPENINGS, MARKS, ROTATE, LEAVE];
pub(crate) const LESSON_KEYS: &[Binding<Action>] = &[PLAY, SHOW, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
const LEARNT_KEYS: &[Binding<Action>] = &[NEXT, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
const NOTHING_KEYS: &[Binding<Action>] = &[KIND, DIFFICULTY, PUZZLES, OPENINGS, LEAVE];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListAction {
    Up,
    Down,
    PageUp,
    PageDown,
    Begin,
    Colour,
    Delete,
    Leave,
}

pub(crate) const LIST_KEYS: &[Binding<ListAction>] = &[
    bind(&[Press::key(KeyCode::Up)], ListAction::Up, "previous line", ""),
    bind(&[Press::key(KeyCode::Down)], ListAction::Down, "next line", ""),
    bind(&[Press::key(KeyCode::PageUp)], ListAction::PageUp, "page up", ""),
    bind(&[Press::key(KeyCode::PageDown)], ListAction::PageDown, "page down", ""),
    bind(&[Press::key(KeyCode::Enter)], ListAction::Begin, "play it from memory", "start"),
    bind(&[Press::key(KeyCode::Tab)], ListAction::Colour, "switch colours", "colour"),
    bind(&[Press::key(KeyCode::Backspace)], ListAction::Delete, "delete a character", "delete"),
    bind(&[Press::key(KeyCode::Esc)], ListAction::Leave, "back to puzzles", "back"),
];

const LONGEST_FILTER: usize = 60;

impl Drill {
    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match &self.task {
            Task::Puzzle(_) if self.is_open() => PUZZLE_KEYS,
            Task::Puzzle(_) => ANSWERED_KEYS,
            Task::Lesson(_) if self.is_open() => LESSON_KEYS,
            Task::Lesson(_) => LEARNT_KEYS,
            Task::Loading | Task::List(_) | Task::Nothing => NOTHING_KEYS,
        }
    }
}

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
    if drill.is_open() && drill.pointer.press(press, turned) != Pointing::Other {
        return true;
    }
    let Some(action) = find(drill.keys(), press) else { return false };
    match action {
        Action::Play if drill.is_open() => match drill.pointer.square() {
            Some(square) => play(state, square, effects),
            None => state.notify(pointer::PROMPT),
        },
        Action::Play => next(state),
        Action::Show => effects.extend(drill.show_answer().map(Effect::SaveAnswer)),
        Action::Repeat => drill.repeat(),
        Action::Kind => change(state, |wanted| wanted.kind = next_kind(wanted.kind)),
        Action::Difficulty => change(state, |wanted| wanted.difficulty = next_difficulty(wanted.difficulty)),
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
        (MouseAction::Click, Some(square)) if drill.is_open() => {
            drill.pointer.point_at(square);
            play(state, square, effects);
        }
        (MouseAction::Move, Some(square)) if drill.is_open() && drill.pointer.column.is_none() => {
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

fn play(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Screen::Drill(drill) = &mut state.screen else { return };
    match drill.play(square) {
        Ok(answer) => effects.extend(answer.map(Effect::SaveAnswer)),
        Err(illegal) => state.notify(format!("{square} cannot be played: {illegal}.")),
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

/// Automatic, then each difficulty.
fn next_difficulty(difficulty: Option<u8>) -> Option<u8> {
    Some(difficulty.map_or(1, |difficulty| difficulty + 1)).filter(|difficulty| *difficulty <= 5)
}
