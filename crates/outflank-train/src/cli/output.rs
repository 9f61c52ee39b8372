//! The arguments of every command that writes a file in a long run.

use std::path::PathBuf;

use clap::Args;

#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArguments {
    /// Where to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Write the file even if there is one already
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,

    /// Go on with the file if there is one already, whatever ended the run that began it. The arguments must be the same
    #[arg(long)]
    pub(crate) resume: bool,
}
