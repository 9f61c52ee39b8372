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
            term if term.ends_with("-16color") || term.ends_with("-color") => Depth::Sixteen,
            term if term.ends_with("-mono") || term.ends_with("-m") => Depth::Monochrome,
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
    pub(crate) faint: Color,
    pub(crate) accent: Color,
    pub(crate) squares: [Color; 2],
    pub(crate) black: Color,
    pub(crate) white: Color,
    pub(crate) best: Color,
    pub(crate) mark: Color,
    pub(crate) last: Color,
    pub(crate) cursor: Color,
    pub(crate) flip: Color,
    pub(crate) good: Color,
    pub(crate) bad: Color,
}

const WHITE: Color = Color::from_u32(0xf4f4ee);

const GREEN: Palette = Palette {
    plain: false,
    page: Color::Reset,
    text: Color::Reset,
    faint: Color::from_u32(0x808080),
    accent: Color::from_u32(0x3fa45b),
    squares: [Color::from_u32(0x1f7a43), Color::from_u32(0x23854a)],
    black: Color::from_u32(0x0b0d0c),
    white: WHITE,
    best: WHITE,
    mark: Color::from_u32(0x0e4a27),
    last: Color::from_u32(0xe0443e),
    cursor: Color::from_u32(0x58b878),
    flip: Color::from_u32(0x8f9a2e),
    good: Color::from_u32(0x3fa45b),
    bad: Color::from_u32(0xd0564f),
};

const DARK: Palette = Palette {
    page: Color::from_u32(0x16181d),
    text: Color::from_u32(0xd6d9de),
    faint: Color::from_u32(0x7b828e),
    accent: Color::from_u32(0x6cb2eb),
    squares: [Color::from_u32(0x2d5a4a), Color::from_u32(0x326352)],
    mark: Color::from_u32(0x163a2e),
    last: Color::from_u32(0xf08c4a),
    cursor: Color::from_u32(0x4f9c82),
    flip: Color::from_u32(0x8a7a2c),
    good: Color::from_u32(0x7ac29a),
    bad: Color::from_u32(0xe0736b),
    ..GREEN
};

const LIGHT: Palette = Palette {
    page: Color::from_u32(0xfaf8f2),
    text: Color::from_u32(0x22252a),
    faint: Color::from_u32(0x7a7a72),
    accent: Color::from_u32(0x1d6fa5),
    squares: [Color::from_u32(0x7fbf8e), Color::from_u32(0x8bc99a)],
    best: Color::from_u32(0x0b3f7a),
    mark: Color::from_u32(0x3f7a4f),
    last: Color::from_u32(0xc8332c),
    cursor: Color::from_u32(0xc2e6cb),
    flip: Color::from_u32(0xe5cf6a),
    good: Color::from_u32(0x2b7a3f),
    bad: Color::from_u32(0xb3261e),
    ..GREEN
};

/// Most people can tell blue and orange apart, and everything else differs in brightness.
const COLOUR_BLIND: Palette = Palette {
    accent: Color::from_u32(0x56b4e9),
    squares: [Color::from_u32(0x2f5f8a), Color::from_u32(0x356895)],
    mark: Color::from_u32(0x0c1d2e),
    last: Color::from_u32(0xe69f00),
    cursor: Color::from_u32(0x7db4dd),
    flip: Color::from_u32(0xb98a1f),
    good: Color::from_u32(0x56b4e9),
    bad: Color::from_u32(0xe69f00),
    ..GREEN
};

impl Palette {
    pub(crate) fn new(theme: Theme, depth: Depth) -> Palette {
        // The squares by index are chosen by hand: in the xterm palette, the nearest colours differ too much.
        let (palette, squares) = match theme {
            Theme::Green => (GREEN, [22, 28]),
            Theme::Dark => (DARK, [239, 240]),
            Theme::Light => (LIGHT, [114, 151]),
            Theme::ColourBlind => (COLOUR_BLIND, [24, 25]),
            Theme::Monochrome => return Palette::monochrome(),
        };
        match depth {
            Depth::Monochrome => Palette::monochrome(),
            Depth::Sixteen => Palette::sixteen(theme),
            Depth::Indexed => Palette { squares: squares.map(Color::Indexed), ..palette.indexed() },
            Depth::True => palette,
        }
    }

    fn indexed(mut self) -> Palette {
        let Palette { page, text, faint, accent, black, white, best, mark, last, cursor, flip, good, bad, .. } =
            &mut self;
        for color in [page, text, faint, accent, black, white, best, mark, last, cursor, flip, good, bad] {
            if let Color::Rgb(red, green, blue) = *color {
                *color = Color::Indexed(nearest([red, green, blue]));
            }
        }
        self
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
        for (term, colorterm, locale, depth, glyphs) in [
            ("xterm-256color", "truecolor", "en_GB.UTF-8", Depth::True, Glyphs::Unicode),
            ("xterm-256color", "", "C", Depth::Indexed, Glyphs::Ascii),
            ("linux", "", "C.utf8", Depth::Sixteen, Glyphs::Unicode),
            ("xterm-16color", "", "C", Depth::Sixteen, Glyphs::Ascii),
            ("screen.xterm-256color", "", "C", Depth::Indexed, Glyphs::Ascii),
            ("xterm-mono", "", "C", Depth::Monochrome, Glyphs::Ascii),
            ("xterm-direct", "", "C", Depth::True, Glyphs::Ascii),
        ] {
            assert_eq!(environment(term, colorterm, locale).capabilities(), Capabilities { depth, glyphs }, "{term}");
        }
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
