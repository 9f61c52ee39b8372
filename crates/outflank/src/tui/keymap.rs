//! Keys, and the tables that say what they do. What `?` shows is made from the same tables that are matched.

use std::fmt;

use crossterm::event::KeyCode;

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) code: KeyCode,
    pub(crate) ctrl: bool,
}

impl Press {
    /// A key by itself.
    pub(crate) const fn key(code: KeyCode) -> Press {
        Press { code, ctrl: false }
    }

    /// A character.
    pub(crate) const fn char(character: char) -> Press {
        Press::key(KeyCode::Char(character))
    }

    /// A character with Ctrl.
    pub(crate) const fn ctrl(character: char) -> Press {
        Press { code: KeyCode::Char(character), ctrl: true }
    }

    /// The character that was typed, if it was one.
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

/// What some keys do on a screen.
pub(crate) struct Binding<A> {
    /// The keys, of which any will do.
    pub(crate) keys: &'static [Press],
    pub(crate) action: A,
    /// What they do, for the list of keys.
    pub(crate) does: &'static str,
    /// One word for the line at the bottom of the screen; empty where it has no place there.
    pub(crate) word: &'static str,
}

/// What a key does by this table.
pub(crate) fn find<A: Copy>(table: &[Binding<A>], press: Press) -> Option<A> {
    table.iter().find(|binding| binding.keys.contains(&press)).map(|binding| binding.action)
}

/// A line of the list of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyLine {
    pub(crate) keys: String,
    /// Pressed when the line is clicked.
    pub(crate) press: Press,
    pub(crate) does: &'static str,
    pub(crate) word: &'static str,
}

/// A table as lines to be shown.
pub(crate) fn lines<A>(table: &[Binding<A>]) -> Vec<KeyLine> {
    let line = |binding: &Binding<A>| {
        let names: Vec<String> = binding.keys.iter().map(Press::to_string).collect();
        Some(KeyLine { keys: names.join(" "), press: *binding.keys.first()?, does: binding.does, word: binding.word })
    };
    table.iter().filter_map(line).collect()
}
