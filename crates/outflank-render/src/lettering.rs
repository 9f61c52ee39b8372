//! Text as strokes, which needs no font: baseline at 10, x-height at 4, ascenders, capitals and digits at 0.

use std::fmt;

const SPACING: f32 = 2.4;

const CAPITAL: f32 = 10.0;

/// The strokes of a character, and their width. A letter with an accent is drawn without it.
pub(crate) fn glyph(character: char) -> Option<(&'static str, f32)> {
    Some(match plain(character) {
        ' ' => ("", 2.4),
        '!' => ("M0 0v7M0 9.9v.1", 0.0),
        '#' => ("M1.6 1L.8 9M4.6 1L3.8 9M0 3.6H5.4M0 6.6H5.2", 5.4),
        '&' => {
            ("M6 10L1.4 3.4C.4 1.8 1.2 0 2.8 0S4.8 1.8 4 3C3 4.4 0 5 0 7.4C0 9 1.2 10 2.6 10C4.6 10 5.6 8.4 6 6", 6.0)
        }
        '\'' => ("M0 0v2.4", 0.0),
        '(' => ("M2-.6C-.6 3-.6 8 2 11.6", 2.0),
        ')' => ("M0-.6C2.6 3 2.6 8 0 11.6", 2.0),
        '+' => ("M0 6H5M2.5 3.5V8.5", 5.0),
        ',' => ("M.6 9.7L0 11.6", 0.6),
        '-' => ("M0 6.4H3.2", 3.2),
        '.' => ("M0 9.9v.1", 0.0),
        '/' => ("M0 11L4-.6", 4.0),
        '0' => ("M3 0C1.1 0 0 2 0 5S1.1 10 3 10S6 8 6 5S4.9 0 3 0Z", 6.0),
        '1' => ("M1.2 2.2L3.8 0V10", 6.0),
        '2' => ("M.3 2.6C.4 1 1.5 0 3 0S5.7 1.1 5.7 2.6C5.7 4.7 3.6 6 0 10H6", 6.0),
        '3' => (
            "M.4 1.6C.9.6 1.8 0 3 0C4.6 0 5.6 1 5.6 2.4S4.5 4.8 2.6 4.8C4.8 4.8 6 5.8 6 7.4S4.7 10 3 10C1.5 10 .5 9.3 0 8.2",
            6.0,
        ),
        '4' => ("M4.4 10V0L0 7H6", 6.0),
        '5' => ("M5.4 0H1L.5 4.6C1.1 4.1 2 3.8 2.9 3.8C4.8 3.8 6 5 6 6.9S4.7 10 2.8 10C1.5 10 .5 9.4 0 8.4", 6.0),
        '6' => ("M4.6 0C1.8 1.4 0 4 0 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0", 6.0),
        '7' => ("M0 0H6L2.2 10", 6.0),
        '8' => ("M3 4.6a2.4 2.3 0 1 0 0-4.6a2.4 2.3 0 1 0 0 4.6a3 2.7 0 1 0 0 5.4a3 2.7 0 1 0 0-5.4", 6.0),
        '9' => ("M1.4 10C4.2 8.6 6 6 6 3a3 3 0 1 0-6 0a3 3 0 1 0 6 0", 6.0),
        ':' => ("M0 5v.1M0 9.9v.1", 0.0),
        '?' => ("M0 2.4C.2.9 1.1 0 2.5 0S5 1 5 2.4C5 4.6 2.5 4.6 2.5 7M2.5 9.9v.1", 5.0),
        'A' => ("M0 10L3.2 0L6.4 10M1.1 6.8H5.3", 6.4),
        'B' => ("M0 0V10H3.2A2.7 2.7 0 0 0 3.2 4.6H0M0 0H2.8A2.3 2.3 0 0 1 2.8 4.6", 5.9),
        'C' => ("M6 2C5.3.7 4.4 0 3.2 0C1.2 0 0 2 0 5S1.2 10 3.2 10C4.4 10 5.3 9.3 6 8", 6.0),
        'D' => ("M0 0V10H2.4C4.8 10 6.2 8 6.2 5S4.8 0 2.4 0Z", 6.2),
        'E' => ("M5.2 0H0V10H5.2M0 4.8H4.6", 5.2),
        'F' => ("M5.2 0H0V10M0 4.8H4.6", 5.2),
        'G' => ("M6 2C5.3.7 4.4 0 3.2 0C1.2 0 0 2 0 5S1.2 10 3.2 10C4.5 10 5.6 9.4 6.2 8.4V5.4H3.6", 6.2),
        'H' => ("M0 0V10M6 0V10M0 4.8H6", 6.0),
        'I' => ("M0 0V10", 0.0),
        'J' => ("M4.4 0V7.2C4.4 9 3.6 10 2.2 10C1.1 10 .3 9.3 0 8.2", 4.4),
        'K' => ("M0 0V10M5.6 0L0 6M2 4L5.8 10", 5.8),
        'L' => ("M0 0V10H5", 5.0),
        'M' => ("M0 10V0L3.6 6L7.2 0V10", 7.2),
        'N' => ("M0 10V0L6 10V0", 6.0),
        'O' => ("M3.3 0C1.2 0 0 2 0 5S1.2 10 3.3 10S6.6 8 6.6 5S5.4 0 3.3 0Z", 6.6),
        'P' => ("M0 10V0H3A2.7 2.7 0 0 1 3 5.4H0", 5.7),
        'Q' => ("M3.3 0C1.2 0 0 2 0 5S1.2 10 3.3 10S6.6 8 6.6 5S5.4 0 3.3 0ZM4.2 7.6L6.6 10.6", 6.6),
        'R' => ("M0 10V0H3A2.6 2.6 0 0 1 3 5.2H0M3.2 5.2L5.8 10", 5.8),
        'S' => (
            "M5.4 1.8C4.9.7 4.1 0 2.9 0C1.4 0 .3 1 .3 2.4C.3 5.6 5.8 4 5.8 7.4C5.8 9 4.6 10 2.9 10C1.5 10 .5 9.3 0 8",
            5.8,
        ),
        'T' => ("M0 0H6M3 0V10", 6.0),
        'U' => ("M0 0V6.8C0 8.9 1.2 10 3 10S6 8.9 6 6.8V0", 6.0),
        'V' => ("M0 0L3.1 10L6.2 0", 6.2),
        'W' => ("M0 0L2.1 10L4.4 2.4L6.7 10L8.8 0", 8.8),
        'X' => ("M0 0L5.8 10M5.8 0L0 10", 5.8),
        'Y' => ("M0 0L3 5V10M6 0L3 5", 6.0),
        'Z' => ("M0 0H5.8L0 10H5.8", 5.8),
        '_' => ("M0 11H5", 5.0),
        'a' => ("M6 4v6M6 7a3 3 0 1 0-6 0a3 3 0 1 0 6 0", 6.0),
        'b' => ("M0 0v10M0 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0", 6.0),
        'c' => ("M5.46 5.28A3 3 0 1 0 5.46 8.72", 6.0),
        'd' => ("M6 0v10M6 7a3 3 0 1 0-6 0a3 3 0 1 0 6 0", 6.0),
        'e' => ("M0 7H6A3 3 0 1 0 5.2 9.05", 6.0),
        'f' => ("M5.2.4C3.3-.3 2.4.6 2.4 2.4V10M.4 4H4.8", 6.0),
        'g' => ("M6 4v6.5A3 2.8 0 0 1 .7 12.1M6 7a3 3 0 1 0-6 0a3 3 0 1 0 6 0", 6.0),
        'h' => ("M0 0v10M0 7a3 3 0 0 1 6 0v3", 6.0),
        'i' => ("M0 4v6M0 1v.1", 0.0),
        'j' => ("M2 4v6.6C2 12 1.2 12.8 0 12.6M2 1v.1", 2.0),
        'k' => ("M0 0v10M4.8 4L0 8M1.8 6.6L5 10", 5.0),
        'l' => ("M0 0v10", 0.0),
        'm' => ("M0 4v6M0 6.4a2.3 2.4 0 0 1 4.6 0V10M4.6 6.4a2.3 2.4 0 0 1 4.6 0V10", 9.2),
        'n' => ("M0 4v6M0 6.7a2.7 2.7 0 0 1 5.4 0V10", 5.4),
        'o' => ("M0 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0", 6.0),
        'p' => ("M0 4v9M0 7a3 3 0 1 0 6 0a3 3 0 1 0-6 0", 6.0),
        'q' => ("M6 4v9M6 7a3 3 0 1 0-6 0a3 3 0 1 0 6 0", 6.0),
        'r' => ("M0 4v6M0 7C0 5 1.2 4 3 4", 3.0),
        's' => (
            "M4.4 5.1C4 4.4 3.3 4 2.4 4C1.2 4 .4 4.6.4 5.5C.4 7.6 4.8 6.4 4.8 8.5C4.8 9.4 3.8 10 2.5 10C1.4 10 .5 9.6 0 8.8",
            4.8,
        ),
        't' => ("M1.8 1.4V8C1.8 9.3 2.6 10 4 9.8M0 4H3.8", 4.0),
        'u' => ("M0 4v3.3a2.7 2.7 0 0 0 5.4 0M5.4 4v6", 5.4),
        'v' => ("M0 4L2.7 10L5.4 4", 5.4),
        'w' => ("M0 4L1.9 10L3.9 5L5.9 10L7.8 4", 7.8),
        'x' => ("M0 4L5 10M5 4L0 10", 5.0),
        'y' => ("M0 4L2.7 10M5.4 4L2.7 10C2.2 11.6 1.4 12.8 0 12.6", 5.4),
        'z' => ("M0 4H4.8L0 10H4.8", 4.8),
        '–' => ("M0 5.6H5", 5.0),
        '’' => ("M.4 0L0 2.4", 0.4),
        '…' => ("M0 9.9v.1M2.6 9.9v.1M5.2 9.9v.1", 5.2),
        _ => return None,
    })
}

