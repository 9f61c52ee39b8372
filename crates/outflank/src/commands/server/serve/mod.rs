mod announce;
mod collection;
mod listen;
mod qr;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, Stdio};
use std::{fs, io};

use anyhow::{Context, bail};
use outflank_server::{Config, GuidePage, Library, MetricsToken, PageFiles, ReportMakers, Retention, Server};

use crate::cli::server::ServeArguments;
use crate::commands::db;
use crate::commands::guide::pages;
use crate::commands::server::service::{self, Signals};
use crate::stderr;

/// Open files beside the connections: database, listeners, logs.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<ExitCode> {
    service::log_to_stderr(&arguments.log);
    let config = config(arguments)?;
    service::block_on(serve(arguments, config))
}

async fn serve(arguments: &ServeArguments, config: Config) -> anyhow::Result<()> {
    // From here on, a signal stops the server gracefully.
    let signals = Signals::listen().context("cannot wait for signals")?;
    let server = Server::bind(config).await.map_err(listen::with_remedy)?;
    let reach = server.reach();
    announce::on_stdout(reach)?;
    if arguments.open {
        open(&reach.public_url().map_or_else(|| reach.local_url(), ToString::to_string));
    }
    server.run(signals.stop()).await;
    Ok(())
}

fn config(arguments: &ServeArguments) -> anyhow::Result<Config> {
    let mut config = Config::local(service::database(arguments.database.as_ref())?);
    config.listen = listen::addresses(&arguments.listen, arguments.lan)?;
    config.public_url.clone_from(&arguments.public_url);
    config.book = arguments.book.load()?;
    if !arguments.collection.is_empty() {
        let library = db::Library::open(&arguments.collection, db::on_stderr()).context("--collection")?;
        config.collection = Library::new(library.len(), library);
    }
    if arguments.no_jobs {
        config.reports = ReportMakers::OthersOnly;
    }
    config.guide = pages::TOPICS.map(|topic| GuidePage { name: topic.name, markdown: topic.markdown }).to_vec();
    config.guide.insert(0, GuidePage { name: GuidePage::CONTENTS, markdown: pages::CONTENTS });
    let page = |folder: &PathBuf| page(folder).with_context(|| format!("--page {}", folder.display()));
    config.page = arguments.page.as_ref().map(page).transpose()?;
    config.retention = Retention {
        offers: arguments.keep_offers,
        unfinished: arguments.keep_unfinished,
        finished: arguments.keep_finished,
    };
    config.trusted_proxies.clone_from(&arguments.trust_proxy);
    if let Some(threads) = arguments.threads.and_then(NonZeroUsize::new) {
        config.threads = threads;
    }
    config.metrics.listen = arguments.metrics_listen;
    config.metrics.token = arguments.metrics_token_file.as_deref().map(metrics_token).transpose()?;
    let possible = connections_possible();
    config.limits.connections = match arguments.connections {
        Some(wanted) if wanted > possible => {
            bail!("--connections {wanted}: the limit on open files allows {possible}; raise it with ulimit -n");
        }
        Some(wanted) => wanted,
        None => config.limits.connections.min(possible),
    };
    Ok(config)
}

fn page(folder: &Path) -> io::Result<PageFiles> {
    let mut files = PageFiles::new();
    for (folder, prefix) in [(folder.to_owned(), ""), (folder.join("assets"), "assets/")] {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                files.insert(format!("{prefix}{}", entry.file_name().to_string_lossy()), fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}

fn metrics_token(path: &Path) -> anyhow::Result<MetricsToken> {
    let read = || Ok::<_, anyhow::Error>(fs::read_to_string(path)?.parse()?);
    read().with_context(|| format!("--metrics-token-file {}", path.display()))
}

#[cfg(unix)]
fn connections_possible() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let files = match setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        Ok(()) => maximum,
        Err(_) => current,
    };
    files.map_or(usize::MAX, |files| usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn connections_possible() -> usize {
    usize::MAX
}

fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        _ if cfg!(target_os = "macos") => ("open", &[]),
        _ if cfg!(windows) => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let command = process::Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = command {
        stderr::print(format_args!("outflank: cannot open a browser with {program}: {error}"));
    }
}
