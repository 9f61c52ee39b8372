//! Puzzles: positions with one best move.
//!
//! The embedded set comes from tournament games (`outflank-train puzzles`). All moves are scored, so the cost of a wrong answer is
//! known without an engine. Endgames are proved: one move wins and every score is exact. Openings are an opinion: the book and a
//! deep search agree on the best move. `puzzles/difficulty.rs` in `outflank-train` defines the difficulty.

mod daily;
mod file;
mod puzzle;
mod themes;

use std::sync::LazyLock;

pub use daily::of_day;
pub use file::{BadLine, ReadPuzzlesError, VERSION, read};
pub use puzzle::{Kind, ParsePuzzleError, Puzzle, PuzzleId, Scored};
pub use themes::{all_themes, can_be_practised, themes};

pub fn all() -> &'static [Puzzle] {
    static ALL: LazyLock<Vec<Puzzle>> =
        LazyLock::new(|| read(include_str!("../../data/puzzles.tsv")).expect("a test reads the embedded puzzles"));
    &ALL
}

pub fn find(id: PuzzleId) -> Option<&'static Puzzle> {
    all().iter().find(|puzzle| puzzle.id == id)
}
