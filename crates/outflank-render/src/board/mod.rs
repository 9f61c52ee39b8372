//! Coordinates are strokes: they need no font and look the same everywhere.

use std::fmt;

use outflank_rules::{Bitboard, ByColor, Color, Game, Square};

use crate::lettering::glyph;
#[cfg(feature = "png")]
use crate::pixels::{self, PictureError};

pub(crate) const SIDE: u16 = 640;
pub(crate) const MARGIN: u16 = 40;
pub(crate) const SQUARE: u16 = (SIDE - 2 * MARGIN) / 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardImage {
    pub(crate) discs: ByColor<Bitboard>,
    pub(crate) last: Option<Square>,
}

impl BoardImage {
    /// The board after `plies` plies, by default the last, with the last move marked. `None` if the game has fewer plies.
    pub fn of(game: &Game, plies: Option<usize>) -> Option<BoardImage> {
        let plies = plies.unwrap_or(game.plies().len());
        let played = game.plies().get(..plies)?;
        let position = game.plies().get(plies).map_or(game.position(), |next| &next.before);
        Some(BoardImage { discs: position.discs(), last: played.iter().rev().find_map(|ply| ply.mv.square()) })
    }

    pub fn svg(&self) -> String {
        self.to_string()
    }

    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        pixels::png(&self.svg(), (SIDE, SIDE))
    }

    pub(crate) fn disc_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs[color].contains(square))
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { black, white } = self.discs;
        write!(f, "<title id=\"title\">Othello: {} black, {} white</title>", black.len(), white.len())?;
        write!(f, "<desc id=\"desc\">Black: {}. White: {}.", names(black), names(white))?;
        if let Some(last) = self.last {
            write!(f, " Last move: {last}.")?;
        }
        f.write_str("</desc>")
    }
}

impl fmt::Display for BoardImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"0 0 {SIDE} {SIDE}\" \
             role=\"img\" aria-labelledby=\"title desc\">"
        )?;
        self.describe(f)?;
        self.draw(f)?;
        f.write_str("</svg>\n")
    }
}

impl BoardImage {
    /// Draws the board as a square with sides of [`SIDE`].
    pub(crate) fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DEFINITIONS)?;
        write!(f, "<rect width=\"{SIDE}\" height=\"{SIDE}\" rx=\"14\" fill=\"url(#felt)\"/>")?;
        draw_coordinates(f)?;
        draw_grid(f)?;
        for square in Square::ALL {
            if let Some(color) = self.disc_on(square) {
                let (x, y) = centre(square);
                write!(f, "<use href=\"#{color}\" x=\"{x}\" y=\"{y}\"/>")?;
            }
        }
        if let Some(last) = self.last {
            let (x, y) = centre(last);
            f.write_str("<path fill=\"#d9632f\" ")?;
            writeln!(f, "d=\"M{x} {}l9 9-9 9-9-9z\"/>", y - 9)?;
        }
        Ok(())
    }
}

const DEFINITIONS: &str = concat!(
    "<defs>",
    "<radialGradient id=\"felt\" cx=\".4\" cy=\".3\" r=\".95\">",
    "<stop offset=\"0\" stop-color=\"#36865f\"/><stop offset=\"1\" stop-color=\"#296e4d\"/></radialGradient>",
    "<radialGradient id=\"shade\"><stop offset=\".78\" stop-opacity=\".42\"/><stop offset=\"1\" stop-opacity=\"0\"/>",
    "</radialGradient>",
    "<radialGradient id=\"dark\" cx=\".36\" cy=\".3\" r=\".75\">",
    "<stop offset=\"0\" stop-color=\"#565a58\"/><stop offset=\".45\" stop-color=\"#262827\"/>",
    "<stop offset=\"1\" stop-color=\"#0b0c0c\"/></radialGradient>",
    "<radialGradient id=\"light\" cx=\".36\" cy=\".3\" r=\".8\">",
    "<stop offset=\"0\" stop-color=\"#fff\"/><stop offset=\".55\" stop-color=\"#f1eee6\"/>",
    "<stop offset=\"1\" stop-color=\"#cfc9bb\"/></radialGradient>",
    "<g id=\"black\"><circle cx=\"1\" cy=\"4\" r=\"32\" fill=\"url(#shade)\"/>",
    "<circle r=\"28.5\" fill=\"url(#dark)\"/></g>",
    "<g id=\"white\"><circle cx=\"1\" cy=\"4\" r=\"32\" fill=\"url(#shade)\"/>",
    "<circle r=\"28.5\" fill=\"url(#light)\"/>",
    "<circle r=\"28\" fill=\"none\" stroke=\"#a9a394\" stroke-opacity=\".6\"/></g>",
    "</defs>",
);

fn draw_grid(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let length = 8 * SQUARE;
    f.write_str("<path fill=\"none\" stroke=\"#1b4d37\" stroke-width=\"2\" d=\"")?;
    for line in (0..9).map(|line| MARGIN + line * SQUARE) {
        write!(f, "M{MARGIN} {line}h{length}M{line} {MARGIN}v{length}")?;
    }
    write!(f, "\"/><rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{length}\" height=\"{length}\" ")?;
    f.write_str("fill=\"none\" stroke=\"#1b4d37\" stroke-width=\"4\" stroke-linejoin=\"round\"/><g fill=\"#1b4d37\">")?;
    for (column, row) in [(2, 2), (6, 2), (2, 6), (6, 6)] {
        write!(f, "<circle cx=\"{}\" cy=\"{}\" r=\"5\"/>", MARGIN + column * SQUARE, MARGIN + row * SQUARE)?;
    }
    f.write_str("</g>")
}

fn draw_coordinates(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(
        "<g fill=\"none\" stroke=\"#fff\" stroke-opacity=\".78\" stroke-width=\"1.3\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">",
    )?;
    let middle = MARGIN / 2;
    for (index, (letter, digit)) in (0..).zip(('a'..='h').zip('1'..='8')) {
        let [letter, digit] = [letter, digit].map(|character| glyph(character).map_or("", |(strokes, _)| strokes));
        let along = MARGIN + index * SQUARE + SQUARE / 2;
        write!(f, "<path transform=\"translate({along} {middle})scale(1.25)translate(-3 -6)\" d=\"{letter}\"/>")?;
        write!(f, "<path transform=\"translate({middle} {along})scale(1.25)translate(-3 -5)\" d=\"{digit}\"/>")?;
    }
    f.write_str("</g>")
}

fn centre(square: Square) -> (u16, u16) {
    let along = |index: u8| MARGIN + u16::from(index) * SQUARE + SQUARE / 2;
    (along(square.column()), along(square.row()))
}

fn names(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

#[cfg(test)]
mod tests;
