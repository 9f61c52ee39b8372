use crossterm::event::KeyCode;
use outflank_rules::{Square, Symmetry};

use crate::tui::keymap::Press;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) cursor: Square,
    pub(crate) shown: bool,
    pub(crate) column: Option<char>,
}

pub(crate) const KEYS: &[(&str, &str)] = &[("a1 .. h8", "type a square"), ("mouse", "click a square")];

pub(crate) const ARROWS: &[(&str, &str)] = &[("arrows", "point at a square")];

pub(crate) const PROMPT: &str = "Type a square such as f5, use the arrow keys, or click.";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointing {
    Other,
    Moved,
    Named(Square),
}

impl Default for Pointer {
    fn default() -> Pointer {
        Pointer { cursor: Square::D3, shown: false, column: None }
    }
}

impl Pointer {
    /// Letters from a to h start a square, and a digit completes it.
    pub(crate) fn press(&mut self, press: Press, turned: Symmetry) -> Pointing {
        if let Some(character) = press.typed() {
            let character = character.to_ascii_lowercase();
            return match (character, self.column) {
                ('a'..='h', _) => {
                    self.column = Some(character);
                    Pointing::Moved
                }
                ('1'..='8', Some(column)) => {
                    self.column = None;
                    let Ok(square) = format!("{column}{character}").parse() else { return Pointing::Moved };
                    self.point_at(square);
                    Pointing::Named(square)
                }
                _ => Pointing::Other,
            };
        }
        let step = match press.code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, -1),
            KeyCode::Down => (0, 1),
            KeyCode::Backspace | KeyCode::Esc if self.column.is_some() => {
                self.column = None;
                return Pointing::Moved;
            }
            _ => return Pointing::Other,
        };
        self.step(step, turned);
        Pointing::Moved
    }

    pub(crate) fn point_at(&mut self, square: Square) {
        *self = Pointer { cursor: square, shown: true, column: None };
    }

    pub(crate) fn square(&self) -> Option<Square> {
        self.shown.then_some(self.cursor)
    }

    /// The first step only shows the cursor. Steps wrap at the edges, as seen on the turned board.
    fn step(&mut self, (columns, rows): (i8, i8), turned: Symmetry) {
        if !self.shown {
            self.shown = true;
            return;
        }
        let seen = turned.square(self.cursor);
        let moved = |at: u8, by: i8| (at as i8 + by).rem_euclid(8) as u8;
        if let Some(next) = Square::at(moved(seen.column(), columns), moved(seen.row(), rows)) {
            self.cursor = turned.inverse().square(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_corrected_by_typing_on() {
        let mut pointer = Pointer::default();
        let mut press = |character| pointer.press(Press::char(character), Symmetry::Identity);
        assert_eq!(press('5'), Pointing::Other);
        assert_eq!(press('g'), Pointing::Moved);
        assert_eq!(press('F'), Pointing::Moved);
        assert_eq!(press('9'), Pointing::Other);
        assert_eq!(press('5'), Pointing::Named(Square::F5));
        assert_eq!(press('5'), Pointing::Other);
    }

    #[test]
    fn arrows_follow_the_turned_board() {
        let mut pointer = Pointer { cursor: Square::A1, shown: true, column: None };
        pointer.press(Press::key(KeyCode::Up), Symmetry::Identity);
        assert_eq!(pointer.cursor, Square::A8);
        // Turned by half, a8 is at the top right.
        pointer.press(Press::key(KeyCode::Left), Symmetry::Half);
        assert_eq!(pointer.cursor, Square::B8);
        pointer.press(Press::key(KeyCode::Down), Symmetry::Half);
        assert_eq!(pointer.cursor, Square::B7);
    }
}
