#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) symbol: char,
    pub(crate) is_inverse: bool,
}

/// A round disc, row by row, made of quadrant characters. With two rows, quadrants are too coarse for a gap above and
/// below; there are characters for eighths from the bottom only, so the lower half is drawn inverted.
pub(crate) fn round(width: u16, height: u16) -> Vec<Vec<Glyph>> {
    let plain = |symbol| Glyph { symbol, is_inverse: false };
    let inverse = |symbol| Glyph { symbol, is_inverse: true };
    match height {
        1 => vec![vec![plain('●'), plain(' ')]],
        2 => vec![
            vec![plain('▗'), plain('▆'), plain('▆'), plain('▖')],
            vec![plain('▝'), inverse('▂'), inverse('▂'), plain('▘')],
        ],
        _ => {
            let glyph = |column, row| plain(quarters(width, height, column, row));
            (0..height).map(|row| (0..width).map(|column| glyph(column, row)).collect()).collect()
        }
    }
}

/// The disc made of one character, without the outermost columns.
pub(crate) fn of_characters(character: char, width: u16, height: u16) -> Vec<Vec<Glyph>> {
    let plain = |symbol| Glyph { symbol, is_inverse: false };
    if height == 1 {
        return vec![vec![plain(character), plain(' ')]];
    }
    let is_filled = |column: u16, row: u16| {
        let edge = column == 0 || column + 1 == width;
        !edge && covered(width, height, column, row).into_iter().filter(|&part| part).count() >= 2
    };
    let glyph = |column, row| plain(if is_filled(column, row) { character } else { ' ' });
    let row = |row| (0..width).map(|column| glyph(column, row)).collect();
    (0..height).map(row).collect()
}

/// Top left, top right, bottom left, bottom right.
fn covered(width: u16, height: u16, column: u16, row: u16) -> [bool; 4] {
    let (across, down) = (f32::from(width), f32::from(height));
    let radius_down = if height == 2 { 1.7 } else { down - 0.9 };
    let radius_across = 2.0 * radius_down;
    let is_inside = |right: u16, below: u16| {
        let x = f32::from(2 * column + right) + 0.5 - across;
        let y = f32::from(2 * row + below) + 0.5 - down;
        (x / radius_across).powi(2) + (y / radius_down).powi(2) <= 1.0
    };
    [is_inside(0, 0), is_inside(1, 0), is_inside(0, 1), is_inside(1, 1)]
}

fn quarters(width: u16, height: u16, column: u16, row: u16) -> char {
    // By the covered quarters as bits, top left first.
    const GLYPHS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];
    let parts = covered(width, height, column, row).into_iter().rev();
    GLYPHS[parts.fold(0, |bits, is_covered| 2 * bits + usize::from(is_covered))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(disc: &[Vec<Glyph>]) -> Vec<String> {
        disc.iter().map(|row| row.iter().map(|glyph| glyph.symbol).collect()).collect()
    }

    #[test]
    fn discs_are_round() {
        assert_eq!(text(&round(4, 2)), ["▗▆▆▖", "▝▂▂▘"]);
        assert_eq!(text(&round(6, 3)), [" ▗▄▄▖ ", " ████ ", " ▝▀▀▘ "]);
        assert_eq!(text(&of_characters('X', 4, 2)), [" XX ", " XX "]);
        assert_eq!(text(&of_characters('O', 6, 3)), ["  OO  ", " OOOO ", "  OO  "]);
    }

    #[test]
    fn discs_fill_their_square_and_no_more() {
        for height in 1..=7 {
            let width = 2 * height;
            for disc in [round(width, height), of_characters('X', width, height)] {
                assert_eq!(disc.len(), usize::from(height));
                assert!(disc.iter().all(|row| row.len() == usize::from(width)));
            }
        }
    }
}
