//! Records and positions that somebody brings: read in any format, and told so that a page without rules can show them.

mod position;
mod read;
#[cfg(test)]
mod tests;

pub(crate) use position::position;
pub(crate) use read::{game, read, record_text};
