//! What a server is told when it starts.

mod limits;
mod network;
mod postgres_url;
mod public_url;

use std::error::Error;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use outflank_players::BookUse;

use crate::study::Library;

pub use limits::Limits;
pub use network::{Network, ParseNetworkError};
pub use postgres_url::PostgresUrl;
pub use public_url::{ParsePublicUrlError, PublicUrl};

/// What a server is told when it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens. Port 0 is any free one.
    pub listen: Vec<SocketAddr>,
    /// Where games are kept.
    pub database: Database,
    /// How others reach it, if it is not by the address of the request: behind a proxy that speaks HTTPS, for example.
    pub public_url: Option<PublicUrl>,
    /// Proxies whose `X-Forwarded-For` is believed. From others it is ignored.
    pub trusted_proxies: Vec<Network>,
    /// How many threads search.
    pub threads: NonZeroUsize,
    /// Who makes the reports that are asked for.
    pub reports: ReportMakers,
    /// Whether engines on seats open by the book.
    pub book: BookUse,
    /// Games that can be explored.
    pub collection: Library,
    /// What nobody may exceed.
    pub limits: Limits,
}

impl Config {
    /// The port that is listened on, unless something else is asked for.
    pub const DEFAULT_PORT: u16 = 8220;

    /// A server for this machine only, with all its cores and the usual limits.
    pub fn local(database: Database) -> Config {
        Config {
            listen: vec![SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), Config::DEFAULT_PORT)],
            database,
            public_url: None,
            trusted_proxies: Vec::new(),
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            reports: ReportMakers::ServerToo,
            book: BookUse::ByLevel,
            collection: Library::default(),
            limits: Limits::default(),
        }
    }
}

/// Who makes the reports that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportMakers {
    /// The server does, when its threads have nothing else to do; so may others.
    ServerToo,
    /// Only others do.
    OthersOnly,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// In a file of SQLite, which is made if it is not there.
    Sqlite(PathBuf),
    /// In a PostgreSQL database, which several servers may share.
    Postgres(PostgresUrl),
    /// In memory, until the server ends. For tests.
    Memory,
}

impl FromStr for Database {
    type Err = ParseDatabaseError;

    /// Reads `sqlite:PATH`, a path or the URL of a PostgreSQL database.
    fn from_str(text: &str) -> Result<Database, ParseDatabaseError> {
        if let Some(url) = PostgresUrl::new(text) {
            return Ok(Database::Postgres(url));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        // A database of another kind is not to become a file of that name.
        match path.is_empty() || path.contains("://") {
            true => Err(ParseDatabaseError),
            false => Ok(Database::Sqlite(path.into())),
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::Sqlite(path) => path.display().fmt(f),
            // Where it is stands beside a password.
            Database::Postgres(_) => f.write_str("PostgreSQL"),
            Database::Memory => f.write_str("memory"),
        }
    }
}

/// A text that names no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDatabaseError;

impl fmt::Display for ParseDatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the path of a file, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")
    }
}

impl Error for ParseDatabaseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_path_with_or_without_its_kind() {
        let expected = Ok(Database::Sqlite("games/club.db".into()));
        assert_eq!("sqlite:games/club.db".parse(), expected);
        assert_eq!("games/club.db".parse(), expected);
        for text in ["", "sqlite:", "mysql://club/games"] {
            assert_eq!(text.parse::<Database>(), Err(ParseDatabaseError), "{text}");
        }
    }

    #[test]
    fn a_password_is_not_printed() {
        for text in ["postgres://ann:secret@club/games", "postgresql://club/games?password=secret", "postgres://secret"]
        {
            let database: Database = text.parse().unwrap();
            assert!(!format!("{database} {database:?}").contains("secret"), "{database:?}");
            let Database::Postgres(url) = database else { panic!("{text}") };
            assert_eq!(url.reveal(), text);
        }
    }
}
