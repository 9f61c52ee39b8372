use outflank_rules::{Bitboard, ByColor, Color, Position, Square, Symmetry};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::tui::widgets::{BoardPlace, Brush, Pointer, disc};

pub(crate) struct BoardView<'s> {
    pub(crate) discs: ByColor<Bitboard>,
    pub(crate) turned: Symmetry,
    pub(crate) legal: Bitboard,
    pub(crate) last: Option<Square>,
    pub(crate) cursor: Option<Square>,
    pub(crate) column: Option<char>,
    pub(crate) flips: Bitboard,
    pub(crate) labels: &'s [Label],
    pub(crate) hint: Option<Square>,
    pub(crate) premove: Option<Square>,
}

pub(crate) struct Label {
    pub(crate) square: Square,
    pub(crate) text: String,
    pub(crate) kind: LabelKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelKind {
    Best,
    Other,
}

const DOTTED: [[Square; 4]; 4] = [
    [Square::B2, Square::C2, Square::B3, Square::C3],
    [Square::F2, Square::G2, Square::F3, Square::G3],
    [Square::B6, Square::C6, Square::B7, Square::C7],
    [Square::F6, Square::G6, Square::F7, Square::G7],
];

impl BoardView<'_> {
    pub(crate) fn new(discs: ByColor<Bitboard>, turned: Symmetry, pointer: &Pointer) -> Self {
        let (legal, flips) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let (cursor, column) = (pointer.square(), pointer.column);
        BoardView { discs, turned, legal, last: None, cursor, column, flips, labels: &[], hint: None, premove: None }
    }

    pub(crate) fn draw(&self, place: &BoardPlace, frame: &mut Frame<'_>, brush: &Brush) {
        if place.coordinates {
            coordinates(self, place, frame, brush);
        }
        for square in Square::ALL {
            let seen = self.turned.square(square);
            Cell { view: self, square, seen, area: place.of(seen), brush }.draw(frame);
        }
    }
}

fn coordinates(view: &BoardView<'_>, place: &BoardPlace, frame: &mut Frame<'_>, brush: &Brush) {
    let buffer = frame.buffer_mut();
    for index in 0..8_u8 {
        let (Some(top), Some(left)) = (Square::at(index, 0), Square::at(0, index)) else { continue };
        let (above, beside) = (place.of(top), place.of(left));
        let back = view.turned.inverse();
        let is_sideways = back.square(Square::A1).column() != back.square(Square::A8).column();
        let letter = |square: Square| char::from(b'a' + square.column());
        let number = |square: Square| char::from(b'1' + square.row());
        let (above_text, beside_text) = match is_sideways {
            true => (number(back.square(top)), letter(back.square(left))),
            false => (letter(back.square(top)), number(back.square(left))),
        };
        let style = |text: char| match view.column {
            Some(column) if column == text => brush.accent(),
            _ => brush.faint(),
        };
        let middle = above.x + (above.width - 1) / 2;
        buffer.set_string(middle, above.y - 1, above_text.to_string(), style(above_text));
        let middle = beside.y + (beside.height - 1) / 2;
        buffer.set_string(beside.x - 2, middle, beside_text.to_string(), style(beside_text));
    }
}

struct Cell<'c> {
    view: &'c BoardView<'c>,
    square: Square,
    seen: Square,
    area: Rect,
    brush: &'c Brush,
}

