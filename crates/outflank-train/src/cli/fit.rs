//! The arguments of `outflank-train fit`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct FitArguments {
    /// A folder with files of the WTHOR database (*.wtb)
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["games", "positions"])]
    pub(crate) wthor: Option<PathBuf>,

    /// A file with games of self-play; may be given more than once
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,

    /// A file with positions and their scores; may be given more than once
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) positions: Vec<PathBuf>,

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
