//! The colours of the themes, and what the terminal can show.

use outflank_render::Glyphs;
use ratatui::style::Color;

use crate::storage::settings::Theme;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capabilities {
    pub(crate) depth: Depth,
    pub(crate) glyphs: Glyphs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No colours, or `NO_COLOR`.
    Monochrome,
    Sixteen,
    Indexed,
    True,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    pub(crate) no_color: bool,
    pub(crate) term: String,
    pub(crate) colorterm: String,
    /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    pub(crate) locale: String,
}

impl Environment {
    pub(crate) fn read() -> Environment {
        let variable = |name: &str| std::env::var_os(name).unwrap_or_default().to_string_lossy().into_owned();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).into_iter().find(|value| !value.is_empty());
        Environment {
            no_color: !variable("NO_COLOR").is_empty(),
            term: variable("TERM"),
            colorterm: variable("COLORTERM"),
            locale: locale.unwrap_or_default(),
        }
    }

    pub(crate) fn capabilities(&self) -> Capabilities {
        Capabilities { depth: self.depth(), glyphs: self.glyphs() }
    }

    pub(crate) fn is_dumb(&self) -> bool {
        self.term == "dumb"
    }

    fn depth(&self) -> Depth {
        match self.term.as_str() {
            _ if self.no_color => Depth::Monochrome,
            "dumb" | "vt100" | "vt102" | "vt220" => Depth::Monochrome,
            _ if matches!(self.colorterm.as_str(), "truecolor" | "24bit") => Depth::True,
            term if term.ends_with("-direct") => Depth::True,
            "linux" | "ansi" | "xterm" | "screen" | "cygwin" => Depth::Sixteen,
            _ => Depth::Indexed,
        }
    }

    /// Windows sets no locale variable, and its console supports Unicode.
    fn glyphs(&self) -> Glyphs {
        let locale = self.locale.to_ascii_lowercase();
        let says_utf_8 = locale.contains("utf-8") || locale.contains("utf8");
        match says_utf_8 || cfg!(windows) {
            true => Glyphs::Unicode,
            false => Glyphs::Ascii,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Palette {
    /// Without colours, shapes carry the information.
    pub(crate) plain: bool,
    pub(crate) page: Color,
    pub(crate) text: Color,
    /// For secondary text.
    pub(crate) faint: Color,
    pub(crate) accent: Color,
    /// Alternating.
    pub(crate) squares: [Color; 2],
    pub(crate) black: Color,
    pub(crate) white: Color,
    /// The value of the best move.
    pub(crate) best: Color,
    /// Legal squares and the four dots of the board.
    pub(crate) mark: Color,
    pub(crate) last: Color,
    pub(crate) cursor: Color,
    /// Discs that the move under the cursor would flip.
    pub(crate) flip: Color,
    pub(crate) good: Color,
    pub(crate) bad: Color,
}

/// A theme in RGB. `None` is the terminal's own colour.
struct Paint {
    page: Option<u32>,
    text: Option<u32>,
    faint: u32,
    accent: u32,
    squares: [u32; 2],
    /// Chosen by hand: in the xterm palette, the nearest colours differ too much.
    indexed_squares: [u8; 2],
    best: u32,
    mark: u32,
    last: u32,
    cursor: u32,
    flip: u32,
    good: u32,
    bad: u32,
}

const WHITE: u32 = 0xf4f4ee;

const GREEN: Paint = Paint {
    page: None,
    text: None,
    faint: 0x808080,
    accent: 0x3fa45b,
    squares: [0x1f7a43, 0x23854a],
    indexed_squares: [22, 28],
    best: WHITE,
    mark: 0x0e4a27,
    last: 0xe0443e,
    cursor: 0x58b878,
    flip: 0x8f9a2e,
    good: 0x3fa45b,
    bad: 0xd0564f,
};

const DARK: Paint = Paint {
    page: Some(0x16181d),
    text: Some(0xd6d9de),
    faint: 0x7b828e,
    accent: 0x6cb2eb,
    squares: [0x2d5a4a, 0x326352],
    indexed_squares: [239, 240],
    best: WHITE,
    mark: 0x163a2e,
    last: 0xf08c4a,
    cursor: 0x4f9c82,
    flip: 0x8a7a2c,
    good: 0x7ac29a,
    bad: 0xe0736b,
};

const LIGHT: Paint = Paint {
    page: Some(0xfaf8f2),
    text: Some(0x22252a),
    faint: 0x7a7a72,
    accent: 0x1d6fa5,
    squares: [0x7fbf8e, 0x8bc99a],
    indexed_squares: [114, 151],
    best: 0x0b3f7a,
    mark: 0x3f7a4f,
    last: 0xc8332c,
    cursor: 0xc2e6cb,
    flip: 0xe5cf6a,
    good: 0x2b7a3f,
    bad: 0xb3261e,
};

/// Most people can tell blue and orange apart, and everything else differs in brightness.
const COLOUR_BLIND: Paint = Paint {
    page: None,
    text: None,
    faint: 0x808080,
    accent: 0x56b4e9,
    squares: [0x2f5f8a, 0x356895],
    indexed_squares: [24, 25],
    best: WHITE,
    mark: 0x0c1d2e,
    last: 0xe69f00,
    cursor: 0x7db4dd,
    flip: 0xb98a1f,
    good: 0x56b4e9,
    bad: 0xe69f00,
};

impl Palette {
    pub(crate) fn new(theme: Theme, depth: Depth) -> Palette {
        let paint = match theme {
            Theme::Green => &GREEN,
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
            Theme::ColourBlind => &COLOUR_BLIND,
            Theme::Monochrome => return Palette::monochrome(),
        };
        let color = |rgb: u32| {
            let [_, red, green, blue] = rgb.to_be_bytes();
            match depth {
                Depth::True => Color::Rgb(red, green, blue),
                _ => Color::Indexed(nearest([red, green, blue])),
            }
        };
        match depth {
            Depth::Monochrome => return Palette::monochrome(),
            Depth::Sixteen => return Palette::sixteen(theme),
            Depth::Indexed | Depth::True => {}
        }
        Palette {
            plain: false,
            page: paint.page.map_or(Color::Reset, color),
            text: paint.text.map_or(Color::Reset, color),
            faint: color(paint.faint),
            accent: color(paint.accent),
            squares: match depth {
                Depth::True => paint.squares.map(color),
                _ => paint.indexed_squares.map(Color::Indexed),
            },
            black: color(0x0b0d0c),
            white: color(WHITE),
            best: color(paint.best),
            mark: color(paint.mark),
            last: color(paint.last),
            cursor: color(paint.cursor),
            flip: color(paint.flip),
            good: color(paint.good),
            bad: color(paint.bad),
        }
    }

    /// Sixteen colours are too few to match a theme.
    fn sixteen(theme: Theme) -> Palette {
        let (board, cursor, flip, last) = match theme {
            Theme::ColourBlind => (Color::Blue, Color::Cyan, Color::Yellow, Color::LightYellow),
            _ => (Color::Green, Color::LightGreen, Color::Yellow, Color::Red),
        };
        let (page, text) = match theme {
            Theme::Light => (Color::White, Color::Black),
            Theme::Dark => (Color::Black, Color::Gray),
            _ => (Color::Reset, Color::Reset),
        };
        Palette {
            plain: false,
            page,
            text,
            faint: if theme == Theme::Light { Color::DarkGray } else { text },
            accent: if theme == Theme::ColourBlind { Color::Cyan } else { board },
            squares: [board; 2],
            black: Color::Black,
            white: Color::White,
            best: Color::White,
            mark: Color::Black,
            last,
            cursor,
            flip,
            good: board,
            bad: if theme == Theme::ColourBlind { Color::Yellow } else { Color::Red },
        }
    }

    fn monochrome() -> Palette {
        Palette { plain: true, ..Palette::default() }
    }
}

/// Skips the first sixteen colours, which users redefine.
fn nearest(rgb: [u8; 3]) -> u8 {
    let distance = |index: &u8| -> u32 {
        let parts = xterm(*index).into_iter().zip(rgb);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    (16..=255).min_by_key(distance).unwrap_or_default()
}

/// The xterm palette from index 16: a 6x6x6 cube and 24 greys.
fn xterm(index: u8) -> [u8; 3] {
    match index.checked_sub(16) {
        Some(cube @ ..216) => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            [cube / 36, cube / 6 % 6, cube % 6].map(level)
        }
        Some(grey) => [8 + 10 * (grey - 216); 3],
        None => [0; 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(term: &str, colorterm: &str, locale: &str) -> Environment {
        Environment { no_color: false, term: term.into(), colorterm: colorterm.into(), locale: locale.into() }
    }

    #[test]
    fn capabilities_follow_the_environment() {
        let capabilities = |term, colorterm, locale| environment(term, colorterm, locale).capabilities();
        assert_eq!(
            capabilities("xterm-256color", "truecolor", "en_GB.UTF-8"),
            Capabilities { depth: Depth::True, glyphs: Glyphs::Unicode }
        );
        assert_eq!(
            capabilities("xterm-256color", "", "C"),
            Capabilities { depth: Depth::Indexed, glyphs: Glyphs::Ascii }
        );
        assert_eq!(
            capabilities("linux", "", "C.utf8"),
            Capabilities { depth: Depth::Sixteen, glyphs: Glyphs::Unicode }
        );
        let quiet = Environment { no_color: true, ..environment("xterm-256color", "truecolor", "C.UTF-8") };
        assert_eq!(quiet.capabilities().depth, Depth::Monochrome);
    }

    #[test]
    fn each_xterm_colour_is_nearest_to_itself() {
        for index in 16..=255 {
            assert_eq!(xterm(nearest(xterm(index))), xterm(index));
        }
        assert_eq!(nearest([0xff, 0, 0]), 196);
    }

    #[test]
    fn discs_and_squares_have_distinct_colours_in_every_depth() {
        for theme in [Theme::Green, Theme::Dark, Theme::Light, Theme::ColourBlind] {
            for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
                let palette = Palette::new(theme, depth);
                for color in [palette.black, palette.white] {
                    assert!(!palette.squares.contains(&color), "{theme:?} {depth:?}");
                    assert_ne!(palette.last, color, "{theme:?} {depth:?}");
                }
                assert_ne!(palette.black, palette.white);
                assert!(!palette.squares.contains(&palette.cursor), "{theme:?} {depth:?}");
                assert!(!palette.squares.contains(&palette.flip), "{theme:?} {depth:?}");
            }
        }
    }
}