impl Cell<'_> {
    fn draw(&self, frame: &mut Frame<'_>) {
        let Cell { view, square, area, brush, .. } = self;
        let background = self.background();
        frame.buffer_mut().set_style(*area, background);
        for row in 0..area.height {
            let blank = " ".repeat(usize::from(area.width));
            frame.buffer_mut().set_string(area.x, area.y + row, blank, background);
        }
        let disc = Color::ALL.into_iter().find(|&color| view.discs[color].contains(*square));
        match disc {
            Some(color) => self.disc(color, background, frame),
            None => self.empty(background, frame),
        }
        self.dots(background, frame);
        if brush.palette.plain {
            self.brackets(background, frame);
        }
    }

    fn background(&self) -> Style {
        let Cell { view, square, seen, brush, .. } = self;
        let palette = &brush.palette;
        let style = brush.text();
        if palette.plain {
            let is_flipped = view.flips.contains(*square);
            return if is_flipped { style.add_modifier(Modifier::REVERSED) } else { style };
        }
        let shade = usize::from((seen.column() + seen.row()) % 2);
        style.bg(match () {
            () if view.cursor == Some(*square) => palette.cursor,
            () if view.flips.contains(*square) => palette.flip,
            () => palette.squares[shade],
        })
    }

    fn disc(&self, color: Color, background: Style, frame: &mut Frame<'_>) {
        let Cell { view, square, area, brush, .. } = self;
        let palette = &brush.palette;
        let ink = if color == Color::Black { palette.black } else { palette.white };
        let letters = || disc::of_characters(character(color, brush), area.width, area.height);
        let (shape, style) = match (palette.plain, brush.is_unicode()) {
            (false, true) => (disc::round(area.width, area.height), background.fg(ink)),
            (false, false) => (letters(), background.fg(ink).add_modifier(Modifier::BOLD)),
            (true, _) => (letters(), background),
        };
        let inverse = Style { fg: style.bg, bg: style.fg, ..style };
        for (y, row) in (area.y..).zip(&shape) {
            for (x, glyph) in (area.x..).zip(row) {
                let style = if glyph.is_inverse { inverse } else { style };
                frame.buffer_mut().set_string(x, y, glyph.symbol.encode_utf8(&mut [0; 4]), style);
            }
        }
        if view.last == Some(*square) && !palette.plain {
            self.last_move(style, frame);
        }
    }

    /// A dot in the middle of the disc, or beside it if there is no room.
    fn last_move(&self, disc: Style, frame: &mut Frame<'_>) {
        let Cell { area, brush, .. } = self;
        let buffer = frame.buffer_mut();
        let mark = Style::new().fg(brush.palette.last).add_modifier(Modifier::BOLD);
        if area.height == 1 || !brush.is_unicode() {
            let bg = disc.bg.unwrap_or(brush.palette.page);
            let text = brush.pick("◂", "<");
            buffer.set_string(area.x + area.width - 1, area.y + (area.height - 1) / 2, text, mark.bg(bg));
            return;
        }
        let on_disc = mark.bg(disc.fg.unwrap_or(brush.palette.page));
        let dot: &[&str] = if area.height % 2 == 0 { &["▗▖", "▝▘"] } else { &["▐▌"] };
        self.in_middle(dot, on_disc, frame);
    }

    /// Rows of text of the same length. They are as many as fit in the middle: with an odd height, an odd number.
    fn in_middle(&self, rows: &[&str], style: Style, frame: &mut Frame<'_>) {
        let Rect { x, y, width, height } = self.area;
        let columns = rows.first().map_or(0, |row| row.chars().count()) as u16;
        let top = y + (height - rows.len() as u16) / 2;
        for (row, text) in (top..).zip(rows) {
            frame.buffer_mut().set_string(x + (width - columns) / 2, row, text, style);
        }
    }

    fn empty(&self, background: Style, frame: &mut Frame<'_>) {
        let Cell { view, square, area, brush, .. } = self;
        let palette = &brush.palette;
        let is_legal = view.legal.contains(*square);
        if let Some(label) = view.labels.iter().find(|label| label.square == *square) {
            return self.label(label, background, frame);
        }
        let mark = match () {
            () if view.premove == Some(*square) => Some(brush.pick("◌", "?")),
            () if view.hint == Some(*square) => Some(brush.pick("★", "*")),
            () => None,
        };
        if let Some(mark) = mark {
            let style = if palette.plain { background } else { background.fg(palette.best) };
            return self.write(mark, style.add_modifier(Modifier::BOLD), frame);
        }
        let (text, style) = match (is_legal, palette.plain) {
            (true, true) => ("+", background.add_modifier(Modifier::BOLD)),
            (false, true) => (brush.pick("·", "."), background.add_modifier(Modifier::DIM)),
            (true, false) if area.height >= 3 && brush.is_unicode() => {
                return self.in_middle(legal_mark(area.height), background.fg(palette.mark), frame);
            }
            (true, false) => (brush.pick("•", "+"), background.fg(palette.mark)),
            (false, false) => return,
        };
        self.write(text, style, frame);
    }

    fn label(&self, label: &Label, background: Style, frame: &mut Frame<'_>) {
        let palette = &self.brush.palette;
        let style = match (label.kind, palette.plain) {
            (LabelKind::Best, false) => background.fg(palette.best).add_modifier(Modifier::BOLD),
            (LabelKind::Other, false) => background.fg(palette.black),
            (LabelKind::Best, true) => background.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            (LabelKind::Other, true) => background,
        };
        let room = usize::from(self.area.width);
        let short = rounded(&label.text);
        let text = match label.text.chars().count() <= room {
            true => label.text.as_str(),
            // A truncated number would be wrong.
            false if short.chars().count() > room => "--",
            false => &short,
        };
        self.write(text, style, frame);
    }

    fn write(&self, text: &str, style: Style, frame: &mut Frame<'_>) {
        let Rect { x, y, width, height } = self.area;
        let length = text.chars().count() as u16;
        let left = x + width.saturating_sub(length) / 2;
        frame.buffer_mut().set_stringn(left, y + (height - 1) / 2, text, usize::from(width), style);
    }

    fn dots(&self, background: Style, frame: &mut Frame<'_>) {
        let Cell { seen, area, brush, .. } = self;
        let right = area.x + area.width - 1;
        let bottom = area.y + area.height - 1;
        for dotted in DOTTED {
            let corner = dotted.iter().position(|one| one == seen);
            let (x, y, quarter) = match corner {
                Some(0) => (right, bottom, "▗"),
                Some(1) => (area.x, bottom, "▖"),
                Some(2) => (right, area.y, "▝"),
                Some(3) => (area.x, area.y, "▘"),
                _ => continue,
            };
            let Some(cell) = frame.buffer_mut().cell_mut((x, y)) else { continue };
            if cell.symbol() != " " {
                continue;
            }
            match brush.palette.plain {
                false if brush.is_unicode() => {
                    cell.set_symbol(quarter).set_style(background.fg(brush.palette.mark));
                }
                _ if corner == Some(0) && area.height > 1 => {
                    cell.set_symbol(brush.pick("∙", "'")).set_style(background);
                }
                _ => {}
            }
        }
    }

    /// Without colours, brackets mark the cursor and the last move.
    fn brackets(&self, background: Style, frame: &mut Frame<'_>) {
        let Cell { view, square, area, .. } = self;
        let pair = match () {
            () if view.cursor == Some(*square) => ["[", "]"],
            () if view.last == Some(*square) => ["(", ")"],
            () => return,
        };
        let buffer = frame.buffer_mut();
        let style = background.remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD);
        let right = area.x + area.width - 1;
        if area.width == 2 {
            buffer.set_string(right, area.y, pair[1], style);
            return;
        }
        for row in 0..area.height {
            buffer.set_string(area.x, area.y + row, pair[0], style);
            buffer.set_string(right, area.y + row, pair[1], style);
        }
    }
}

