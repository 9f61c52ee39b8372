use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::Glyphs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    pub width: usize,
    pub glyphs: Glyphs,
    pub is_colored: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Strong,
    Faint,
    Mistake,
    Blunder,
}

impl Page {
    /// Lines are no longer, however wide the terminal is.
    pub const MAX_WIDTH: usize = 80;
    /// Nothing readable fits into less.
    pub const MIN_WIDTH: usize = 30;

    pub(super) fn pick(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        self.glyphs.pick(unicode, ascii)
    }

    pub(super) fn show(&self, tone: Tone, text: impl Into<String>) -> String {
        let text = text.into();
        match tone {
            _ if !self.is_colored => text,
            Tone::Plain => text,
            Tone::Strong => format!("\x1b[1m{text}\x1b[0m"),
            Tone::Faint => format!("\x1b[38;5;8m{text}\x1b[39m"),
            Tone::Mistake => format!("\x1b[38;5;11m{text}\x1b[39m"),
            Tone::Blunder => format!("\x1b[38;5;9m{text}\x1b[39m"),
        }
    }

    pub(super) fn title(&self, text: &str) -> String {
        self.show(Tone::Strong, text)
    }
}

pub(super) fn fit(text: &str, width: usize) -> String {
    let mut fitted = text.to_owned();
    if text.width() > width {
        let mut room = width.saturating_sub(1);
        let short = text.chars().take_while(|character| {
            let wide = character.width().unwrap_or(0);
            let fits = wide <= room;
            room = room.saturating_sub(wide);
            fits
        });
        fitted = short.collect();
        fitted.extend((width > 0).then_some('~'));
    }
    let missing = width.saturating_sub(fitted.width());
    fitted + &" ".repeat(missing)
}

/// Breaks a text into lines of at most `width` columns, indenting all but the first. A word longer than a line is cut.
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
    fn text_is_cut_by_its_width() {
        assert_eq!(fit("Ada", 5), "Ada  ");
        assert_eq!(fit("Tamenori Hideshi", 8), "Tamenor~");
        assert_eq!(fit("為則英司", 8), "為則英司");
        assert_eq!(fit("為則英司", 6), "為則~ ");
        assert_eq!((fit("abc", 1), fit("abc", 0)), ("~".to_owned(), String::new()));
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three four", 9, 2), ["one two", "  three", "  four"]);
        assert_eq!(wrap("an unbreakable word", 6, 2), ["an", "  unb~", "  word"]);
        assert_eq!(wrap("", 4, 2), [""]);
    }
}
