//! Why a server does not start.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;

#[cfg(feature = "postgres")]
use crate::store::ConnectError;
use crate::store::{OpenError, StoreError};

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// It has no address to listen on.
    NoAddress,
    /// It cannot listen on an address.
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        error: io::Error,
    },
    /// The file cannot be used.
    Database(OpenError),
    /// The PostgreSQL database cannot be used.
    #[cfg(feature = "postgres")]
    Postgres(ConnectError),
    /// This build has no PostgreSQL.
    #[cfg(not(feature = "postgres"))]
    NoPostgres,
    /// The games that were running cannot be taken up.
    Games(StoreError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoAddress => f.write_str("there is no address to listen on"),
            StartError::Listen { address, error } if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "another program uses port {} ({address})", address.port())
            }
            StartError::Listen { address, .. } => write!(f, "cannot listen on {address}"),
            StartError::Database(error) => error.fmt(f),
            #[cfg(feature = "postgres")]
            StartError::Postgres(error) => error.fmt(f),
            #[cfg(not(feature = "postgres"))]
            StartError::NoPostgres => f.write_str("this build has no PostgreSQL; build it with the feature `postgres`"),
            StartError::Games(error) => write!(f, "the games that were running cannot be taken up: {error}"),
        }
    }
}

impl Error for StartError {
    /// What the sentence does not say already.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StartError::Listen { error, .. } if error.kind() != io::ErrorKind::AddrInUse => Some(error),
            _ => None,
        }
    }
}
