//! Commands that serve games over the network or connect to a server.

mod backup;
mod bot;
mod listen;
mod log;
mod serve;
mod worker;

use clap::Subcommand;

pub(crate) use backup::BackupArguments;
pub(crate) use bot::BotArguments;
pub(crate) use listen::Listen;
pub(crate) use log::{LogArguments, LogFormat};
pub(crate) use serve::ServeArguments;
pub(crate) use worker::WorkerArguments;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve games in a browser: against the engine, with a friend, with anybody
    ///
    /// The page, the API for programs and the live games. Everything is kept in one file. SIGINT (Ctrl-C) and SIGTERM end it in good
    /// order: what was asked is finished first. A second one ends it at once.
    Serve(ServeArguments),
    /// Copy the file of a server's games, while it serves or not
    ///
    /// The copy is what was kept at one moment, in one file, and is read through before it gets its name. A server takes it as any other
    /// database. A PostgreSQL database has programs of its own for this, such as pg_dump.
    Backup(BackupArguments),
    /// Make the reports that servers are asked for, on as many machines as there are
    ///
    /// A worker has no address: it looks for reports in the PostgreSQL database of the servers, and writes them there. SIGINT (Ctrl-C) and
    /// SIGTERM end it in good order: what it has not finished is given back. If it is killed, others take over when its lease is over.
    Worker(WorkerArguments),
    /// Seat an engine on an Outflank server and let it play there
    ///
    /// The bot accepts open challenges, and posts one of its own while there is none to accept. It declines draws, claims a game when the
    /// opponent has been gone for five minutes, and reconnects when the connection is lost. SIGINT (Ctrl-C) or SIGTERM stops it: it
    /// withdraws its challenges and finishes the running games. A second one quits at once; the same command resumes the games.
    Bot(BotArguments),
}
