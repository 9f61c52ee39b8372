use std::fmt::Write;

use outflank_pty::{Cell, Color, Screen};

/// A cell is twice as high as wide, so that blocks make round discs and lines meet.
const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const FONT_SIZE: u16 = 15;
const BASELINE: u16 = 14;
const MARGIN: u16 = 12;
const BAR: u16 = 34;

const PAGE: Rgb = Rgb(0x16, 0x1b, 0x19);
const INK: Rgb = Rgb(0xd7, 0xdd, 0xd8);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Rgb(u8, u8, u8);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Style {
    ink: Rgb,
    is_bold: bool,
    is_italic: bool,
}

pub(super) fn draw(screen: &Screen, description: &str) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = (columns.get() * WIDTH + 2 * MARGIN, rows.get() * HEIGHT + BAR + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{}\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{}\"/>\n\
         <circle cx=\"22\" cy=\"18\" r=\"5\" fill=\"#e0605a\"/><circle cx=\"40\" cy=\"18\" r=\"5\" fill=\"#e5b64c\"/>\
         <circle cx=\"58\" cy=\"18\" r=\"5\" fill=\"#63b35d\"/>\n\
         <g transform=\"translate({MARGIN} {BAR})\" shape-rendering=\"crispEdges\" font-size=\"{FONT_SIZE}\" \
         font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\">\n",
        escaped(description),
        hex(PAGE),
    );
    for row in 0..rows.get() {
        let cells: Vec<(u16, &Cell)> =
            (0..columns.get()).filter_map(|column| Some((column, screen.cell(row, column)?))).collect();
        backgrounds(&mut svg, row, &cells);
        blocks(&mut svg, row, &cells);
        texts(&mut svg, row, &cells);
    }
    svg + "</g>\n</svg>\n"
}

fn backgrounds(svg: &mut String, row: u16, cells: &[(u16, &Cell)]) {
    for run in cells.chunk_by(|(_, one), (_, other)| colours(one).1 == colours(other).1) {
        let paper = colours(run[0].1).1;
        if paper != PAGE {
            let length = run.len() as u16;
            rectangle(svg, [run[0].0 * WIDTH, row * HEIGHT, length * WIDTH, HEIGHT].map(f32::from), paper);
        }
    }
}

/// Block characters are drawn as rectangles, because fonts leave gaps between them.
fn blocks(svg: &mut String, row: u16, cells: &[(u16, &Cell)]) {
    for (column, cell) in cells {
        for [x, y, width, height] in block(cell).unwrap_or_default() {
            let area = [column * WIDTH * 8 + x * WIDTH, row * HEIGHT * 8 + y * HEIGHT, width * WIDTH, height * HEIGHT];
            rectangle(svg, area.map(|eighths| f32::from(eighths) / 8.0), colours(cell).0);
        }
    }
}

fn block(cell: &Cell) -> Option<Vec<[u16; 4]>> {
    let [top_left, top_right, bottom_left, bottom_right] = [[0, 0, 4, 4], [4, 0, 4, 4], [0, 4, 4, 4], [4, 4, 4, 4]];
    let character = cell.contents().chars().next()?;
    let code = character as u16;
    Some(match character {
        '▀' => vec![[0, 0, 8, 4]],
        '▁'..='█' => vec![[0, 0x2588 - code, 8, code - 0x2580]],
        '▉'..='▏' => vec![[0, 0, 0x2590 - code, 8]],
        '▐' => vec![[4, 0, 4, 8]],
        '▔' => vec![[0, 0, 8, 1]],
        '▕' => vec![[7, 0, 1, 8]],
        '▖' => vec![bottom_left],
        '▗' => vec![bottom_right],
        '▘' => vec![top_left],
        '▙' => vec![top_left, [0, 4, 8, 4]],
        '▚' => vec![top_left, bottom_right],
        '▛' => vec![[0, 0, 8, 4], bottom_left],
        '▜' => vec![[0, 0, 8, 4], bottom_right],
        '▝' => vec![top_right],
        '▞' => vec![top_right, bottom_left],
        '▟' => vec![top_right, [0, 4, 8, 4]],
        _ => return None,
    })
}

