//! Overlays: a page of text, a confirmation, a text prompt, a warning.

pub(crate) mod draw;

use std::path::PathBuf;

use crossterm::event::KeyCode;
use outflank_table::Command;

use crate::tui::app::effect::Effect;
use crate::tui::app::state::{Screen, State};
use crate::tui::keymap::{self, Binding, KeyLine, Press, bind, find};
use crate::tui::screens::game::{self, warning};
use crate::tui::screens::page::{self, Page};
use crate::tui::screens::setup::form::Form;

#[derive(Clone, Debug)]
pub(crate) enum Overlay {
    Page(Page),
    Confirm(Confirm),
    Prompt(Prompt),
    /// Shown beside the board rather than over it.
    Warning(warning::WarningPrompt),
}

#[derive(Clone, Debug)]
pub(crate) enum Confirm {
    Quit,
    Leave(Box<Form>),
    Resign,
}

impl Confirm {
    pub(crate) fn text(&self) -> &'static str {
        match self {
            Confirm::Quit => "Quit? You can continue this game later.",
            Confirm::Leave(_) => "Leave this game? You can continue it later.",
            Confirm::Resign => "Resign this game?",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Save,
    Open,
}

/// A pasted game record must fit.
const LONGEST: usize = 64 * 1024;

impl Prompt {
    pub(crate) fn to_save(name: String) -> Prompt {
        Prompt { purpose: Purpose::Save, text: name }
    }

    pub(crate) fn to_open() -> Prompt {
        Prompt { purpose: Purpose::Open, text: String::new() }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self.purpose {
            Purpose::Save => "Save to a file",
            Purpose::Open => "Open a file, or paste moves or a board",
        }
    }

    /// Line breaks become spaces; other control characters are dropped.
    pub(crate) fn insert(&mut self, text: &str) {
        let shown = text.chars().map(|character| if character.is_whitespace() { ' ' } else { character });
        let room = LONGEST.saturating_sub(self.text.chars().count());
        self.text.extend(shown.filter(|character| !character.is_control()).take(room));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reply {
    Yes,
    No,
}

const CONFIRM_KEYS: &[Binding<Reply>] = &[
    bind(&[Press::char('y'), Press::key(KeyCode::Enter)], Reply::Yes, "yes", "yes"),
    bind(&[Press::char('n'), Press::key(KeyCode::Esc)], Reply::No, "no", "no"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    Done,
    Cancel,
    Delete,
    Clear,
}

const PROMPT_KEYS: &[Binding<Edit>] = &[
    bind(&[Press::key(KeyCode::Enter)], Edit::Done, "confirm", "done"),
    bind(&[Press::key(KeyCode::Esc), Press::ctrl('c')], Edit::Cancel, "cancel", "cancel"),
    bind(&[Press::key(KeyCode::Backspace)], Edit::Delete, "delete a character", ""),
    bind(&[Press::ctrl('u')], Edit::Clear, "clear the line", "clear"),
];

pub(crate) fn keys(state: &State, overlay: &Overlay) -> Vec<KeyLine> {
    match overlay {
        Overlay::Page(page) => page::keys(state, page),
        Overlay::Confirm(_) => keymap::lines(CONFIRM_KEYS),
        Overlay::Prompt(_) => keymap::lines(PROMPT_KEYS),
        Overlay::Warning(_) => keymap::lines(warning::KEYS),
    }
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    match state.overlay.take() {
        None => {}
        Some(Overlay::Page(page)) => page::press(state, page, press),
        Some(Overlay::Warning(warned)) => warning::press(state, warned, press, effects),
        Some(Overlay::Confirm(confirm)) => match find(CONFIRM_KEYS, press) {
            Some(Reply::Yes) => agree(state, confirm, effects),
            Some(Reply::No) => {}
            // A second Ctrl-C quits without asking.
            None if press == Press::ctrl('c') => effects.push(Effect::Quit),
            None => state.overlay = Some(Overlay::Confirm(confirm)),
        },
        Some(Overlay::Prompt(mut prompt)) => {
            match (find(PROMPT_KEYS, press), press.typed()) {
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

fn agree(state: &mut State, confirm: Confirm, effects: &mut Vec<Effect>) {
    match confirm {
        Confirm::Quit => effects.push(Effect::Quit),
        Confirm::Leave(form) => state.screen = Screen::Form(form),
        Confirm::Resign => {
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
