use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;

use crate::store::{ConnectError, OpenError, StoreError};

#[derive(Debug)]
pub enum StartError {
    NoAddress,
    Listen { address: SocketAddr, error: io::Error },
    Database(OpenError),
    Postgres(ConnectError),
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
            StartError::Database(error) => error.fmt(f),
            StartError::Postgres(error) => error.fmt(f),
            StartError::Games(error) => write!(f, "cannot resume running games: {error}"),
        }
    }
}

impl Error for StartError {
    /// Only what `Display` doesn't include.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StartError::Listen { error, .. } if error.kind() != io::ErrorKind::AddrInUse => Some(error),
            _ => None,
        }
    }
}
