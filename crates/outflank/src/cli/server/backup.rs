//! What `outflank backup` can be told.

use std::path::PathBuf;

use clap::Args;
use outflank_server::Database;

const EXAMPLES: &str = "\
Examples:
  outflank backup monday.db
  outflank backup --database /var/lib/outflank/server.db /mnt/backups/2026-11-16.db
  outflank serve --database monday.db        serves the games of the copy";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BackupArguments {
    /// The file to copy [default: what the variable OUTFLANK_DATABASE names, or server.db among the user's data]
    #[arg(long, value_name = "PATH")]
    pub(crate) database: Option<Database>,

    /// The copy. A file that is there is never overwritten
    #[arg(value_name = "COPY")]
    pub(crate) copy: PathBuf,
}
