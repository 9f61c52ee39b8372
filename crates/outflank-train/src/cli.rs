//! The command line: what can be asked for, and the help texts.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, value_parser};

/// Make the data that the engine of Outflank is strong by.
#[derive(Debug, Parser)]
#[command(name = "outflank-train", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Fit the weights of the evaluation to games, and pack them into a file
    Fit(FitArguments),
    /// Measure how well the evaluation, without any search, orders the moves of solved positions
    Measure(MeasureArguments),
    /// Let the engine play against itself, and write the games with what their positions are worth
    Selfplay(SelfplayArguments),
}

#[derive(Args, Debug)]
pub(crate) struct FitArguments {
    /// A folder with files of the WTHOR database (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present = "games")]
    pub(crate) wthor: Option<PathBuf>,

    /// A file with games of self-play; may be given more than once
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// How often to go through the positions at most; a fit ends earlier when it no longer gets better
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) epochs: usize,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// How many occurrences a weight needs before it is believed half
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    pub(crate) doubt: f32,

    /// Print the error after every epoch
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

#[derive(Args, Debug)]
pub(crate) struct MeasureArguments {
    /// Files of problems in the Othello Board Format, with scores for their moves (*.obf)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) suites: Vec<PathBuf>,

    /// The weights to measure [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

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
