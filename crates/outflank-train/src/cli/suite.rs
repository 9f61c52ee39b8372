//! The arguments of `outflank-train suite`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, value_parser};

#[derive(Args, Debug)]
pub(crate) struct SuiteArguments {
    /// Files of problems in the Othello Board Format, with scores for all their moves (*.obf)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) suites: Vec<PathBuf>,

    /// How many plies to look ahead; several numbers make several rows
    ///
    /// 0 is the evaluation alone: of the position, and of what each move leads to. A position with no more empty squares
    /// than the depth is solved.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "0,4,10")]
    #[arg(value_parser = value_parser!(u8).range(0..=60))]
    pub(crate) depth: Vec<u8>,

    /// The weights to measure [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,

    /// How many positions are searched side by side; the result does not depend on it [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Print each row as a JSON object, on a line of its own
    ///
    /// It has file, depth, positions, best_rate, mean_loss, mean_absolute_error, mean_absolute_error_of_moves (at depth
    /// 0), nodes and seconds. The row of all files has no file.
    #[arg(long)]
    pub(crate) json: bool,
}
