//! The arguments of `outflank-train puzzles`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct PuzzlesArguments {
    /// Files of the WTHOR database (*.wtb), or folders of them; WTH.JOU and WTH.TRN, which have the names, must lie beside them
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,

    /// Where to write the puzzles
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the file even if there is one already
    #[arg(long)]
    pub(crate) force: bool,

    /// How many puzzles to make
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = value_parser!(u16).range(1..=10_000))]
    pub(crate) count: u16,

    /// How many of them are openings, if there are as many; the others are endgames
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) openings: u16,

    /// How many plies to look ahead from an opening. Endgames are solved
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = value_parser!(u8).range(1..=30))]
    pub(crate) depth: u8,

    /// Which puzzles are taken of those that would do
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// How many threads search; the puzzles do not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}
