//! The arguments of `outflank-train pack`.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct PackArguments {
    /// A file of weights that `train` or the student made
    #[arg(value_name = "FILE")]
    pub(crate) weights: PathBuf,

    /// Where to write the file for the engine
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the file even if there is one already
    #[arg(long)]
    pub(crate) force: bool,
}
