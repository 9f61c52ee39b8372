//! Keys and what they do. Key handling, help, the footer, the palette and the manual page use one table.

mod actions;
#[cfg(test)]
mod tests;

use std::fmt;

use crossterm::event::KeyCode;

pub(crate) use actions::{Action, TABLE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) code: KeyCode,
    pub(crate) ctrl: bool,
}

impl Press {
    pub(crate) const fn key(code: KeyCode) -> Press {
        Press { code, ctrl: false }
    }

    pub(crate) const fn char(character: char) -> Press {
        Press::key(KeyCode::Char(character))
    }

    pub(crate) const fn ctrl(character: char) -> Press {
        Press { code: KeyCode::Char(character), ctrl: true }
    }

    pub(crate) fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(character) if !self.ctrl => Some(character),
            _ => None,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(character) if self.ctrl => format!("Ctrl-{}", character.to_ascii_uppercase()),
            KeyCode::Char(character) => character.to_string(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::Backspace => "Bksp".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            code => code.to_string(),
        };
        f.pad(&name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    /// A text field takes every character.
    Text,
    /// On a board, letters from a to h begin a square, and the arrows have no letters.
    Squares,
    List,
}

impl Focus {
    fn leaves(self, press: Press) -> bool {
        match (self, press.typed()) {
            (_, None) | (Focus::List, _) => true,
            (Focus::Text, Some(_)) => false,
            (Focus::Squares, Some(character)) => !matches!(character, 'a'..='h' | 'A'..='H' | 'j' | 'k' | 'l'),
        }
    }
}

pub(crate) fn find(press: Press, focus: Focus) -> Option<Action> {
    let entry = TABLE.iter().find(|entry| entry.keys.contains(&press) && focus.leaves(press));
    entry.map(|entry| entry.action)
}

impl Action {
    pub(crate) fn keys(self, focus: Focus) -> impl Iterator<Item = Press> {
        self.entry().keys.iter().copied().filter(move |&press| focus.leaves(press))
    }

    /// All keys in the words of help: "Enter Space".
    pub(crate) fn key_names(self, focus: Focus) -> String {
        self.keys(focus).map(|press| press.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// An action that a screen offers now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) action: Action,
    pub(crate) word: &'static str,
    here: &'static str,
}

/// `word` is for the footer; an empty one leaves the action out of it.
pub(crate) const fn offer(action: Action, word: &'static str) -> Offer {
    Offer { action, word, here: "" }
}

impl Offer {
    /// What the action does on this screen, if the table's words are too general.
    pub(crate) const fn here(self, here: &'static str) -> Offer {
        Offer { here, ..self }
    }

    /// Without a place in the footer.
    pub(crate) const fn unseen(self) -> Offer {
        Offer { word: "", ..self }
    }

    pub(crate) fn name(&self) -> String {
        let mut here = self.here.chars();
        match here.next() {
            Some(first) => first.to_uppercase().chain(here).collect(),
            None => self.action.entry().name.to_owned(),
        }
    }

    pub(crate) fn does(&self) -> &'static str {
        if self.here.is_empty() { self.action.entry().does } else { self.here }
    }
}

/// A line of help or of the manual page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyLine {
    pub(crate) keys: String,
    pub(crate) does: &'static str,
}

pub(crate) fn all_lines() -> Vec<KeyLine> {
    let keyed = TABLE.iter().filter(|entry| !entry.keys.is_empty());
    keyed.map(|entry| KeyLine { keys: entry.action.key_names(Focus::List), does: entry.does }).collect()
}
