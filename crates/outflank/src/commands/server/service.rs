use std::env::{self, VarError};
use std::io;
use std::process::{self, ExitCode};

use anyhow::{Context, bail};
use outflank_server::Database;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::cli::server::{LogArguments, LogFormat};
use crate::commands::INTERRUPTED;
use crate::storage::folders::Folders;

/// An alternative to the argument, which other users could see.
pub(crate) const DATABASE_VARIABLE: &str = "OUTFLANK_DATABASE";

const DEFAULT_FILE: &str = "server.db";

pub(crate) fn database(argument: Option<&Database>) -> anyhow::Result<Database> {
    if let Some(database) = argument {
        return Ok(database.clone());
    }
    if let Some(database) = named_database()? {
        return Ok(database);
    }
    let folders = Folders::find().context("no data folder found; pass --database")?;
    Ok(Database::Sqlite(folders.data.join(DEFAULT_FILE)))
}

pub(crate) fn named_database() -> anyhow::Result<Option<Database>> {
    match env::var(DATABASE_VARIABLE) {
        Ok(text) if !text.is_empty() => text.parse().map(Some).context(DATABASE_VARIABLE),
        Ok(_) | Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => bail!("{DATABASE_VARIABLE}: expected UTF-8"),
    }
}

pub(crate) fn log_to_stderr(arguments: &LogArguments) {
    // A line that cannot be written is lost: reporting that on standard error would panic.
    let log =
        tracing_subscriber::fmt().with_writer(io::stderr).log_internal_errors(false).with_max_level(LevelFilter::TRACE);
    let filter = Targets::clone(&arguments.filter);
    match arguments.format {
        LogFormat::Text => {
            let colours = io::IsTerminal::is_terminal(&io::stderr()) && env::var_os("NO_COLOR").is_none();
            log.with_ansi(colours).with_target(false).finish().with(filter).init();
        }
        LogFormat::Json => log.json().finish().with(filter).init(),
    }
}

/// Runs until the work is done. Does not wait for connections that were cut off.
pub(crate) fn block_on(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done.map(|()| ExitCode::SUCCESS)
}

impl Signals {
    /// Waits for the first signal. A second one exits at once.
    pub(crate) async fn stop(mut self) {
        self.next().await;
        tokio::spawn(async move {
            self.next().await;
            process::exit(INTERRUPTED.into());
        });
    }
}

#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// Handled so that a file over its size limit fails the write, like a full disk, instead of killing the program.
    _too_large: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    pub(crate) fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};

        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            _too_large: signal(SignalKind::from_raw(signal_hook::consts::SIGXFSZ))?,
        })
    }

    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(crate) fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }

    pub(crate) async fn next(&mut self) {
        // Without Ctrl-C there is nothing to wait for.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
