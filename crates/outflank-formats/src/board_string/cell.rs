use outflank_rules::Color;

use crate::cursor::Cursor;
use crate::{Location, ParseError};

#[derive(Clone, Copy)]
pub(super) enum Cell {
    Disc(Color),
    Empty,
}

/// A board uses letters or digits for its discs, not both.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    Letters,
    Digits,
}

impl Cell {
    pub(super) fn read(character: char) -> Option<Cell> {
        match character {
            'b' | 'B' | 'x' | 'X' | '*' | '●' => Some(Cell::Disc(Color::Black)),
            'o' | 'O' | 'w' | 'W' | '○' => Some(Cell::Disc(Color::White)),
            '-' | '.' => Some(Cell::Empty),
            _ => None,
        }
    }

    pub(super) fn read_any(character: char) -> Option<Cell> {
        match character {
            '0' => Some(Cell::Disc(Color::Black)),
            '1' => Some(Cell::Disc(Color::White)),
            _ => Cell::read(character),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct WrittenCell {
    pub(super) cell: Cell,
    pub(super) character: char,
    pub(super) at: Location,
    pub(super) after_blank: bool,
}

impl WrittenCell {
    pub(super) fn alphabet(&self) -> Option<Alphabet> {
        match (self.cell, self.character) {
            (Cell::Empty, _) => None,
            (Cell::Disc(_), '0' | '1') => Some(Alphabet::Digits),
            (Cell::Disc(_), _) => Some(Alphabet::Letters),
        }
    }
}

pub(super) enum Next {
    Cell(WrittenCell),
    Other { at: Location, found: char },
    End,
}

/// Takes the next cell. Spaces and `|` separate cells; only spaces between two `|` are an empty square.
pub(super) fn take(line: &mut Cursor<'_>, read: fn(char) -> Option<Cell>) -> Next {
    let before = line.at();
    loop {
        line.take_while(char::is_whitespace);
        if !line.rest().starts_with('|') {
            break;
        }
        line.advance();
        let at = line.at();
        let blank = line.take_while(char::is_whitespace);
        if !blank.rest().is_empty() && line.rest().starts_with('|') {
            return Next::Cell(WrittenCell { cell: Cell::Empty, character: ' ', at, after_blank: true });
        }
    }
    let at = line.at();
    let Some(character) = line.advance() else {
        return Next::End;
    };
    match read(character) {
        Some(cell) => Next::Cell(WrittenCell { cell, character, at, after_blank: at != before }),
        None => Next::Other { at, found: character },
    }
}

pub(super) fn not_a_cell(at: Location, found: char) -> ParseError {
    let expected = "a black disc (X, B or *), a white disc (O or W) or an empty square (- or .)";
    ParseError::new(at, expected, format!("{found:?}"))
}
