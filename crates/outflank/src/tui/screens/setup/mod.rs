//! Setting up a new game: its terms, and a board to start from.

pub(crate) mod draw;
pub(crate) mod editor;
pub(crate) mod form;
#[cfg(test)]
mod tests;
