//! Positions in which one move is to be found.
//!
//! The embedded set is made from tournament games by `outflank-train puzzles`. Of every puzzle all moves are scored, so that a wrong
//! answer can be told what it costs without an engine.
//!
//! - An endgame is proved: one move wins, no other does, and every score is that of perfect play. A test solves all of them again.
//! - An opening is judged: the book and a search of all moves agree on the best one. That is a strong opinion, and no proof.
//!
//! `puzzle` is what a puzzle is, `id` its name, `file` how a set is written. How difficulty is measured stands in
//! `outflank-train`, in `puzzles/difficulty.rs`.

mod file;
mod id;
mod puzzle;

use std::sync::LazyLock;

pub use file::{BadLine, ReadPuzzlesError, VERSION, read};
pub use id::PuzzleId;
pub use puzzle::{Kind, ParsePuzzleError, Puzzle, Scored};

/// All puzzles, in the order of their difficulty.
pub fn all() -> &'static [Puzzle] {
    static ALL: LazyLock<Vec<Puzzle>> =
        LazyLock::new(|| read(include_str!("../../data/puzzles.tsv")).expect("a test reads the embedded puzzles"));
    &ALL
}

/// The puzzle with this name.
pub fn find(id: PuzzleId) -> Option<&'static Puzzle> {
    all().iter().find(|puzzle| puzzle.id == id)
}
