//! The arguments of `outflank-train puzzles`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct PuzzlesArguments {
    /// Files of the WTHOR database (*.wtb) or folders of them, with the names in WTH.JOU and WTH.TRN beside them
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,

    /// Output file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u16).range(1..=10_000))]
    pub(crate) count: u16,

    /// Number of openings among them, if the games have that many; the others are endgames
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) openings: u16,

    /// Search depth for openings, in plies. Endgames are solved
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = value_parser!(u8).range(1..=30))]
    pub(crate) depth: u8,

    /// Random seed for choosing puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of threads; it does not affect the puzzles [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}
