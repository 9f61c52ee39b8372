//! Each kind of square is drawn once, and the frames are put together from the squares that change.

use std::collections::HashMap;
use std::sync::OnceLock;

use gif::{Encoder, Frame, Repeat};
use outflank_rules::{Bitboard, ByColor, Color, Game, Square};
use resvg::tiny_skia::Pixmap;

use crate::board::{BoardImage, MARGIN, SIDE, SQUARE};
use crate::pixels::{self, PictureError};

/// Of the board: squares get a whole number of pixels.
const SCALE: f32 = 0.6;
const SMALL_SIDE: u16 = 384;
const SMALL_MARGIN: u16 = 24;
const SMALL_SQUARE: u16 = 42;
const _: () = assert!(SIDE * 3 == SMALL_SIDE * 5 && MARGIN * 3 == SMALL_MARGIN * 5 && SQUARE * 3 == SMALL_SQUARE * 5);

/// In hundredths of a second.
const FIRST: u16 = 100;
const BETWEEN: u16 = 70;
const LAST: u16 = 400;

const MAX_COLORS: usize = 256;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Film {
    boards: Vec<BoardImage>,
}

impl Film {
    pub fn of(game: &Game) -> Film {
        let mut boards: Vec<_> =
            (0..=game.plies().len()).filter_map(|plies| BoardImage::of(game, Some(plies))).collect();
        boards.dedup();
        Film { boards }
    }

    pub fn gif(&self) -> Result<Vec<u8>, PictureError> {
        let sheets = Sheets::get()?;
        let mut bytes = Vec::new();
        let failed = |error: gif::EncodingError| PictureError(error.into());
        let mut encoder = Encoder::new(&mut bytes, SMALL_SIDE, SMALL_SIDE, &sheets.palette).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let mut before: Option<&BoardImage> = None;
        for (number, board) in self.boards.iter().enumerate() {
            let delay = match number {
                _ if number + 1 == self.boards.len() => LAST,
                0 => FIRST,
                _ => BETWEEN,
            };
            let (left, top, width, height) =
                before.map_or((0, 0, SMALL_SIDE, SMALL_SIDE), |before| changed(before, board));
            let buffer = sheets.cut(board, (left, top, width, height));
            let frame = Frame { delay, left, top, width, height, buffer: buffer.into(), ..Frame::default() };
            encoder.write_frame(&frame).map_err(failed)?;
            before = Some(board);
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The smallest rectangle with all squares that differ.
fn changed(before: &BoardImage, after: &BoardImage) -> (u16, u16, u16, u16) {
    let differs = |square: &Square| Kind::on(before, *square) != Kind::on(after, *square);
    let squares: Vec<Square> = Square::ALL.into_iter().filter(differs).collect();
    let span = |along: fn(Square) -> u8| {
        let (first, last) =
            squares.iter().fold((7, 0), |(first, last), &square| (along(square).min(first), along(square).max(last)));
        (SMALL_MARGIN + u16::from(first) * SMALL_SQUARE, u16::from(last + 1 - first) * SMALL_SQUARE)
    };
    let ((left, width), (top, height)) = (span(Square::column), span(Square::row));
    (left, top, width, height)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    disc: Option<Color>,
    last: bool,
}

impl Kind {
    fn on(board: &BoardImage, square: Square) -> Kind {
        Kind { disc: board.disc_on(square), last: board.last == Some(square) }
    }
}

/// Boards full of one kind of square, as indexes into the palette.
struct Sheets {
    palette: Vec<u8>,
    empty: Vec<u8>,
    full: ByColor<Vec<u8>>,
    marked: ByColor<Vec<u8>>,
}

impl Sheets {
    /// They are the same for every game.
    fn get() -> Result<&'static Sheets, PictureError> {
        static SHEETS: OnceLock<Sheets> = OnceLock::new();
        match SHEETS.get() {
            Some(sheets) => Ok(sheets),
            None => Sheets::draw().map(|sheets| SHEETS.get_or_init(|| sheets)),
        }
    }

    fn draw() -> Result<Sheets, PictureError> {
        let board = |discs, last| BoardImage { discs, last };
        let none = ByColor::both(Bitboard::EMPTY);
        let all = |color| ByColor::from_fn(|other| if other == color { Bitboard::FULL } else { Bitboard::EMPTY });
        let plain = |image: BoardImage| pixels::render(&image.svg(), (SMALL_SIDE, SMALL_SIDE), SCALE);
        let empty = plain(board(none, None))?;
        let [black, white] = [plain(board(all(Color::Black), None))?, plain(board(all(Color::White), None))?];
        let marked = |color, full: &Pixmap| -> Result<Pixmap, PictureError> {
            let mut marked = full.clone();
            let corner = plain(board(all(color), Some(Square::A1)))?;
            for square in Square::ALL {
                copy_corner(&corner, &mut marked, square);
            }
            Ok(marked)
        };
        let (marked_black, marked_white) = (marked(Color::Black, &black)?, marked(Color::White, &white)?);
        let sheets = [&empty, &black, &white, &marked_black, &marked_white];
        let palette = Palette::of(&sheets);
        let [empty, black, white, marked_black, marked_white] = sheets.map(|sheet| palette.map(sheet));
        Ok(Sheets {
            palette: palette.bytes(),
            empty,
            full: ByColor { black, white },
            marked: ByColor { black: marked_black, white: marked_white },
        })
    }

    fn cut(&self, board: &BoardImage, (left, top, width, height): (u16, u16, u16, u16)) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
        for y in top..top + height {
            for x in left..left + width {
                let sheet = self.sheet(board, x, y);
                pixels.push(sheet[usize::from(y) * usize::from(SMALL_SIDE) + usize::from(x)]);
            }
        }
        pixels
    }

    fn sheet(&self, board: &BoardImage, x: u16, y: u16) -> &[u8] {
        let along = |at: u16| at.checked_sub(SMALL_MARGIN).map(|at| at / SMALL_SQUARE).filter(|&index| index < 8);
        let (Some(column), Some(row)) = (along(x), along(y)) else { return &self.empty };
        match Kind::on(board, Square::ALL[usize::from(row * 8 + column)]) {
            Kind { disc: None, .. } => &self.empty,
            Kind { disc: Some(color), last: false } => &self.full[color],
            Kind { disc: Some(color), last: true } => &self.marked[color],
        }
    }
}

/// Copies the mark of the last move from a1 to another square.
fn copy_corner(from: &Pixmap, to: &mut Pixmap, square: Square) {
    let side = usize::from(SMALL_SIDE);
    let (first_x, first_y) = (usize::from(SMALL_MARGIN), usize::from(SMALL_MARGIN));
    let size = usize::from(SMALL_SQUARE);
    let (x, y) = (first_x + usize::from(square.column()) * size, first_y + usize::from(square.row()) * size);
    // The middle of the square: its edge has the felt and the lines of its own place.
    let (inner, outer) = (size / 4, size - size / 4);
    for down in inner..outer {
        let source = (first_y + down) * side + first_x;
        let target = (y + down) * side + x;
        let pixels = from.pixels()[source + inner..source + outer].to_vec();
        to.pixels_mut()[target + inner..target + outer].copy_from_slice(&pixels);
    }
}

struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn of(sheets: &[&Pixmap]) -> Palette {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for color in sheets.iter().flat_map(|sheet| colors(sheet)) {
            *counts.entry(color).or_default() += 1;
        }
        let mut frequent: Vec<([u8; 3], u32)> = counts.into_iter().collect();
        frequent.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors: Vec<[u8; 3]> = frequent.iter().take(MAX_COLORS).map(|&(color, _)| color).collect();
        let nearest = frequent.into_iter().map(|(color, _)| (color, nearest(&colors, color))).collect();
        Palette { colors, nearest }
    }

