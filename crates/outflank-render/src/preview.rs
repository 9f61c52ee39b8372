use std::fmt;

use outflank_rules::{ByColor, Color};

use crate::board::{BoardImage, SIDE};
use crate::lettering;
#[cfg(feature = "png")]
use crate::pixels::{self, PictureError};

/// What networks and messengers expect.
pub const SIZE: (u16, u16) = (1200, 630);

const BOARD: f32 = 550.0;
const LEFT: f32 = 650.0;
const RIGHT: f32 = 1160.0;

const NAME: f32 = 40.0;
const SCORE: f32 = 120.0;
const SENTENCE: f32 = 26.0;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Preview {
    pub board: BoardImage,
    /// A name that cannot be drawn becomes the colour.
    pub names: ByColor<String>,
    pub discs: ByColor<u8>,
    /// Such as "Black resigned".
    pub sentence: String,
}

impl Preview {
    pub fn svg(&self) -> String {
        self.to_string()
    }

    #[cfg(feature = "png")]
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        pixels::png(&self.svg(), SIZE)
    }

    fn name(&self, color: Color) -> &str {
        let name = self.names[color].as_str();
        match color {
            _ if !name.trim().is_empty() && lettering::is_drawable(name) => name,
            Color::Black => "Black",
            Color::White => "White",
        }
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = SIZE;
        write!(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">")?;
        write!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f4f0e7\"/>")?;
        let scale = BOARD / f32::from(SIDE);
        write!(f, "<g transform=\"translate(40 40)scale({scale})\">")?;
        self.board.draw(f)?;
        f.write_str("</g>")?;
        f.write_str("<g fill=\"none\" stroke=\"#1c1f1d\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")?;
        for (color, y) in [(Color::Black, 110.0), (Color::White, 200.0)] {
            write!(f, "<use href=\"#{color}\" x=\"{}\" y=\"{y}\" stroke=\"none\"/>", LEFT + 30.0)?;
            write(f, self.name(color), (LEFT + 90.0, y), NAME, 1.4)?;
        }
        let ByColor { black, white } = self.discs;
        write(f, &format!("{black}–{white}"), (LEFT, 370.0), SCORE, 1.1)?;
        f.write_str("<g stroke=\"#5a5c56\">")?;
        write(f, &self.sentence, (LEFT, 490.0), SENTENCE, 1.3)?;
        f.write_str("</g><g stroke=\"#a3451e\">")?;
        write(f, "Outflank", (LEFT, 566.0), SENTENCE, 1.5)?;
        f.write_str("</g></g></svg>\n")
    }
}

/// Writes a line that is vertically centred on `y` and ends before the margin: smaller if it is long, and cut if it is too long.
fn write(f: &mut fmt::Formatter<'_>, text: &str, (x, y): (f32, f32), height: f32, weight: f32) -> fmt::Result {
    let room = RIGHT - x;
    let height = height.min((room * height / lettering::width(text, height).max(1.0)).max(height * 0.6));
    let mut text = text.to_owned();
    while lettering::width(&text, height) > room {
        text = text.trim_end_matches('…').to_owned();
        text.pop();
        text.push('…');
    }
    write!(f, "<g stroke-width=\"{weight}\">")?;
    lettering::draw(f, &text, (x, y + height / 2.0), height)?;
    f.write_str("</g>")
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Game, Position, Rules};
    use resvg::usvg::roxmltree::Document;

    use super::*;

    fn preview(black: &str, white: &str) -> Preview {
        let mut game = Game::new(Position::initial(Rules::Standard));
        game.play("f5".parse().unwrap()).unwrap();
        Preview {
            board: BoardImage::of(&game, None).unwrap(),
            names: ByColor { black: black.to_owned(), white: white.to_owned() },
            discs: ByColor { black: 39, white: 25 },
            sentence: "Black won".to_owned(),
        }
    }

    #[test]
    fn any_name_gives_a_picture() {
        let long = "W".repeat(200);
        for (name, drawn) in
            [("<Ann & \"Bob\">", "Black"), ("村上", "Black"), ("", "Black"), (" ", "Black"), (&long, long.as_str())]
        {
            let preview = preview(name, "Bob");
            assert_eq!(preview.name(Color::Black), drawn);
            let text = preview.svg();
            let document = Document::parse(&text).unwrap();
            assert_eq!(document.descendants().filter(|node| node.has_tag_name("text")).count(), 0);
        }
    }

    #[cfg(feature = "png")]
    #[test]
    fn the_picture_has_the_usual_size() {
        use resvg::tiny_skia::Pixmap;

        let png = preview("Ann", "Björn Åkesson").png().unwrap();
        let pixels = Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (1200, 630));
        let dark = |x: std::ops::Range<u32>, y: std::ops::Range<u32>| {
            let mut points = y.flat_map(|y| x.clone().map(move |x| (x, y)));
            points.any(|(x, y)| pixels.pixel(x, y).is_some_and(|pixel| pixel.red() < 60))
        };
        assert!(dark(740..1160, 80..140), "Black's name");
        assert!(dark(740..1160, 170..230), "White's name");
        assert!(dark(650..1160, 310..430), "the score");
        assert!(!dark(1161..1200, 0..630), "the margin is empty");
    }
}
