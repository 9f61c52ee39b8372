//! What programs that run for long have in common: a log, a database that is named, and an end in good order.

use std::env::{self, VarError};
use std::io;
use std::process;

use anyhow::{Context, bail};
use outflank_server::Database;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::prelude::*;

use crate::cli::server::{LogArguments, LogFormat};
use crate::storage::folders::Folders;

/// Names the database, so that a password need not stand among the arguments.
pub(crate) const DATABASE_VARIABLE: &str = "OUTFLANK_DATABASE";

/// Where a server keeps games, among the user's data.
const OWN_DATABASE: &str = "server.db";

/// The database that was named, by an argument or by the variable, or the user's own.
pub(crate) fn database(argument: Option<&Database>) -> anyhow::Result<Database> {
    if let Some(database) = argument {
        return Ok(database.clone());
    }
    if let Some(database) = named_database()? {
        return Ok(database);
    }
    let folders = Folders::find().context("nobody knows where your files are; name a --database")?;
    Ok(Database::Sqlite(folders.data.join(OWN_DATABASE)))
}

/// The database that the variable names.
pub(crate) fn named_database() -> anyhow::Result<Option<Database>> {
    match env::var(DATABASE_VARIABLE) {
        Ok(text) if !text.is_empty() => text.parse().map(Some).context(DATABASE_VARIABLE),
        Ok(_) | Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => bail!("{DATABASE_VARIABLE} is no text"),
    }
}

/// From here on, what is done is logged on standard error.
pub(crate) fn log_to_stderr(arguments: &LogArguments) {
    // A line that cannot be written, because the disk is full, is lost. To complain about that on standard error would be to panic.
    let log =
        tracing_subscriber::fmt().with_writer(io::stderr).log_internal_errors(false).with_max_level(LevelFilter::TRACE);
    let filter = arguments.filter.clone();
    match arguments.format {
        LogFormat::Text => {
            let colours = io::IsTerminal::is_terminal(&io::stderr()) && env::var_os("NO_COLOR").is_none();
            log.with_ansi(colours).with_target(false).finish().with(filter).init();
        }
        LogFormat::Json => log.json().finish().with(filter).init(),
    }
}

impl Signals {
    /// Waits until the program is asked to stop. Who asks again cannot wait, and it ends at once.
    pub(crate) async fn stop(mut self) {
        self.next().await;
        tokio::spawn(async move {
            self.next().await;
            process::exit(130);
        });
    }
}

/// What asks a program to stop: Ctrl-C, and on Unix also what systems send to services.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// A file has become larger than it may. Heard, it does not end the program: the write fails, as on a full disk.
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

    /// Waits for the next request to stop.
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

    /// Waits for the next request to stop.
    pub(crate) async fn next(&mut self) {
        // Without a way to hear of it, it runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
