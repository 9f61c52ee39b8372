//! What text is written on: how wide it is, and what it can show.

use std::io::{self, IsTerminal};

use crossterm::style::{Color, ContentStyle, Stylize};
use crossterm::terminal;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::tui::{Depth, Environment, Glyphs};

/// A terminal, or whatever else text goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analyze) struct Page {
    /// In columns.
    pub(in crate::analyze) width: usize,
    pub(in crate::analyze) glyphs: Glyphs,
    pub(in crate::analyze) is_coloured: bool,
}

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Strong,
    Faint,
    /// A mistake.
    Doubtful,
    /// A blunder.
    Bad,
}

/// No line is longer, however wide the terminal is.
const WIDEST: usize = 80;
/// No terminal is taken for narrower: there would be nothing left to read.
const NARROWEST: usize = 30;

impl Page {
    /// What standard output goes to.
    pub(in crate::analyze) fn of_standard_output() -> Page {
        let look = Environment::read().look();
        let is_terminal = io::stdout().is_terminal();
        let columns = terminal::size().ok().filter(|_| is_terminal).map(|(columns, _)| usize::from(columns));
        Page {
            width: columns.filter(|&columns| columns > 0).unwrap_or(WIDEST).clamp(NARROWEST, WIDEST),
            glyphs: look.glyphs,
            is_coloured: is_terminal && look.depth != Depth::Monochrome,
        }
    }

    /// The one character or the other.
    pub(super) fn pick(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.glyphs {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }

    /// A text as it is shown. It is as wide as before.
    pub(super) fn show(&self, tone: Tone, text: impl Into<String>) -> String {
        let text = text.into();
        let style = match tone {
            _ if !self.is_coloured => return text,
            Tone::Plain => return text,
            Tone::Strong => ContentStyle::new().bold(),
            Tone::Faint => ContentStyle::new().with(Color::DarkGrey),
            Tone::Doubtful => ContentStyle::new().with(Color::Yellow),
            Tone::Bad => ContentStyle::new().with(Color::Red),
        };
        style.apply(text).to_string()
    }

    /// A title of a part.
    pub(super) fn title(&self, text: &str) -> String {
        self.show(Tone::Strong, text)
    }
}

/// A text cut or filled up to this width.
pub(super) fn fit(text: &str, width: usize) -> String {
    let mut fitted = text.to_owned();
    if text.width() > width {
        let (mut room, end) = (width.saturating_sub(1), '~');
        let short = text.chars().take_while(|character| {
            let wide = character.width().unwrap_or(0);
            let fits = wide <= room;
            room = room.saturating_sub(wide);
            fits
        });
        fitted = short.collect();
        fitted.extend((width > 0).then_some(end));
    }
    let missing = width.saturating_sub(fitted.width());
    fitted + &" ".repeat(missing)
}

/// A text in lines of at most this width; all but the first are indented. A word that is longer than a line is cut.
pub(super) fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let room = width.saturating_sub(indent);
    for word in text.split_whitespace() {
        let word = if word.width() > room { fit(word, room) } else { word.to_owned() };
        if !line.trim().is_empty() && line.width() + 1 + word.width() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_whatever_they_are_made_of() {
        assert_eq!(fit("Ada", 5), "Ada  ");
        assert_eq!(fit("Tamenori Hideshi", 8), "Tamenor~");
        // Each of these takes two columns.
        assert_eq!(fit("為則英司", 8), "為則英司");
        assert_eq!(fit("為則英司", 6), "為則~ ");
        assert_eq!((fit("abc", 1), fit("abc", 0)), ("~".to_owned(), String::new()));
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrap("one two three four", 9, 2), ["one two", "  three", "  four"]);
        assert_eq!(wrap("an unbreakable word", 6, 2), ["an", "  unb~", "  word"]);
        assert_eq!(wrap("", 4, 2), [""]);
    }
}
