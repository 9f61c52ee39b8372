//! The arguments of `outflank-train label`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{ArgGroup, Args, value_parser};

use super::{OutputArguments, SearchArguments};
use crate::label::EmptiesRange;

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("sources").args(["games", "wthor", "positions"]).required(true).multiple(true))]
pub(crate) struct LabelArguments {
    /// Files of self-play games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Folder with files of the WTHOR database (*.wtb); its games come after those of self-play
    #[arg(long, value_name = "FOLDER")]
    pub(crate) wthor: Option<PathBuf>,

    /// Files of positions, whose scores are ignored; they come last
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) positions: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(1..=60))]
    pub(crate) depth: u8,

    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 18, value_parser = value_parser!(u8).range(0..=30))]
    pub(crate) solve_from: u8,

    /// Only positions with A to B empty squares
    #[arg(long, value_name = "A-B", default_value = "1-60")]
    pub(crate) empties: EmptiesRange,

    /// Sample one in N positions. A position that occurs often is no more likely to be sampled
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) sample: NonZeroU32,

    /// Replace this percentage of positions by the one after a move that the game did not play; a search mostly visits such
    /// worse positions
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = value_parser!(u8).range(0..=100))]
    pub(crate) siblings: u8,

    /// Maximum number of positions in the file
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// Random seed for sampling and replacing positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
