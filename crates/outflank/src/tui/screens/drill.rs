//! The training: puzzles, openings from memory, and the list to choose an opening from.

use crossterm::event::KeyCode;
use outflank_rules::Square;
use outflank_study::drill::PuzzleFilter;
use outflank_study::puzzles::Kind;

use super::everywhere;
use crate::commands::drill::{Course, DrillResult, Openings, Recalled};
use crate::tui::drill::{Drill, Task};
use crate::tui::effect::Effect;
use crate::tui::event::Deed;
use crate::tui::keys::{Binding, Press, find};
use crate::tui::layout;
use crate::tui::pointer::Pointing;
use crate::tui::state::{Screen, State};

/// What can be done with a puzzle or a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    Tell,
    Repeat,
    Kind,
    Difficulty,
    Puzzles,
    Openings,
    Marks,
    Rotate,
    Leave,
}

const PLAY: Binding<Action> = Binding {
    keys: &[Press::key(KeyCode::Enter), Press::char(' ')],
    action: Action::Play,
    does: "play the square; then go on",
    word: "play",
};
const NEXT: Binding<Action> = Binding {
    keys: &[Press::key(KeyCode::Enter), Press::char(' '), Press::char('n')],
    action: Action::Play,
    does: "go on",
    word: "next",
};
const TELL: Binding<Action> =
    Binding { keys: &[Press::char('s')], action: Action::Tell, does: "show the answer", word: "show" };
const REPEAT: Binding<Action> =
    Binding { keys: &[Press::char('r')], action: Action::Repeat, does: "the same line again", word: "again" };
const KIND: Binding<Action> =
    Binding { keys: &[Press::char('k')], action: Action::Kind, does: "another kind of puzzle", word: "kind" };
const DIFFICULTY: Binding<Action> = Binding {
    keys: &[Press::char('l')],
    action: Action::Difficulty,
    does: "puzzles of another difficulty",
    word: "difficulty",
};
const PUZZLES: Binding<Action> =
    Binding { keys: &[Press::char('p')], action: Action::Puzzles, does: "puzzles", word: "puzzles" };
const OPENINGS: Binding<Action> =
    Binding { keys: &[Press::char('o')], action: Action::Openings, does: "choose an opening", word: "openings" };
const MARKS: Binding<Action> =
    Binding { keys: &[Press::char('m')], action: Action::Marks, does: "mark the legal squares", word: "" };
const ROTATE: Binding<Action> =
    Binding { keys: &[Press::char('v')], action: Action::Rotate, does: "turn the board", word: "" };
const LEAVE: Binding<Action> =
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Action::Leave, does: "leave the training", word: "leave" };

