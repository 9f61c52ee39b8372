//! The arguments of `outflank-train suite`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::SearchArguments;

#[derive(Args, Debug)]
pub(crate) struct SuiteArguments {
    /// Problem files in the Othello Board Format (*.obf), with scores for all moves
    #[arg(required = true, value_name = "FILE")]
    pub(crate) suites: Vec<PathBuf>,

    /// Search depths in plies, a row for each
    ///
    /// 0 is the evaluation alone, of the position and after each move. A position with no more empty squares than the depth
    /// is solved.
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "0,4,10")]
    #[arg(value_parser = value_parser!(u8).range(0..=60))]
    pub(crate) depth: Vec<u8>,

    #[command(flatten)]
    pub(crate) search: SearchArguments,

    /// Print each row as a JSON object on a line
    ///
    /// It has file, depth, positions, best_rate, mean_loss, mean_absolute_error, mean_absolute_error_of_moves (at depth
    /// 0), nodes and seconds. The row of all files has no file.
    #[arg(long)]
    pub(crate) json: bool,
}
