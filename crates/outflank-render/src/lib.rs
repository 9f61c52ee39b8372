//! Boards and reports as SVG, PNG, HTML and text. A [`ReportView`] holds what every form of a report shows; the renderers ([`text`],
//! [`html`], [`svg`], [`ggf`] and the terminal's report screen) only lay it out.

pub mod board;
#[cfg(feature = "gif")]
pub mod film;
pub mod ggf;
pub mod graph;
pub mod html;
mod lettering;
pub mod number;
#[cfg(feature = "png")]
mod pixels;
pub mod preview;
#[cfg(test)]
mod sample;
pub mod sanitize;
mod summary;
pub mod svg;
pub mod text;
mod view;

#[cfg(feature = "png")]
pub use pixels::PictureError;
pub use summary::Summary;
pub use view::{BoardView, Fact, FactKind, ReportView};

pub mod css {
    /// Tokens and themes, plain elements, cards, discs.
    pub const STYLE: &str = include_str!("css/style.css");

    /// The `of-board` element with its rows, squares and discs.
    pub const BOARD: &str = include_str!("css/board.css");
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    Unicode,
    Ascii,
}

impl Glyphs {
    pub fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self {
            Glyphs::Unicode => unicode,
            Glyphs::Ascii => ascii,
        }
    }
}
