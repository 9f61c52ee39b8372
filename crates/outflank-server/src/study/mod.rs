mod library;
mod position;
mod read;
#[cfg(test)]
mod tests;

pub(crate) use library::no_such_game;
pub use library::{GameReader, Library};
pub(crate) use position::{game, position, told, why};
pub(crate) use read::{Collection, collection, read, read_game, record, record_text, unusable};
