mod arbitrary;
mod bitboard;
mod board_equals_position;
mod endings;
mod names;
mod perft;
mod properties;
mod refusals;
#[cfg(feature = "serde")]
mod serde;
mod symmetry;
mod variants;
