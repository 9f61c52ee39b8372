//! Boards and reports as SVG, PNG, HTML and text. No terminal, no HTTP.
//!
//! A [`ReportView`] holds what every form of a report shows; the renderers ([`text`], [`html`], [`svg`], [`ggf`] and the terminal's report
//! screen) only lay it out.
//!
//! - [`graph`]: scale, points, ticks and marks of the evaluation graph, and its bars in character cells.
//! - [`board`]: a board as SVG, and with the feature `png` as PNG.
//! - [`css`]: style sheets that the report and the server's pages share.
//! - [`sanitize`], [`number`]: untrusted text and numbers for display.

pub mod board;
pub mod css;
pub mod ggf;
mod glyphs;
pub mod graph;
pub mod html;
pub mod number;
#[cfg(test)]
mod sample;
pub mod sanitize;
mod summary;
pub mod svg;
pub mod text;
mod view;

pub use glyphs::Glyphs;
pub use summary::Summary;
pub use view::{BoardView, Fact, FactKind, ReportView};
