use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

/// The output of a long run that can be resumed.
#[derive(Args, Debug)]
pub(crate) struct OutputArguments {
    /// Output file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Overwrite the file if it exists
    #[arg(long, conflicts_with = "resume")]
    pub(crate) force: bool,

    /// Continue the file of an interrupted run, with the same arguments
    #[arg(long)]
    pub(crate) resume: bool,
}

/// The weights and threads of a command that searches positions in parallel.
#[derive(Args, Debug)]
pub(crate) struct SearchArguments {
    /// Weights file [default: the embedded weights]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,

    /// Number of threads; it does not affect the result [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The arguments of a command line, without the name of the command. Later options override earlier ones.
#[cfg(test)]
pub(crate) fn try_parsed<A: Args>(line: &str) -> Result<A, clap::Error> {
    let command = A::augment_args(clap::Command::new("test").no_binary_name(true).args_override_self(true));
    A::from_arg_matches(&command.try_get_matches_from(line.split_whitespace())?)
}

#[cfg(test)]
pub(crate) fn parsed<A: Args>(line: &str) -> A {
    try_parsed(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}
