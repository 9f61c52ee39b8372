use outflank_pty::Screen;
use outflank_rules::{Bitboard, ByColor, Color, Square};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    left: u16,
    top: u16,
    /// A square has twice as many columns.
    height: u16,
    cells: Vec<Vec<String>>,
}

impl Board {
    pub(crate) fn on(screen: &Screen) -> Option<Board> {
        let (rows, columns) = screen.size();
        let places = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (column, row)));
        for (column, row) in places {
            if let Some(height) = (1..=7).find(|&height| has_letters(screen, column, row, height)) {
                let (left, top) = (column - (2 * height - 1) / 2, row + 1);
                let cells = Square::ALL.map(|square| lines(screen, left, top, height, square)).to_vec();
                return Some(Board { left, top, height, cells });
            }
        }
        None
    }

    pub(crate) fn rows_of_a_square(&self) -> u16 {
        self.height
    }

    pub(crate) fn place(&self, square: Square) -> (u16, u16) {
        let (column, row) = (u16::from(square.column()), u16::from(square.row()));
        (self.left + column * 2 * self.height, self.top + row * self.height)
    }

    pub(crate) fn discs(&self) -> ByColor<Bitboard> {
        ByColor::from_fn(|color| {
            self.squares_with(match color {
                Color::Black => 'X',
                Color::White => 'O',
            })
        })
    }

    pub(crate) fn marked(&self) -> Bitboard {
        self.squares_with('+')
    }

    pub(crate) fn text(&self, square: Square) -> &str {
        &self.cells[usize::from(square.index())][usize::from(self.height - 1) / 2]
    }

    fn squares_with(&self, character: char) -> Bitboard {
        let has = |square: &Square| self.cells[usize::from(square.index())].iter().any(|line| line.contains(character));
        Square::ALL.into_iter().filter(has).collect()
    }
}

fn has_letters(screen: &Screen, column: u16, row: u16, height: u16) -> bool {
    let width = 2 * height;
    let at = |column| screen.cell(row, column).map_or("", |cell| cell.contents().trim());
    (0..8_u16).all(|index| {
        let letter = char::from(b'a' + index as u8).to_string();
        let column = column + index * width;
        // What follows the last letter is not part of the board.
        at(column) == letter && (index == 7 || (column + 1..column + width).all(|gap| at(gap).is_empty()))
    })
}

fn lines(screen: &Screen, left: u16, top: u16, height: u16, square: Square) -> Vec<String> {
    let (x, y) = (left + u16::from(square.column()) * 2 * height, top + u16::from(square.row()) * height);
    let line = |row| {
        let cells = (x..x + 2 * height).filter_map(move |column| screen.cell(row, column));
        cells.map(|cell| cell.contents()).collect()
    };
    (y..y + height).map(line).collect()
}
