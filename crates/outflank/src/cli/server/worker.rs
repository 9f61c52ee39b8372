//! What `outflank worker` can be told.

use clap::Args;
use outflank_server::Database;

use super::LogArguments;
use crate::cli::{THREADS, count_in};

const EXAMPLES: &str = "\
Examples:
  outflank worker --database postgres://club@db.example/games
  OUTFLANK_DATABASE=postgres://club:password@db.example/games outflank worker --threads 8";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WorkerArguments {
    /// The database of the servers: postgres://USER:PASSWORD@HOST/DATABASE [default: what the variable OUTFLANK_DATABASE names]
    ///
    /// Arguments can be seen by everybody on a machine: a password is better given by the variable.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<Database>,

    /// How many reports to make at a time, each on a thread [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// After how many seconds without a sign of life others take over what this worker makes
    #[arg(long, value_name = "SECONDS", value_parser = count_in(1..=3600), default_value = "30")]
    pub(crate) lease: usize,

    #[command(flatten)]
    pub(crate) log: LogArguments,
}
