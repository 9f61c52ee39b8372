//! What nobody may exceed.

use std::time::Duration;

use crate::limits::Rate;

/// What nobody may exceed. An address is an IPv4 address, or 64 bits of an IPv6 address: what one household has. Of several servers
/// on one store each counts for itself.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many connections there are at once. Another one is closed.
    pub connections: usize,
    /// How many of them come from one address.
    pub connections_per_address: usize,
    /// How long a connection may take until the head of its next request is complete. It bounds slow senders and idle
    /// connections alike.
    pub head_time: Duration,
    /// How many bytes the head of a request has.
    pub head_bytes: usize,
    /// How many headers a request has.
    pub headers: usize,
    /// How long a client may take nothing of what is sent to it, or next to nothing.
    pub stall_time: Duration,
    /// How long a request may take until its answer begins.
    pub request_time: Duration,
    /// How many bytes a body has.
    pub body_bytes: usize,
    /// The same for a record that is to be read, and for what is kept of somebody's training.
    pub record_bytes: usize,
    /// How often an address may make a game.
    pub games: Rate,
    /// How often an address may ask for anything else of the API.
    pub requests: Rate,
    /// How often an address may ask for study.
    pub study: Rate,
    /// How long a server that stops waits for its connections.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_per_address: 256,
            head_time: Duration::from_secs(30),
            head_bytes: 16 * 1024,
            headers: 64,
            stall_time: Duration::from_secs(30),
            request_time: Duration::from_secs(30),
            body_bytes: 64 * 1024,
            record_bytes: 1024 * 1024,
            games: Rate { burst: 60, every: Duration::from_secs(2) },
            requests: Rate { burst: 500, every: Duration::from_millis(10) },
            study: Rate { burst: 60, every: Duration::from_millis(250) },
            grace: Duration::from_secs(5),
        }
    }
}
