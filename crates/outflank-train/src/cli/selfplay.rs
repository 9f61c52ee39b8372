//! The arguments of `outflank-train selfplay`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::{OutputArguments, SearchArguments};
use crate::selfplay::Mix;

#[derive(Args, Debug)]
pub(crate) struct SelfplayArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Number of games in the file [default: no limit; stop with Ctrl-C]
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub(crate) games: Option<u64>,

    /// Start no game after this many seconds
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,

    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u8).range(1..=60))]
    pub(crate) depth: u8,

    /// Solve positions with at most N empty squares
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = value_parser!(u8).range(0..=30))]
    pub(crate) solve_from: u8,

    /// Shares of the three kinds of openings: random moves, lines of the XOT list, tournament games [default:
    /// random:3,xot:1 or, with --wthor, random:2,xot:1,wthor:1]
    #[arg(long, value_name = "MIX")]
    pub(crate) starts: Option<Mix>,

    /// Folder with files of the WTHOR database (*.wtb), for openings from tournament games
    #[arg(long, value_name = "FOLDER")]
    pub(crate) wthor: Option<PathBuf>,

    /// Random seed; the same seed gives the same games
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}
