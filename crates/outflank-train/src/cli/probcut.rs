//! The arguments of `outflank-train fit-probcut`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct ProbcutArguments {
    /// A folder with files of the WTHOR database (*.wtb), to take positions from
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "data"])]
    pub(crate) wthor: Option<PathBuf>,

    /// A file with games of self-play, to take positions from; may be given more than once
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Keep the scores of all searches in this file, and go on with what it has already
    ///
    /// Without games, the deviations are fitted to what is in the file. A line is a position (the discs of the side to
    /// move and of the opponent), its exact score or -, and the scores of searches of 0, 1, 2... plies, in units of
    /// 1/32 disc.
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,

    /// The weights to fit to [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,

    /// For how long to begin new searches
    #[arg(long, value_name = "N", default_value_t = 240)]
    pub(crate) seconds: u64,

    /// How many positions to search at most with each number of empty squares; twice as many where they are also solved
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: u32,

    /// How many plies to search at most, in full width
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(4..=16))]
    pub(crate) depth: u8,

    /// From how many empty squares on positions are also solved
    #[arg(long, value_name = "N", default_value_t = 22, value_parser = value_parser!(u8).range(14..=30))]
    pub(crate) solve_from: u8,

    /// How many positions are searched side by side [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Random seed for choosing positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
