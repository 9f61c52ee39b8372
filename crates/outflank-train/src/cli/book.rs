//! The arguments of `outflank-train book`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct BookArguments {
    /// Where to write the book. It is written anew twice a minute, so that little is lost when the program is ended
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the file even if there is one already
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,

    /// Go on with the book that is in the file
    ///
    /// What comes out is the same as if it had never been broken off, as long as the engine and its weights are the same.
    #[arg(long)]
    pub(crate) resume: bool,

    /// With how many positions to end, or a few more [default: until the time is over, or Ctrl-C]
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,

    /// After how many minutes to end, or a few seconds more
    #[arg(long, value_name = "N")]
    pub(crate) minutes: Option<f64>,

    /// How many plies to look ahead: this, or one more, so that all lines end with the same side's turn [default: 14, or
    /// what the file says]
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=30))]
    pub(crate) depth: Option<u8>,

    /// The weights to search with [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,

    /// How many threads search, each a position of its own; the book does not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}
