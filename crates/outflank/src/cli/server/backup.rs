//! Arguments of `outflank backup`.

use std::path::PathBuf;

use clap::Args;
use outflank_server::Database;

const EXAMPLES: &str = "\
Examples:
  outflank backup monday.db
  outflank backup --database /var/lib/outflank/server.db /mnt/backups/2026-11-16.db
  outflank serve --database monday.db        serve the copy";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BackupArguments {
    /// Database file to copy [default: $OUTFLANK_DATABASE, or server.db in your data folder]
    #[arg(long, value_name = "PATH")]
    pub(crate) database: Option<Database>,

    /// File to write; an existing file is never overwritten
    #[arg(value_name = "COPY")]
    pub(crate) copy: PathBuf,
}
