//! The arguments of `outflank-train selfplay`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

use super::OutputArguments;
use crate::selfplay::Mix;

#[derive(Args, Debug)]
pub(crate) struct SelfplayArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,

    /// How many games the file is to have [default: more and more, until Ctrl-C]
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) games: Option<u64>,

    /// For how long to begin new games
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,

    /// How many threads play, each its own games [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// How many plies the players look ahead
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(1..=60))]
    pub(crate) depth: u8,

    /// From how many empty squares on positions are solved
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u8).range(0..=30))]
    pub(crate) solve_from: u8,

    /// How many games of each kind are begun, in parts of all: by random moves, by lines of the XOT list, by tournament
    /// games [default: random:3,xot:1 or, with --wthor, random:2,xot:1,wthor:1]
    #[arg(long, value_name = "MIX")]
    pub(crate) starts: Option<Mix>,

    /// A folder with files of the WTHOR database (*.wtb), for games that begin as tournament games
    #[arg(long, value_name = "FOLDER")]
    pub(crate) wthor: Option<PathBuf>,

    /// The weights to play with [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,

    /// Which games are played: the same number gives the same games, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
