use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;

#[cfg(feature = "postgres")]
use crate::store::ConnectError;
use crate::store::{OpenError, StoreError, is_disk_full};

#[derive(Debug)]
pub enum StartError {
    NoAddress,
    Listen {
        address: SocketAddr,
        error: io::Error,
    },
    ListenForMetrics {
        address: SocketAddr,
        error: io::Error,
    },
    Database(OpenError),
    #[cfg(feature = "postgres")]
    Postgres(ConnectError),
    #[cfg(not(feature = "postgres"))]
    NoPostgres,
    Games(StoreError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoAddress => f.write_str("no address to listen on"),
            StartError::Listen { address, error } if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "another program uses port {} ({address})", address.port())
            }
            StartError::Listen { address, .. } => write!(f, "cannot listen on {address}"),
            StartError::ListenForMetrics { address, .. } => {
                write!(f, "cannot serve metrics on {address}; choose another address with --metrics-listen")
            }
            StartError::Database(error) => error.fmt(f),
            #[cfg(feature = "postgres")]
            StartError::Postgres(error) => error.fmt(f),
            #[cfg(not(feature = "postgres"))]
            StartError::NoPostgres => f.write_str("this build has no PostgreSQL; build it with the feature `postgres`"),
            StartError::Games(StoreError::Database(error)) if is_disk_full(&**error) => {
                f.write_str("no space left on the disk of the database; free some and start again")
            }
            StartError::Games(error) => write!(f, "cannot resume running games: {error}"),
        }
    }
}

impl Error for StartError {
    /// Only what `Display` doesn't include.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StartError::Listen { error, .. } if error.kind() != io::ErrorKind::AddrInUse => Some(error),
            StartError::ListenForMetrics { error, .. } => Some(error),
            _ => None,
        }
    }
}