/// The keys while a puzzle is to be solved.
pub(crate) const PUZZLE_KEYS: &[Binding<Action>] = &[PLAY, TELL, KIND, DIFFICULTY, OPENINGS, MARKS, ROTATE, LEAVE];
/// The keys once it was answered.
const ANSWERED_KEYS: &[Binding<Action>] = &[NEXT, KIND, DIFFICULTY, OPENINGS, MARKS, ROTATE, LEAVE];
/// The keys while a line is played.
pub(crate) const LESSON_KEYS: &[Binding<Action>] = &[PLAY, TELL, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
/// The keys at its end.
const LEARNT_KEYS: &[Binding<Action>] = &[NEXT, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
/// The keys when nothing is left.
const NOTHING_KEYS: &[Binding<Action>] = &[KIND, DIFFICULTY, PUZZLES, OPENINGS, LEAVE];

/// What can be done with the list of openings. Letters are words to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    Up,
    Down,
    PageUp,
    PageDown,
    Begin,
    Colour,
    Delete,
    Leave,
}

/// The keys of the list.
pub(crate) const LIST_KEYS: &[Binding<Pick>] = &[
    Binding { keys: &[Press::key(KeyCode::Up)], action: Pick::Up, does: "the line above", word: "" },
    Binding { keys: &[Press::key(KeyCode::Down)], action: Pick::Down, does: "the line below", word: "" },
    Binding { keys: &[Press::key(KeyCode::PageUp)], action: Pick::PageUp, does: "a page up", word: "" },
    Binding { keys: &[Press::key(KeyCode::PageDown)], action: Pick::PageDown, does: "a page down", word: "" },
    Binding { keys: &[Press::key(KeyCode::Enter)], action: Pick::Begin, does: "play it from memory", word: "begin" },
    Binding { keys: &[Press::key(KeyCode::Tab)], action: Pick::Colour, does: "the other colour", word: "colour" },
    Binding {
        keys: &[Press::key(KeyCode::Backspace)],
        action: Pick::Delete,
        does: "delete a character of the words",
        word: "delete",
    },
    Binding { keys: &[Press::key(KeyCode::Esc)], action: Pick::Leave, does: "back to puzzles", word: "back" },
];

/// The longest text that is looked for in names.
const LONGEST_FILTER: usize = 60;

impl Drill {
    /// What the keys of a board do. The list has keys of its own.
    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match &self.task {
            Task::Puzzle(_) if self.is_open() => PUZZLE_KEYS,
            Task::Puzzle(_) => ANSWERED_KEYS,
            Task::Lesson(_) if self.is_open() => LESSON_KEYS,
            Task::Lesson(_) => LEARNT_KEYS,
            Task::Recalling | Task::Choose(_) | Task::Nothing => NOTHING_KEYS,
        }
    }
}

/// Begins a training. What is remembered is read first.
pub(crate) fn begin(state: &mut State, course: Course, effects: &mut Vec<Effect>) {
    state.screen = Screen::Drill(Box::new(Drill::new(course)));
    effects.push(Effect::Recall);
}

/// What is remembered is there.
pub(crate) fn recalled(state: &mut State, recalled: Recalled) {
    let entropy = state.random.next();
    if let Some(damaged) = &recalled.damaged {
        state.notify(damaged.to_string());
    }
    if let Screen::Drill(drill) = &mut state.screen {
        drill.recall(recalled, entropy);
    }
}

/// Nothing could be read or written. The training goes on, and nothing is kept until that works again.
pub(crate) fn not_kept(state: &mut State, error: &anyhow::Error) {
    state.notify(format!("The training is not kept: {error:#}"));
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen
        && let Task::Recalling = drill.task
    {
        drill.begin(entropy);
    }
}

/// Takes a key. Whether there was a use for it.
pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let (turned, rows) = (state.turned, layout::choices(state.size).len());
    let Screen::Drill(drill) = &mut state.screen else { return false };
    if let Task::Choose(_) = drill.task {
        return pick(state, press, rows);
    }
    if drill.is_open() && drill.pointer.press(press, turned) != Pointing::Other {
        return true;
    }
    let Some(action) = find(drill.keys(), press) else { return false };
    match action {
        Action::Play if drill.is_open() => match drill.pointer.square() {
            Some(square) => play(state, square, effects),
            None => state.notify("Type a square such as f5, point at one with the arrow keys, or click."),
        },
        Action::Play => next(state),
        Action::Tell => keep(drill.tell(), effects),
        Action::Repeat => drill.repeat(),
        Action::Kind => change(state, |wanted| wanted.kind = next_kind(wanted.kind)),
        Action::Difficulty => change(state, |wanted| wanted.difficulty = next_difficulty(wanted.difficulty)),
        Action::Puzzles => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        Action::Openings => go_to(state, Course::Openings(Openings::all())),
        Action::Marks => everywhere::toggle_marks(state, effects),
        Action::Rotate => everywhere::rotate(state),
        Action::Leave => everywhere::to_menu(state),
    }
    true
}

