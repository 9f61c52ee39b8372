//! The arguments of `outflank-train pack`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct PackArguments {
    /// Weights file made by `train` or `student.py`
    #[arg(value_name = "FILE")]
    pub(crate) weights: PathBuf,

    /// Output file for the engine
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