/// The letters of European names without their accents.
fn plain(character: char) -> char {
    const PLAIN: [(char, &str); 24] = [
        ('A', "ÀÁÂÃÄÅĀĂĄ"),
        ('C', "ÇĆĈĊČ"),
        ('D', "ÐĎĐ"),
        ('E', "ÈÉÊËĒĖĘĚ"),
        ('I', "ÌÍÎÏĪĮİ"),
        ('L', "ĹĻĽŁ"),
        ('N', "ÑŃŅŇ"),
        ('O', "ÒÓÔÕÖØŌŐ"),
        ('S', "ŚŜŞŠȘ"),
        ('U', "ÙÚÛÜŪŮŰŲ"),
        ('Y', "ÝŸŶ"),
        ('Z', "ŹŻŽ"),
        ('a', "àáâãäåāăą"),
        ('c', "çćĉċč"),
        ('d', "ðďđ"),
        ('e', "èéêëēėęě"),
        ('i', "ìíîïīįı"),
        ('l', "ĺļľł"),
        ('n', "ñńņň"),
        ('o', "òóôõöøōő"),
        ('s', "śŝşšș"),
        ('u', "ùúûüūůűų"),
        ('y', "ýÿŷ"),
        ('z', "źżž"),
    ];
    PLAIN.iter().find(|(_, accented)| accented.contains(character)).map_or(character, |&(plain, _)| plain)
}

