//! Commands that serve games over the network or connect to a server.

mod backup;
mod bot;
mod listen;
mod log;
mod serve;
#[cfg(feature = "postgres")]
mod worker;

use clap::Subcommand;

pub(crate) use backup::BackupArguments;
pub(crate) use bot::BotArguments;
pub(crate) use listen::Listen;
pub(crate) use log::{LogArguments, LogFormat};
pub(crate) use serve::ServeArguments;
#[cfg(feature = "postgres")]
pub(crate) use worker::WorkerArguments;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Host games in the browser
    ///
    /// Serves the page, the HTTP API and live games. Games are stored in one SQLite file, or in PostgreSQL. SIGINT (Ctrl-C) or SIGTERM
    /// finishes pending requests and stops the server; a second signal stops it at once.
    Serve(ServeArguments),
    /// Back up a server's SQLite database
    ///
    /// Makes a consistent snapshot in one file, even while the server is running, and verifies it. A server can open the copy like any other
    /// database. For PostgreSQL use its own tools, such as pg_dump.
    Backup(BackupArguments),
    /// Process queued game reports for a server
    ///
    /// A worker takes jobs from the servers' PostgreSQL database and stores the reports there. Run workers on any number of machines. SIGINT
    /// (Ctrl-C) or SIGTERM returns unfinished jobs to the queue; if a worker is killed, others take over when its lease expires.
    #[cfg(feature = "postgres")]
    Worker(WorkerArguments),
    /// Let an engine play on an Outflank server
    ///
    /// The bot accepts open challenges and posts its own when there are none. It declines draws, claims a game when the opponent has been gone
    /// for five minutes, and reconnects when the connection is lost. SIGINT (Ctrl-C) or SIGTERM stops it: it withdraws its challenges and
    /// finishes running games. A second signal quits at once; run the same command to resume the games.
    Bot(BotArguments),
}
