//! Records and positions that somebody brings: read in any format, and told so that a page without rules can show them; and a collection
//! of games that knows what was played in them.

mod library;
mod position;
mod read;
#[cfg(test)]
mod tests;

pub use library::Library;
pub(crate) use position::{game, position, told, why};
pub(crate) use read::{Collection, collection, read, record, record_text, unusable};
