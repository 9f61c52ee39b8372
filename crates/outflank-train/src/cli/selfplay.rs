//! The arguments of `outflank-train selfplay`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct SelfplayArguments {
    /// Where to write the games
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the file even if there is one already
    #[arg(long)]
    pub(crate) force: bool,

    /// How many games to play [default: until Ctrl-C; the file always consists of whole games]
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) games: Option<u64>,

    /// For how long to begin new games
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,

    /// How many threads play, each its own games [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// How many plies the players look ahead
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = value_parser!(u8).range(1..=60))]
    pub(crate) depth: u8,

    /// From how many empty squares on positions are solved
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = value_parser!(u8).range(0..=30))]
    pub(crate) solve_from: u8,

    /// Which games are played: the same number gives the same games, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
