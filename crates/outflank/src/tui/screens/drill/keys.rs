use crossterm::event::KeyCode;
use outflank_study::puzzles::Kind;

use crate::tui::keymap::{self, Binding, KeyLine, Press, bind};
use crate::tui::screens::drill::state::{Drill, Task};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Play,
    Next,
    Show,
    PlayOut,
    Line,
    TakeBack,
    Study,
    Back,
    Repeat,
    Kind,
    Difficulty,
    Theme,
    Puzzles,
    Openings,
    Marks,
    Rotate,
    Leave,
}

const ENTER: &[Press] = &[Press::key(KeyCode::Enter), Press::char(' ')];

const PLAY: Binding<Action> = bind(ENTER, Action::Play, "play the square", "play");
const NEXT: Binding<Action> =
    bind(&[Press::key(KeyCode::Enter), Press::char(' '), Press::char('n')], Action::Next, "continue", "next");
const PLAY_OUT: Binding<Action> =
    bind(&[Press::char('p')], Action::PlayOut, "play it out against the best defence", "play out");
const LINE: Binding<Action> = bind(&[Press::char('s')], Action::Line, "show the best line", "line");
const STOP: Binding<Action> =
    bind(&[Press::key(KeyCode::Enter), Press::char(' '), Press::char('s')], Action::Line, "stop the line here", "stop");
const TAKE_BACK: Binding<Action> = bind(&[Press::char('u')], Action::TakeBack, "take back your move", "undo");
const STUDY: Binding<Action> = bind(&[Press::char('x')], Action::Study, "study this position", "study");
const NEXT_PUZZLE: Binding<Action> = bind(&[Press::char('n')], Action::Next, "next puzzle", "next");
const BACK: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Back, "back to the answer", "back");
const SHOW: Binding<Action> = bind(&[Press::char('s')], Action::Show, "show the answer", "show");
const REPEAT: Binding<Action> = bind(&[Press::char('r')], Action::Repeat, "repeat this line", "again");
const KIND: Binding<Action> = bind(&[Press::char('k')], Action::Kind, "next kind of puzzle", "kind");
const DIFFICULTY: Binding<Action> =
    bind(&[Press::char('l')], Action::Difficulty, "change the difficulty", "difficulty");
const THEME: Binding<Action> = bind(&[Press::char('i')], Action::Theme, "puzzles about another idea", "");
const PUZZLES: Binding<Action> = bind(&[Press::char('p')], Action::Puzzles, "puzzles", "puzzles");
const OPENINGS: Binding<Action> = bind(&[Press::char('o')], Action::Openings, "choose an opening", "openings");
const MARKS: Binding<Action> = bind(&[Press::char('m')], Action::Marks, "show or hide legal moves", "");
const ROTATE: Binding<Action> = bind(&[Press::char('v')], Action::Rotate, "rotate the board", "");
const LEAVE: Binding<Action> = bind(&[Press::key(KeyCode::Esc)], Action::Leave, "leave the drill", "leave");

const PUZZLE_KEYS: &[Binding<Action>] = &[PLAY, SHOW, KIND, DIFFICULTY, THEME, OPENINGS, MARKS, ROTATE, LEAVE];
const SOLVED_KEYS: &[Binding<Action>] =
    &[NEXT, PLAY_OUT, LINE, STUDY, KIND, DIFFICULTY, THEME, OPENINGS, MARKS, ROTATE, LEAVE];
const ANSWERED_KEYS: &[Binding<Action>] = &[NEXT, STUDY, KIND, DIFFICULTY, THEME, OPENINGS, MARKS, ROTATE, LEAVE];
const PLAY_OUT_KEYS: &[Binding<Action>] = &[PLAY, TAKE_BACK, LINE, STUDY, NEXT_PUZZLE, MARKS, ROTATE, BACK];
const SHOWING_KEYS: &[Binding<Action>] = &[STOP, TAKE_BACK, STUDY, NEXT_PUZZLE, MARKS, ROTATE, BACK];
const PLAYED_KEYS: &[Binding<Action>] = &[NEXT, TAKE_BACK, STUDY, MARKS, ROTATE, BACK];
const LESSON_KEYS: &[Binding<Action>] = &[PLAY, SHOW, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
const LEARNT_KEYS: &[Binding<Action>] = &[NEXT, REPEAT, PUZZLES, OPENINGS, MARKS, ROTATE, LEAVE];
const NOTHING_KEYS: &[Binding<Action>] = &[KIND, DIFFICULTY, THEME, PUZZLES, OPENINGS, LEAVE];

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

impl Drill {
    pub(crate) fn keys(&self) -> &'static [Binding<Action>] {
        match (&self.task, &self.playing_out) {
            (Task::Puzzle(_), _) if self.is_open() => PUZZLE_KEYS,
            (Task::Puzzle(_), Some(playing)) if playing.is_over() => PLAYED_KEYS,
            (Task::Puzzle(_), Some(playing)) if playing.is_showing() => SHOWING_KEYS,
            (Task::Puzzle(_), Some(_)) => PLAY_OUT_KEYS,
            (Task::Puzzle(puzzle), None) if puzzle.kind == Kind::Endgame => SOLVED_KEYS,
            (Task::Puzzle(_), None) => ANSWERED_KEYS,
            (Task::Lesson(_), _) if self.is_open() => LESSON_KEYS,
            (Task::Lesson(_), _) => LEARNT_KEYS,
            (Task::Loading | Task::List(_) | Task::Nothing, _) => NOTHING_KEYS,
        }
    }
}

/// Every key once, for the manual page.
pub(crate) fn all_keys() -> Vec<KeyLine> {
    let mut all = Vec::new();
    let tables = [PUZZLE_KEYS, SOLVED_KEYS, PLAY_OUT_KEYS, SHOWING_KEYS, LESSON_KEYS].map(keymap::lines);
    for line in tables.into_iter().flatten().chain(keymap::lines(LIST_KEYS)) {
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}
