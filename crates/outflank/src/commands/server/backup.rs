use std::fs;
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
use crate::storage::draft::{folder_of, sync_folder};

pub(crate) fn run(arguments: &BackupArguments) -> anyhow::Result<ExitCode> {
    let database = match service::database(arguments.database.as_ref())? {
        Database::Sqlite(path) => path,
        Database::Postgres(_) => bail!("use pg_dump to back up a PostgreSQL database"),
        Database::Memory => bail!("an in-memory database cannot be backed up"),
    };
    let copied = back_up(&database, &arguments.copy)?;
    let Copied { games, events } = copied;
    let (games, events) = (counted(games, "game"), counted(events, "event"));
    let line = format!("Backed up {games} with {events} to {}", arguments.copy.display());
    writeln!(io::stdout(), "{}", sanitize::lines(&line))?;
    Ok(ExitCode::SUCCESS)
}

fn back_up(database: &Path, copy: &Path) -> anyhow::Result<Copied> {
    let taken = || anyhow!("{}: already exists; choose another name", copy.display());
    if copy.symlink_metadata().is_ok() {
        return Err(taken());
    }
    let folder = folder_of(copy);
    let failed = || copy.display().to_string();
    // For a missing folder, this error is clearer than that of the temporary file.
    fs::metadata(folder).with_context(failed)?;
    // Readable by its owner only: it contains chats and seat secrets.
    let draft = tempfile::Builder::new().prefix(".outflank-backup-").tempfile_in(folder).with_context(failed)?;
    if let Ok(metadata) = database.metadata() {
        stderr::print(format_args!("Copying {} ({:.1} MB)", database.display(), metadata.len() as f64 / 1e6));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().context("cannot start threads")?;
    let copied = runtime.block_on(SqliteStore::copy(database, draft.path())).map_err(|error| match error {
        // Name the file that the user asked for, not the temporary one.
        CopyError::Failed { database, error, .. } => CopyError::Failed { database, copy: copy.to_owned(), error },
        CopyError::Damaged { how, .. } => CopyError::Damaged { copy: copy.to_owned(), how },
        error => error,
    })?;
    draft.as_file().sync_all().with_context(failed)?;
    draft.persist_noclobber(copy).map_err(|error| match error.error.kind() {
        ErrorKind::AlreadyExists => taken(),
        _ => anyhow::Error::new(error.error).context(failed()),
    })?;
    sync_folder(folder).with_context(failed)?;
    Ok(copied)
}
