//! Arguments of `outflank worker`.

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
    /// Database of the servers: postgres://USER:PASSWORD@HOST/DATABASE [default: $OUTFLANK_DATABASE]
    ///
    /// Other users of the machine can see arguments, so pass a password in OUTFLANK_DATABASE.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<Database>,

    /// Number of reports processed in parallel, one thread each [default: one per core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// Seconds without a heartbeat after which other workers take over a job
    #[arg(long, value_name = "SECONDS", value_parser = count_in(1..=3600), default_value = "30")]
    pub(crate) lease: usize,

    #[command(flatten)]
    pub(crate) log: LogArguments,
}
