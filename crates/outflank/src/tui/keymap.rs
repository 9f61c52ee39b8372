//! Keys and their bindings. Key handling, the list of keys and the footer use the same tables.

use std::fmt;

use crossterm::event::KeyCode;

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
            KeyCode::Backspace => "Bksp".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            code => code.to_string(),
        };
        f.pad(&name)
    }
}

pub(crate) struct Binding<A> {
    pub(crate) keys: &'static [Press],
    pub(crate) action: A,
    pub(crate) does: &'static str,
    /// Shown in the footer unless empty.
    pub(crate) word: &'static str,
}

pub(crate) const fn bind<A>(keys: &'static [Press], action: A, does: &'static str, word: &'static str) -> Binding<A> {
    Binding { keys, action, does, word }
}

pub(crate) fn find<A: Copy>(table: &[Binding<A>], press: Press) -> Option<A> {
    table.iter().find(|binding| binding.keys.contains(&press)).map(|binding| binding.action)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyLine {
    pub(crate) keys: String,
    /// Sent when the line is clicked.
    pub(crate) press: Press,
    pub(crate) does: &'static str,
    pub(crate) word: &'static str,
}

pub(crate) fn lines<A>(table: &[Binding<A>]) -> Vec<KeyLine> {
    let line = |binding: &Binding<A>| {
        let names: Vec<String> = binding.keys.iter().map(Press::to_string).collect();
        Some(KeyLine { keys: names.join(" "), press: *binding.keys.first()?, does: binding.does, word: binding.word })
    };
    table.iter().filter_map(line).collect()
}