/// The mouse: a click on a square answers with it, one on a line of the list begins it, and the wheel goes through the list.
pub(crate) fn point(state: &mut State, deed: Deed, square: Option<Square>, row: u16, effects: &mut Vec<Effect>) {
    let rows = layout::choices(state.size);
    let Screen::Drill(drill) = &mut state.screen else { return };
    if let Task::Choose(choice) = &mut drill.task {
        match deed {
            Deed::ScrollUp => choice.step(-1),
            Deed::ScrollDown => choice.step(1),
            Deed::Click => {
                let place = rows.iter().position(|area| area.y == row);
                let index = place.map(|place| choice.first(rows.len()) + place);
                if let Some(index) = index.filter(|&index| index < choice.lines.len()) {
                    choice.selected = index;
                    drill.choose();
                }
            }
            Deed::Move => {}
        }
        return;
    }
    match (deed, square) {
        (Deed::Click, Some(square)) if drill.is_open() => {
            drill.pointer.point_at(square);
            play(state, square, effects);
        }
        (Deed::Move, Some(square)) if drill.is_open() && drill.pointer.column.is_none() => {
            drill.pointer.point_at(square);
        }
        _ => {}
    }
}

/// A key in the list. Whether there was a use for it.
fn pick(state: &mut State, press: Press, rows: usize) -> bool {
    let Screen::Drill(drill) = &mut state.screen else { return false };
    let Task::Choose(choice) = &mut drill.task else { return false };
    let page = rows.max(1) as isize;
    match (find(LIST_KEYS, press), press.typed()) {
        (Some(Pick::Up), _) => choice.step(-1),
        (Some(Pick::Down), _) => choice.step(1),
        (Some(Pick::PageUp), _) => choice.step(-page),
        (Some(Pick::PageDown), _) => choice.step(page),
        (Some(Pick::Colour), _) => choice.learner = !choice.learner,
        (Some(Pick::Delete), _) => choice.edit(|filter| {
            filter.pop();
        }),
        (Some(Pick::Leave), _) => go_to(state, Course::Puzzles(PuzzleFilter::default())),
        (Some(Pick::Begin), _) => {
            if !drill.choose() {
                state.notify("There is no such opening.");
            }
        }
        (None, Some('?') | None) => return false,
        (None, Some(character)) => {
            if choice.filter.chars().count() < LONGEST_FILTER {
                choice.edit(|filter| filter.push(character));
            }
        }
    }
    true
}

fn play(state: &mut State, square: Square, effects: &mut Vec<Effect>) {
    let Screen::Drill(drill) = &mut state.screen else { return };
    match drill.play(square) {
        Ok(answer) => keep(answer, effects),
        Err(illegal) => state.notify(format!("{square} cannot be played: {illegal}.")),
    }
}

fn keep(answer: Option<DrillResult>, effects: &mut Vec<Effect>) {
    effects.extend(answer.map(Effect::Remember));
}

fn next(state: &mut State) {
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen {
        drill.next(entropy);
    }
}

/// Goes to another course.
fn go_to(state: &mut State, course: Course) {
    let entropy = state.random.next();
    if let Screen::Drill(drill) = &mut state.screen {
        drill.course = course;
        drill.begin(entropy);
    }
}

/// Changes which puzzles are wanted, and shows one of them.
fn change(state: &mut State, change: impl FnOnce(&mut PuzzleFilter)) {
    let Screen::Drill(drill) = &state.screen else { return };
    let mut wanted = match drill.course {
        Course::Puzzles(wanted) => wanted,
        Course::Openings(_) => PuzzleFilter::default(),
    };
    change(&mut wanted);
    go_to(state, Course::Puzzles(wanted));
}

/// Any, then each, then any again.
fn next_kind(kind: Option<Kind>) -> Option<Kind> {
    let Some(kind) = kind else { return Kind::ALL.first().copied() };
    Kind::ALL.into_iter().skip_while(|&one| one != kind).nth(1)
}

/// What follows from how it goes, then each, then that again.
fn next_difficulty(difficulty: Option<u8>) -> Option<u8> {
    Some(difficulty.map_or(1, |difficulty| difficulty + 1)).filter(|difficulty| *difficulty <= 5)
}
