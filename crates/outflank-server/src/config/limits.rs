use std::time::Duration;

use crate::limits::{Allowance, Rate};

/// Limits for clients. A client is an IPv4 address, or the first 64 bits of an IPv6 address: what one household has. All IPv6 clients with
/// the same first 48 bits together may use four times as much as one. Of several servers on one store, each counts for itself.
#[derive(Clone, Debug)]
pub struct Limits {
    pub connections: usize,
    pub connections_per_address: usize,
    pub head_time: Duration,
    pub head_bytes: usize,
    pub headers: usize,
    /// How long a client may read nothing, or next to nothing.
    pub stall_time: Duration,
    pub request_time: Duration,
    pub body_bytes: usize,
    pub record_bytes: usize,
    pub requests: Allowance,
    pub games: Allowance,
    pub moves: Allowance,
    pub takebacks: Allowance,
    pub chat: Allowance,
    /// New invitation links, and links for other devices.
    pub links: Allowance,
    pub study: Allowance,
    pub pictures: Allowance,
    pub exports: Allowance,
    pub picture_cache_bytes: usize,
    /// Games that keep the engine busy: running, with an engine seat, and a move in the last minutes.
    pub engine_games: usize,
    pub engine_games_per_address: usize,
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
            requests: Allowance { client: per_second(500, 100), total: per_second(20_000, 10_000) },
            games: Allowance { client: one_every(60, 2), total: per_second(10_000, 200) },
            moves: Allowance { client: per_second(1_000, 200), total: per_second(20_000, 20_000) },
            takebacks: Allowance { client: per_second(60, 1), total: per_second(1_000, 200) },
            chat: Allowance { client: per_second(30, 1), total: per_second(1_000, 200) },
            links: Allowance { client: one_every(30, 2), total: per_second(1_000, 100) },
            study: Allowance { client: per_second(60, 4), total: per_second(2_000, 500) },
            pictures: Allowance { client: one_every(10, 2), total: per_second(120, 8) },
            exports: Allowance { client: per_second(120, 10), total: per_second(1_000, 200) },
            picture_cache_bytes: 32 * 1024 * 1024,
            engine_games: 2_000,
            engine_games_per_address: 32,
            grace: Duration::from_secs(5),
        }
    }
}

fn per_second(burst: u32, count: u32) -> Rate {
    Rate { burst, every: Duration::from_secs(1) / count }
}

fn one_every(burst: u32, seconds: u64) -> Rate {
    Rate { burst, every: Duration::from_secs(seconds) }
}