    fn map(&self, sheet: &Pixmap) -> Vec<u8> {
        colors(sheet).map(|color| self.nearest.get(&color).copied().unwrap_or(0)).collect()
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flatten().copied().collect()
    }
}

/// On white, where the corners of the board are round.
fn colors(sheet: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    sheet.pixels().iter().map(|pixel| {
        let rest = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|value| value + rest)
    })
}

fn nearest(colors: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let distance = |color: &[u8; 3]| -> u32 {
        color.iter().zip(wanted).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let best = colors.iter().enumerate().min_by_key(|(_, color)| distance(color));
    best.and_then(|(place, _)| u8::try_from(place).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use gif::{ColorOutput, DecodeOptions};
    use outflank_rules::{Position, Rules};

    use super::*;

    fn played_out() -> Game {
        let mut game = Game::new(Position::initial(Rules::Standard));
        while let Some(square) = game.position().legal_moves().into_iter().next() {
            game.play(square).unwrap();
        }
        game
    }

    #[test]
    fn a_film_shows_every_board() {
        let game = played_out();
        let film = Film::of(&game);
        let bytes = film.gif().unwrap();
        assert!(bytes.len() < 1_000_000, "{}", bytes.len());
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (384, 384));
        let mut canvas = vec![[0; 3]; 384 * 384];
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (place, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (place % usize::from(frame.width), place / usize::from(frame.width));
                canvas[(usize::from(frame.top) + y) * 384 + usize::from(frame.left) + x] =
                    [pixel[0], pixel[1], pixel[2]];
            }
            let board = &film.boards[delays.len()];
            for square in Square::ALL {
                let middle = |index: u8| usize::from(SMALL_MARGIN + u16::from(index) * SMALL_SQUARE + SMALL_SQUARE / 2);
                // Beside the mark of the last move.
                let [red, green, _] = canvas[(middle(square.row()) + 10) * 384 + middle(square.column())];
                let seen = match (red, green) {
                    (180.., 180..) => Some(Color::White),
                    (..80, ..80) => Some(Color::Black),
                    _ => None,
                };
                assert_eq!(seen, board.disc_on(square), "{square} in frame {}", delays.len());
            }
            delays.push(frame.delay);
        }
        assert_eq!(delays.len(), film.boards.len());
        assert_eq!((delays[0], delays[1], delays.last()), (FIRST, BETWEEN, Some(&LAST)));
    }

    #[test]
    fn a_game_without_moves_is_one_frame() {
        let film = Film::of(&Game::new(Position::initial(Rules::Thirty)));
        assert_eq!(film.boards.len(), 1);
        assert!(film.gif().unwrap().starts_with(b"GIF89a"));
    }
}
