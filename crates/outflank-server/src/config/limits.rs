use std::time::Duration;

use crate::limits::Rate;

/// Limits for clients. An address is an IPv4 address, or the first 64 bits of an IPv6 address: what one household has. Of several servers
/// on one store, each counts for itself.
#[derive(Clone, Debug)]
pub struct Limits {
    pub connections: usize,
    pub connections_per_address: usize,
    /// Until the head of the next request is complete. Bounds slow senders and idle connections alike.
    pub head_time: Duration,
    pub head_bytes: usize,
    pub headers: usize,
    /// How long a client may read nothing, or next to nothing.
    pub stall_time: Duration,
    pub request_time: Duration,
    pub body_bytes: usize,
    /// For game collections and training progress.
    pub record_bytes: usize,
    pub games: Rate,
    pub requests: Rate,
    pub study: Rate,
    /// Games that keep the engine busy: running, with an engine seat, and a move in the last minutes.
    pub engine_games: usize,
    pub engine_games_per_address: usize,
    /// How long a stopping server waits for its connections.
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
            engine_games: 2_000,
            engine_games_per_address: 32,
            grace: Duration::from_secs(5),
        }
    }
}
