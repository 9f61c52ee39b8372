//! What lies over a screen: a page of text, a question, a line to be typed.

pub(crate) mod draw;

use std::path::PathBuf;

use crossterm::event::KeyCode;
use outflank_table::Command;

use crate::tui::app::effect::Effect;
use crate::tui::app::state::{Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, find};
use crate::tui::screens::game::{self, warning};
use crate::tui::screens::page::{self, Page};
use crate::tui::screens::setup::form::Form;

/// Something over the screen.
#[derive(Clone, Debug)]
pub(crate) enum Overlay {
    /// A text to be read.
    Page(Page),
    /// A question with the answers yes and no.
    Question(Question),
    /// A line that is being typed.
    Prompt(Prompt),
    /// A word about a move before it is final. It stands beside the board, which is to be looked at.
    Warned(warning::Warned),
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    /// Whether to end the program in the middle of a game.
    Quit,
    /// Whether to leave the game that runs for another.
    Leave(Box<Form>),
    /// Whether to give the game up.
    Resign,
}

impl Question {
    /// The question in words.
    pub(crate) fn text(&self) -> &'static str {
        match self {
            Question::Quit => "Quit? You can continue this game later.",
            Question::Leave(_) => "Leave this game? You can continue it later.",
            Question::Resign => "Resign this game?",
        }
    }
}

/// A line that is typed, and what it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Open,
}

/// The longest line that is taken: a record of a game may be pasted.
const LONGEST: usize = 64 * 1024;

impl Prompt {
    pub(crate) fn to_save(name: String) -> Prompt {
        Prompt { purpose: Purpose::Save, text: name }
    }

    pub(crate) fn to_open() -> Prompt {
        Prompt { purpose: Purpose::Open, text: String::new() }
    }

    /// What is to be typed.
    pub(crate) fn title(&self) -> &'static str {
        match self.purpose {
            Purpose::Save => "Save to a file",
            Purpose::Open => "Open a file, or paste moves or a board",
        }
    }

    /// Adds a text. Line breaks become blanks, other control characters are left out.
    pub(crate) fn insert(&mut self, text: &str) {
        let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(shown.filter(|character| !character.is_control()).take(room));
    }
}

/// What can be done with a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

const ANSWERS: &[Binding<Answer>] = &[
    Binding { keys: &[Press::char('y'), Press::key(KeyCode::Enter)], action: Answer::Yes, does: "yes", word: "yes" },
    Binding { keys: &[Press::char('n'), Press::key(KeyCode::Esc)], action: Answer::No, does: "no", word: "no" },
];

/// What can be done with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    Done,
    Cancel,
    Delete,
    Clear,
}

const EDITS: &[Binding<Edit>] = &[
    Binding { keys: &[Press::key(KeyCode::Enter)], action: Edit::Done, does: "do it", word: "done" },
    Binding {
        keys: &[Press::key(KeyCode::Esc), Press::ctrl('c')],
        action: Edit::Cancel,
        does: "never mind",
        word: "cancel",
    },
    Binding { keys: &[Press::key(KeyCode::Backspace)], action: Edit::Delete, does: "delete a character", word: "" },
    Binding { keys: &[Press::ctrl('u')], action: Edit::Clear, does: "delete everything", word: "clear" },
];

/// What the keys do while this lies over the screen.
pub(crate) fn keys(state: &State, overlay: &Overlay) -> Vec<KeyLine> {
    match overlay {
        Overlay::Page(page) => page::keys(state, page),
        Overlay::Question(_) => keymap::lines(ANSWERS),
        Overlay::Prompt(_) => keymap::lines(EDITS),
        Overlay::Warned(_) => keymap::lines(warning::KEYS),
    }
}

/// Takes a key: nothing below sees it.
pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    match state.overlay.take() {
        None => {}
        Some(Overlay::Page(page)) => page::press(state, page, press),
        Some(Overlay::Warned(warned)) => warning::press(state, warned, press, effects),
        Some(Overlay::Question(question)) => match find(ANSWERS, press) {
            Some(Answer::Yes) => agree(state, question, effects),
            Some(Answer::No) => {}
            // The second Ctrl-C means it.
            None if press == Press::ctrl('c') => effects.push(Effect::Quit),
            None => state.overlay = Some(Overlay::Question(question)),
        },
        Some(Overlay::Prompt(mut prompt)) => {
            match (find(EDITS, press), press.typed()) {
                (Some(Edit::Done), _) => return finish(state, &prompt, effects),
                (Some(Edit::Cancel), _) => return,
                (Some(Edit::Delete), _) => drop(prompt.text.pop()),
                (Some(Edit::Clear), _) => prompt.text.clear(),
                (None, Some(character)) => prompt.insert(character.encode_utf8(&mut [0; 4])),
                (None, None) => {}
            }
            state.overlay = Some(Overlay::Prompt(prompt));
        }
    }
}

fn agree(state: &mut State, question: Question, effects: &mut Vec<Effect>) {
    match question {
        Question::Quit => effects.push(Effect::Quit),
        Question::Leave(form) => state.screen = Screen::Form(form),
        Question::Resign => {
            let loser = state.contest.as_ref().map(game::resigner);
            if let Some(seat) = loser {
                game::command(state, seat, Command::Resign, effects);
            }
        }
    }
}

fn finish(state: &mut State, prompt: &Prompt, effects: &mut Vec<Effect>) {
    let text = prompt.text.trim();
    if text.is_empty() {
        return;
    }
    match prompt.purpose {
        Purpose::Open => effects.push(Effect::Open(text.to_owned())),
        Purpose::Save => {
            if let Some(record) = state.record() {
                effects.push(Effect::Save { path: PathBuf::from(text), record: Box::new(record) });
            }
        }
    }
}
