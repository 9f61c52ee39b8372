//! The arguments of `outflank-train fit-probcut`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::SearchArguments;

#[derive(Args, Debug)]
pub(crate) struct ProbcutArguments {
    /// Folder with files of the WTHOR database (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "data"])]
    pub(crate) wthor: Option<PathBuf>,

    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Keep the scores of all searches in this file, and continue with those it has
    ///
    /// Without games, the parameters are fitted to the scores in the file. A line is a position (the discs of the side to
    /// move and of the opponent), its exact score or -, and the scores of searches of 0, 1, 2... plies, in units of
    /// 1/32 disc.
    #[arg(long, value_name = "FILE")]
    pub(crate) data: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Start no search after this many seconds
    #[arg(long, value_name = "N", default_value_t = 240)]
    pub(crate) seconds: u64,

    /// Maximum number of positions for each number of empty squares; twice as many where they are also solved
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..=100_000))]
    pub(crate) rounds: u32,

    /// Maximum depth of the full-width searches, in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(4..=16))]
    pub(crate) depth: u8,

    /// Also solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 22, value_parser = value_parser!(u8).range(14..=30))]
    pub(crate) solve_from: u8,

    /// Random seed for choosing positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
