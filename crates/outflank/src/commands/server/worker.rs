use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use outflank_render::number::counted;
use outflank_server::Database;
use outflank_server::jobs::{Worker, WorkerConfig};

use crate::cli::server::WorkerArguments;
use crate::commands::server::service::{self, DATABASE_VARIABLE, Signals};

pub(crate) fn run(arguments: &WorkerArguments) -> anyhow::Result<ExitCode> {
    service::log_to_stderr(&arguments.log);
    service::block_on(work(config(arguments)?))
}

async fn work(config: WorkerConfig) -> anyhow::Result<()> {
    let signals = Signals::listen().context("cannot wait for signals")?;
    let threads = config.threads;
    let worker = Worker::connect(config).await?;
    writeln!(io::stdout(), "Working with {}", counted(threads.get(), "thread"))?;
    io::stdout().flush()?;
    worker.run(signals.stop()).await;
    Ok(())
}

fn config(arguments: &WorkerArguments) -> anyhow::Result<WorkerConfig> {
    let named = match &arguments.database {
        Some(database) => Some(database.clone()),
        None => service::named_database()?,
    };
    let database = match named {
        Some(Database::Postgres(url)) => url,
        Some(_) => {
            bail!("a worker needs a PostgreSQL database; the server of an SQLite file processes its reports itself")
        }
        None => bail!("no database given; pass --database or set {DATABASE_VARIABLE}"),
    };
    let mut config = WorkerConfig::new(database);
    if let Some(threads) = arguments.threads.and_then(NonZeroUsize::new) {
        config.threads = threads;
    }
    config.lease = Duration::from_secs(arguments.lease as u64);
    Ok(config)
}