/// About a third of the square. One character would be lost in a large one.
fn legal_mark(height: u16) -> &'static [&'static str] {
    match height {
        3 | 5 => &["██"],
        4 => &["▄▄", "▀▀"],
        6 => &["▟██▙", "▜██▛"],
        _ => &[" ▄▄ ", "████", " ▀▀ "],
    }
}

/// A value in whole discs, without a sign if it is positive.
fn rounded(value: &str) -> String {
    match value.parse::<f32>() {
        // Nothing is "-0".
        Ok(discs) => (discs.round() + 0.0).to_string(),
        Err(_) => value.to_owned(),
    }
}

pub(crate) fn preview(position: &Position, selected: Option<Square>) -> Bitboard {
    let legal = selected.filter(|&square| position.legal_moves().contains(square));
    legal.map_or(Bitboard::EMPTY, |square| position.flips(square))
}

pub(crate) fn character(color: Color, brush: &Brush) -> char {
    match (color, brush.is_unicode()) {
        (Color::Black, true) => '●',
        (Color::White, true) => '○',
        (Color::Black, false) => 'X',
        (Color::White, false) => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn values_are_rounded_to_whole_discs_in_small_squares() {
        for (value, short) in [("+1.5", "2"), ("-0.4", "0"), ("-0.6", "-1"), ("0", "0"), ("+12", "12"), ("d3", "d3")] {
            assert_eq!(rounded(value), short, "{value}");
        }
    }
}