/// Text runs at exact positions, whatever the font.
fn texts(svg: &mut String, row: u16, cells: &[(u16, &Cell)]) {
    let is_text = |cell: &Cell| block(cell).is_none() && !cell.contents().trim().is_empty();
    let alike = |one: &Cell, other: &Cell| {
        // A fallback font for other characters would shift their neighbours.
        let is_plain = |cell: &Cell| cell.contents().is_ascii();
        is_text(one) && is_text(other) && is_plain(one) && is_plain(other) && style(one) == style(other)
    };
    for run in cells.chunk_by(|(_, one), (_, other)| alike(one, other)).filter(|run| is_text(run[0].1)) {
        let Style { ink, is_bold, is_italic } = style(run[0].1);
        let text: String = run.iter().map(|(_, cell)| cell.contents()).collect();
        let (x, y, length) = (run[0].0 * WIDTH, row * HEIGHT + BASELINE, run.len() as u16 * WIDTH);
        let bold = if is_bold { " font-weight=\"bold\"" } else { "" };
        let italic = if is_italic { " font-style=\"italic\"" } else { "" };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" \
             fill=\"{}\"{bold}{italic}>{}</text>",
            hex(ink),
            escaped(&text)
        );
    }
}

fn rectangle(svg: &mut String, [x, y, width, height]: [f32; 4], fill: Rgb) {
    let fill = hex(fill);
    let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
}

fn style(cell: &Cell) -> Style {
    Style { ink: colours(cell).0, is_bold: cell.bold(), is_italic: cell.italic() }
}

fn colours(cell: &Cell) -> (Rgb, Rgb) {
    let (ink, paper) = (rgb(cell.fgcolor()).unwrap_or(INK), rgb(cell.bgcolor()).unwrap_or(PAGE));
    let (ink, paper) = if cell.inverse() { (paper, ink) } else { (ink, paper) };
    match cell.dim() {
        true => (half_way(ink, paper), paper),
        false => (ink, paper),
    }
}

fn half_way(Rgb(red, green, blue): Rgb, other: Rgb) -> Rgb {
    let middle = |one: u8, other: u8| one.midpoint(other);
    Rgb(middle(red, other.0), middle(green, other.1), middle(blue, other.2))
}

/// xterm's palette; `None` for the default colour.
fn rgb(color: Color) -> Option<Rgb> {
    const NAMED: [u32; 16] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
        0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ];
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match color {
        Color::Default => None,
        Color::Rgb(red, green, blue) => Some(Rgb(red, green, blue)),
        Color::Idx(index @ 0..16) => {
            let [_, red, green, blue] = NAMED[usize::from(index)].to_be_bytes();
            Some(Rgb(red, green, blue))
        }
        Color::Idx(index @ 16..232) => {
            let index = index - 16;
            Some(Rgb(level(index / 36), level(index / 6 % 6), level(index % 6)))
        }
        Color::Idx(index) => {
            let grey = 8 + 10 * (index - 232);
            Some(Rgb(grey, grey, grey))
        }
    }
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use outflank_pty::{Session, Size};

    use super::*;

    #[test]
    fn colours_blocks_and_texts_are_drawn() {
        let script = r"printf '\033[38;2;1;2;3;48;5;196m▟\033[0;7mab\033[0m<c>'";
        let size = Size { columns: 10, rows: 2 };
        let session = Session::start(Command::new("/bin/sh").args(["-c", script]), size).unwrap();
        let screen = session.wait_for_text("<c>").unwrap();
        let svg = draw(&screen, "\"a test\"");
        assert!(svg.starts_with("<svg ") && svg.contains("aria-label=\"&quot;a test&quot;\""));
        for part in [
            "<rect x=\"0\" y=\"0\" width=\"9\" height=\"18\" fill=\"#ff0000\"/>",
            "<rect x=\"4.5\" y=\"0\" width=\"4.5\" height=\"9\" fill=\"#010203\"/>",
            "<rect x=\"0\" y=\"9\" width=\"9\" height=\"9\" fill=\"#010203\"/>",
            "<rect x=\"9\" y=\"0\" width=\"18\" height=\"18\" fill=\"#d7ddd8\"/>",
            "fill=\"#161b19\">ab</text>",
            "<text x=\"27\" y=\"14\" textLength=\"27\"",
            ">&lt;c&gt;</text>",
        ] {
            assert!(svg.contains(part), "{part} is missing from\n{svg}");
        }
    }
}