pub(crate) fn is_drawable(text: &str) -> bool {
    text.chars().all(|character| glyph(character).is_some())
}

/// The width of a text whose capitals are `height` high.
pub(crate) fn width(text: &str, height: f32) -> f32 {
    let glyphs = text.chars().filter_map(glyph);
    let (count, sum) = glyphs.fold((0.0, 0.0), |(count, sum), (_, width)| (count + 1.0, sum + width));
    (sum + SPACING * f32::max(count - 1.0, 0.0)) * height / CAPITAL
}

/// Draws the drawable characters of a text, with `(x, y)` at the start of its baseline.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, text: &str, (x, y): (f32, f32), height: f32) -> fmt::Result {
    let scale = height / CAPITAL;
    write!(f, "<g transform=\"translate({x:.2} {y:.2})scale({scale:.3})translate(0 -10)\">")?;
    let mut at = 0.0;
    for (strokes, width) in text.chars().filter_map(glyph) {
        if !strokes.is_empty() {
            write!(f, "<path transform=\"translate({at:.2})\" d=\"{strokes}\"/>")?;
        }
        at += width + SPACING;
    }
    f.write_str("</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn european_names_can_be_drawn() {
        for name in ["Ann", "Björn Åkesson", "Łukasz", "François D'Été", "bot_7", "Engine, level 10", "Zoë-Maria (FR)"]
        {
            assert!(is_drawable(name), "{name}");
        }
        for name in ["村上", "Анна", "🙂", "a\u{301}"] {
            assert!(!is_drawable(name), "{name}");
        }
    }

    #[test]
    fn widths_add_up() {
        assert_eq!(width("", 10.0), 0.0);
        assert_eq!(width("H", 10.0), 6.0);
        assert!((width("HH", 20.0) - 28.8).abs() < 0.01);
    }
}
