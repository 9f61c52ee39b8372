//! The field for a comment on a move: a few lines of text.

use crossterm::event::KeyCode;
use outflank_study::tree::NodeId;

use crate::tui::keymap::Press;

pub(crate) const KEYS: &[(&str, &str)] = &[("arrows", "move the cursor"), ("Ctrl-N", "start a new line")];

/// As on the page.
const LONGEST: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommentField {
    pub(crate) node: NodeId,
    characters: Vec<char>,
    cursor: usize,
}

impl CommentField {
    pub(crate) fn new(node: NodeId, text: &str) -> CommentField {
        let characters: Vec<char> = text.chars().collect();
        CommentField { node, cursor: characters.len(), characters }
    }

    pub(crate) fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// Ctrl-N starts a new line. Returns `false` for keys that the field does not use, such as Enter.
    pub(crate) fn typed(&mut self, press: Press) -> bool {
        match (press.code, press.typed()) {
            (KeyCode::Left, _) => self.cursor = self.cursor.saturating_sub(1),
            (KeyCode::Right, _) => self.cursor = (self.cursor + 1).min(self.characters.len()),
            (KeyCode::Up, _) => self.cursor = self.above(),
            (KeyCode::Down, _) => self.cursor = self.below(),
            (KeyCode::Home, _) => self.cursor = self.line_start(self.cursor),
            (KeyCode::End, _) => self.cursor = self.line_end(self.cursor),
            (KeyCode::Backspace, _) if self.cursor > 0 => {
                self.cursor -= 1;
                self.characters.remove(self.cursor);
            }
            (KeyCode::Delete, _) if self.cursor < self.characters.len() => drop(self.characters.remove(self.cursor)),
            (_, Some(character)) => self.insert(character.encode_utf8(&mut [0; 4])),
            (KeyCode::Backspace | KeyCode::Delete, _) => {}
            _ if press == Press::ctrl('n') => self.insert("\n"),
            _ => return false,
        }
        true
    }

    pub(crate) fn insert(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace(['\r', '\t'], " ");
        let fitting = text.chars().filter(|&character| character == '\n' || !character.is_control());
        for character in fitting.take(LONGEST.saturating_sub(self.characters.len())) {
            self.characters.insert(self.cursor, character);
            self.cursor += 1;
        }
    }

    pub(crate) fn rows(&self, columns: usize) -> (Vec<String>, (usize, usize)) {
        let columns = columns.max(1);
        let (mut rows, mut cursor) = (vec![String::new()], (0, 0));
        let mut width = 0;
        for (index, &character) in self.characters.iter().enumerate() {
            if width == columns {
                rows.push(String::new());
                width = 0;
            }
            if index == self.cursor {
                cursor = (rows.len() - 1, width);
            }
            match (character, rows.last_mut()) {
                ('\n', _) => {
                    rows.push(String::new());
                    width = 0;
                }
                (character, Some(row)) => {
                    row.push(character);
                    width += 1;
                }
                (_, None) => {}
            }
        }
        if self.cursor == self.characters.len() {
            if width == columns {
                rows.push(String::new());
                width = 0;
            }
            cursor = (rows.len() - 1, width);
        }
        (rows, cursor)
    }

    fn line_start(&self, from: usize) -> usize {
        self.characters[..from].iter().rposition(|&character| character == '\n').map_or(0, |place| place + 1)
    }

    fn line_end(&self, from: usize) -> usize {
        let rest = self.characters[from..].iter().position(|&character| character == '\n');
        rest.map_or(self.characters.len(), |place| from + place)
    }

    fn above(&self) -> usize {
        let start = self.line_start(self.cursor);
        let Some(end) = start.checked_sub(1) else { return 0 };
        (self.line_start(end) + self.cursor - start).min(end)
    }

    fn below(&self) -> usize {
        let end = self.line_end(self.cursor);
        if end == self.characters.len() {
            return end;
        }
        (end + 1 + self.cursor - self.line_start(self.cursor)).min(self.line_end(end + 1))
    }
}

#[cfg(test)]
mod tests {
    use outflank_study::tree::Tree;
    use proptest::prelude::*;

    use super::*;

    fn typed(field: &mut CommentField, keys: &[KeyCode]) {
        for &key in keys {
            field.typed(Press::key(key));
        }
    }

    #[test]
    fn text_is_edited_over_several_lines() {
        let mut field = CommentField::new(Tree::ROOT, "one");
        field.typed(Press::ctrl('n'));
        field.insert("tw");
        assert!(field.typed(Press::char('o')));
        typed(
            &mut field,
            &[KeyCode::Up, KeyCode::Home, KeyCode::Delete, KeyCode::Down, KeyCode::End, KeyCode::Backspace],
        );
        assert_eq!(field.text(), "ne\ntw");
        field.insert("\tx\u{1b}[2J\r\ny");
        assert_eq!(field.text(), "ne\ntw x[2J\ny");
        assert!([KeyCode::Enter, KeyCode::Esc].into_iter().all(|code| !field.typed(Press::key(code))));
    }

    #[test]
    fn long_lines_wrap_and_the_cursor_stays_in_view() {
        let field = CommentField::new(Tree::ROOT, "abcdef\ng");
        let (rows, cursor) = field.rows(4);
        assert_eq!((rows, cursor), (vec!["abcd".to_owned(), "ef".to_owned(), "g".to_owned()], (2, 1)));
        assert_eq!(CommentField::new(Tree::ROOT, "abcd").rows(4).1, (1, 0));
    }

    proptest! {
        #[test]
        fn any_keys_keep_the_cursor_inside(keys in prop::collection::vec(0..10_usize, 0..80), columns in 0..9_usize) {
            use KeyCode::{Backspace, Char, Delete, Down, End, Home, Left, Right, Up};
            let mut field = CommentField::new(Tree::ROOT, "x");
            for key in keys {
                match key {
                    0 => field.insert("a\nb"),
                    key => typed(&mut field, &[[Up, Down, Left, Right, Home, End, Backspace, Delete, Char('x')][key - 1]]),
                }
                let (rows, (row, column)) = field.rows(columns);
                prop_assert!(row < rows.len() && column <= rows[row].chars().count());
                prop_assert_eq!(rows.concat(), field.text().replace('\n', ""));
            }
        }
    }
}
