//! `outflank backup`: copies the file of a server's games.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, anyhow, bail};
use outflank_render::number::counted;
use outflank_render::sanitize;
use outflank_server::Database;
use outflank_server::store::{Copied, CopyError, SqliteStore};

use crate::cli::server::BackupArguments;
use crate::commands::server::service;
use crate::stderr;
use crate::storage::draft::folder_of;

pub(crate) fn run(arguments: &BackupArguments) -> anyhow::Result<ExitCode> {
    let database = match service::database(arguments.database.as_ref())? {
        Database::Sqlite(path) => path,
        Database::Postgres(_) => bail!("a PostgreSQL database is backed up by pg_dump"),
        Database::Memory => bail!("there is no file to copy"),
    };
    let copied = back_up(&database, &arguments.copy)?;
    let Copied { games, events } = copied;
    let line =
        format!("{} with {} are in {}", counted(games, "game"), counted(events, "event"), arguments.copy.display());
    writeln!(io::stdout(), "{}", sanitize::lines(&line))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a copy under another name in the same folder, and gives it its name when it is on the disk.
fn back_up(database: &Path, copy: &Path) -> anyhow::Result<Copied> {
    let taken = || anyhow!("{}: there is a file already, and it is not overwritten", copy.display());
    if copy.symlink_metadata().is_ok() {
        return Err(taken());
    }
    let folder = folder_of(copy);
    let failed = || copy.display().to_string();
    // A folder that is missing says so best itself.
    fs::metadata(folder).with_context(failed)?;
    // Only its owner may read it, as it has what people said to each other.
    let draft = tempfile::Builder::new().prefix(".outflank-backup-").tempfile_in(folder).with_context(failed)?;
    if let Ok(metadata) = database.metadata() {
        stderr::print(format_args!("Copying {} ({:.1} MB)", database.display(), metadata.len() as f64 / 1e6));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start threads")?;
    let copied = runtime.block_on(SqliteStore::copy(database, draft.path())).map_err(|error| match error {
        // The user knows nothing of the name that it has meanwhile.
        CopyError::Failed { database, error, .. } => CopyError::Failed { database, copy: copy.to_owned(), error },
        CopyError::Damaged { how, .. } => CopyError::Damaged { copy: copy.to_owned(), how },
        error => error,
    })?;
    draft.as_file().sync_all().with_context(failed)?;
    draft.persist_noclobber(copy).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => taken(),
        _ => anyhow::Error::new(error.error).context(failed()),
    })?;
    // The folder has to know it as well.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).with_context(failed)?;
    }
    Ok(copied)
}
