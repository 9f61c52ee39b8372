mod bot;
mod games;
mod listen;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use outflank_server::{Database, Keep, Network, PublicUrl};
use tracing_subscriber::filter::{LevelFilter, ParseError, Targets};

use super::{BookArguments, THREADS, count_in};

pub(crate) use bot::BotArguments;
pub(crate) use games::{ExportArguments, GamesArguments, GamesCommand, ListArguments, StatusArgument};
pub(crate) use listen::Listen;

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
    /// List, export, end and delete the games of a server
    ///
    /// For the host: works on the server's database, also while the server is running.
    Games(GamesArguments),
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

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank serve --open                       for this computer only
  outflank serve --lan                        for everyone on your network
  outflank serve --collection wthor           with a game database to explore
  outflank serve --database postgres://club@db.example/games
                                              one of several servers with a shared database
  outflank serve --public-url https://othello.example --trust-proxy 127.0.0.1
                                              behind an HTTPS proxy on this machine")]
pub(crate) struct ServeArguments {
    /// Let other computers and phones on your network connect
    ///
    /// Listens on all addresses, prints those that others can open, with a QR code for phones, and uses them in invitations. Connections are not
    /// encrypted: only use it in networks you trust.
    #[arg(long)]
    pub(crate) lan: bool,

    /// Port, or address and port, to listen on; repeatable [default: 8220]
    ///
    /// A port alone accepts connections from this computer only, or with --lan from the whole network. Port 0 picks a free one.
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    pub(crate) listen: Vec<Listen>,

    /// SQLite file (created if missing) or postgres://USER:PASSWORD@HOST/DATABASE
    /// [default: $OUTFLANK_DATABASE, or server.db in your data folder]
    ///
    /// Several servers can share a PostgreSQL database. Other users of the machine can see arguments, so pass a password in OUTFLANK_DATABASE.
    #[arg(long, value_name = "URL|PATH")]
    pub(crate) database: Option<Database>,

    /// Public address of this server, if it is behind a proxy
    ///
    /// Games can then be created and played only at this address. With https, browsers send the cookie over HTTPS only.
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,

    /// Address or range of a proxy whose X-Forwarded-For header is trusted; repeatable
    ///
    /// Limits apply per client address. All users of an untrusted proxy share the limits of one address.
    #[arg(long, value_name = "CIDR")]
    pub(crate) trust_proxy: Vec<Network>,

    /// Maximum number of connections [default: 10000, or fewer if the system allows fewer open files]
    #[arg(long, value_name = "N", value_parser = count_in(1..=1_000_000))]
    pub(crate) connections: Option<usize>,

    /// Serve Prometheus metrics at http://ADDRESS:PORT/metrics [default: off]
    ///
    /// Anyone who reaches the address can read them: use loopback or an internal network.
    #[arg(long, value_name = "ADDRESS:PORT", overrides_with = "metrics_listen")]
    pub(crate) metrics_listen: Option<SocketAddr>,

    /// File with a token that allows reading /metrics on the public port [default: off]
    ///
    /// Requests need the header `Authorization: Bearer TOKEN`. The token has at least 16 characters.
    #[arg(long, value_name = "PATH")]
    pub(crate) metrics_token_file: Option<PathBuf>,

    /// Keep open challenges this long after their creator has left: a time such as 90m, 1h or 30d, or forever
    #[arg(long, value_name = "TIME", default_value = "1h")]
    pub(crate) keep_offers: Keep,

    /// Keep unfinished games this long after the last move
    ///
    /// Games whose clock is running are kept; they end by their clock.
    #[arg(long, value_name = "TIME", default_value = "30d")]
    pub(crate) keep_unfinished: Keep,

    /// Keep finished games this long
    #[arg(long, value_name = "TIME", default_value = "forever")]
    pub(crate) keep_finished: Keep,

    /// Game database for the explorer: .wtb and .ggf files or folders of them; repeatable
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,

    /// Engine threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// Leave queued reports to workers
    ///
    /// By default the server processes them itself when its threads are idle.
    #[arg(long)]
    pub(crate) no_jobs: bool,

    /// Serve the page in this folder instead of the built-in one, for work on the page: `node bundle.js --out FOLDER` writes it
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) page: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// Open the page in your browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank backup monday.db
  outflank backup --database /var/lib/outflank/server.db /mnt/backups/2026-11-16.db
  outflank serve --database monday.db        serve the copy")]
pub(crate) struct BackupArguments {
    /// Database file to copy [default: $OUTFLANK_DATABASE, or server.db in your data folder]
    #[arg(long, value_name = "PATH")]
    pub(crate) database: Option<Database>,

    /// File to write; an existing file is never overwritten
    #[arg(value_name = "COPY")]
    pub(crate) copy: PathBuf,
}

#[cfg(feature = "postgres")]
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  outflank worker --database postgres://club@db.example/games
  OUTFLANK_DATABASE=postgres://club:password@db.example/games outflank worker --threads 8")]
pub(crate) struct WorkerArguments {
    /// Database of the servers: postgres://USER:PASSWORD@HOST/DATABASE [default: $OUTFLANK_DATABASE]
    ///
    /// Other users of the machine can see arguments, so pass a password in OUTFLANK_DATABASE.
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<Database>,

    /// Number of reports processed in parallel, one thread each [default: one per core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    /// Seconds without a heartbeat after which other workers take over a job
    #[arg(long, value_name = "SECONDS", value_parser = count_in(1..=3600), default_value = "6")]
    pub(crate) lease: usize,

    #[command(flatten)]
    pub(crate) log: LogArguments,
}

#[derive(Args, Debug)]
pub(crate) struct LogArguments {
    /// Log level on standard error: error, warn, info, debug (every request), trace or off; or a filter such as outflank_server=debug,info
    #[arg(long = "log", value_name = "FILTER", value_parser = filter, default_value = "info")]
    pub(crate) filter: Box<Targets>,

    /// Log format
    #[arg(long = "log-format", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object per line
    Json,
}

fn filter(text: &str) -> Result<Box<Targets>, ParseError> {
    // `Targets` takes an empty directive for "everything".
    let directives: Vec<&str> = text.split(',').map(str::trim).filter(|directive| !directive.is_empty()).collect();
    match directives.is_empty() {
        true => Ok(Box::new(Targets::new().with_default(LevelFilter::ERROR))),
        false => directives.join(",").parse().map(Box::new),
    }
}
