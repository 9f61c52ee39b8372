//! The arguments of `outflank-train measure`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct MeasureArguments {
    /// Files of problems in the Othello Board Format, with scores for their moves (*.obf)
    #[arg(required = true, value_name = "FILE")]
    pub(crate) suites: Vec<PathBuf>,

    /// The weights to measure [default: those of the engine]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}
