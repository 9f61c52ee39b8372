//! What `outflank serve` can be told.

use std::path::PathBuf;

use clap::Args;
use outflank_server::{Database, Network, PublicUrl};

use super::{Listen, LogArguments};
use crate::cli::{BookArguments, CONNECTIONS, THREADS, count_in};

const EXAMPLES: &str = "\
Examples:
  outflank serve --open                       for yourself, on this computer
  outflank serve --lan                        for everyone on your network: a club room, a family, a class
  outflank serve --collection wthor           with a folder of games to explore
  outflank serve --database postgres://club@db.example/games
                                              one of several servers that share a database
  outflank serve --public-url https://othello.example --trust-proxy 127.0.0.1
                                              behind a proxy on this machine that speaks HTTPS";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ServeArguments {
    /// Let other computers and phones on your network connect
    ///
    /// Listens on all addresses of this computer, prints those that others can open, with a QR code for phones, and uses them in
    /// invitations. Connections are not encrypted: use it in networks that you trust.
    #[arg(long)]
    pub(crate) lan: bool,

    /// Where to listen: a port, or an address with a port; may be given several times [default: 8220]
    ///
    /// A port alone (8220, :8220) accepts connections from this computer only, or with --lan from the whole network. Port 0 picks a free one.
    #[arg(long, value_name = "[ADDRESS:]PORT")]
    pub(crate) listen: Vec<Listen>,

    /// Where games are kept: a file of SQLite, which is made if it is not there, or postgres://USER:PASSWORD@HOST/DATABASE
    /// [default: what the variable OUTFLANK_DATABASE names, or server.db among the user's data]
    ///
    /// Several servers may share a PostgreSQL database. Arguments can be seen by everybody on a machine: a password is better given by the
    /// variable.
    #[arg(long, value_name = "URL|PATH")]
    pub(crate) database: Option<Database>,

    /// How others reach this server, if it is not by the address that they ask
    ///
    /// Pages of this address only may then change anything with a browser's cookie; with https the cookie is sent by HTTPS only.
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,

    /// A proxy, or a range of them, that is believed when it says in X-Forwarded-For who asks; may be given several times
    ///
    /// Limits are kept for each address that asks. Behind a proxy that is not named here, all its users share them.
    #[arg(long, value_name = "CIDR")]
    pub(crate) trust_proxy: Vec<Network>,

    /// How many connections there may be at once; another one is closed [default: 10000, or fewer if the system allows fewer open files]
    #[arg(long, value_name = "N", value_parser = count_in(CONNECTIONS))]
    pub(crate) connections: Option<usize>,

    /// A collection of games for the explorer: files (.wtb, .ggf) or folders of them; may be given several times
    #[arg(long, value_name = "PATH")]
    pub(crate) collection: Vec<PathBuf>,

    /// How many threads the engine searches with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count_in(THREADS))]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) book: BookArguments,

    /// Leave the reports that are asked for to workers
    ///
    /// Otherwise the server makes them itself while its threads have nothing else to do.
    #[arg(long)]
    pub(crate) no_jobs: bool,

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}
