//! Arguments of `outflank serve`.

use std::path::PathBuf;

use clap::Args;
use outflank_server::{Database, Network, PublicUrl};

use super::{Listen, LogArguments};
use crate::cli::{BookArguments, THREADS, count_in};

const EXAMPLES: &str = "\
Examples:
  outflank serve --open                       for this computer only
  outflank serve --lan                        for everyone on your network
  outflank serve --collection wthor           with a game database to explore
  outflank serve --database postgres://club@db.example/games
                                              one of several servers with a shared database
  outflank serve --public-url https://othello.example --trust-proxy 127.0.0.1
                                              behind an HTTPS proxy on this machine";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
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

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// Open the page in your browser
    #[arg(long)]
    pub(crate) open: bool,
}
