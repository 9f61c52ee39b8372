mod limits;
mod metrics;
mod network;
mod public_url;
mod retention;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use outflank_players::BookUse;

use crate::http::{GuidePage, PageFiles};
use crate::study::Library;

pub use limits::Limits;
pub use metrics::{MetricsAccess, MetricsToken, ParseMetricsTokenError};
pub use network::{Network, ParseNetworkError};
pub use public_url::{ParsePublicUrlError, PublicUrl};
pub use retention::{Keep, ParseKeepError, Retention};

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: Vec<SocketAddr>,
    pub database: Database,
    /// How others reach the server, if not by the address of the request: behind an HTTPS proxy, for example.
    pub public_url: Option<PublicUrl>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    pub threads: NonZeroUsize,
    pub reports: ReportMakers,
    pub book: BookUse,
    pub collection: Library,
    pub guide: Vec<GuidePage>,
    /// A page other than the embedded one.
    pub page: Option<PageFiles>,
    pub limits: Limits,
    pub metrics: MetricsAccess,
    pub retention: Retention,
}

impl Config {
    pub const DEFAULT_PORT: u16 = 8220;

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
            guide: Vec::new(),
            page: None,
            limits: Limits::default(),
            metrics: MetricsAccess::default(),
            retention: Retention::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportMakers {
    /// The server, with idle threads, and other workers.
    ServerToo,
    OthersOnly,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    Sqlite(PathBuf),
    Postgres(PostgresUrl),
    Memory,
}

impl FromStr for Database {
    type Err = ParseDatabaseError;

    fn from_str(text: &str) -> Result<Database, ParseDatabaseError> {
        if let Some(url) = PostgresUrl::new(text) {
            return Ok(Database::Postgres(url));
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        // The URL of another kind of database must not become a file name.
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
            // The rest of the URL may contain a password.
            Database::Postgres(_) => f.write_str("PostgreSQL"),
            Database::Memory => f.write_str("memory"),
        }
    }
}

/// Not printed, because it may contain a password; [`PostgresUrl::reveal`] is the only way to read it.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// Checks only the scheme: a parser that rejects the rest might quote the password.
    pub fn new(text: &str) -> Option<PostgresUrl> {
        let begins = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        begins.then(|| PostgresUrl(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PostgresUrl(..)")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the path of a file, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE")]
pub struct ParseDatabaseError;

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
