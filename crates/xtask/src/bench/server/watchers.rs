//! Connections that only watch.

use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::child::Servers;
use super::client::{Host, Visitor, address};
use super::report::Watchers;
use super::seat::listen;

const PARALLEL_CONNECTS: usize = 32;
/// Below the server's limit.
const PER_ADDRESS: usize = 100;
const TIMEOUT: Duration = Duration::from_secs(120);

pub(super) struct Crowd {
    host: Host,
    listening: JoinSet<()>,
}

impl Crowd {
    pub(super) fn new(host: Host) -> Crowd {
        Crowd { host, listening: JoinSet::new() }
    }

    /// Adds `count` watchers, spread over the games, and measures the memory of each.
    pub(super) async fn grow(&mut self, servers: &Servers, games: &[String], count: usize) -> Result<Watchers> {
        let before = settled(servers).await;
        let already = self.listening.len();
        let connect = |(number, game): (usize, &String)| {
            let visitor = Visitor { from: address(20, (number / PER_ADDRESS) as u16), secret: None };
            let path = format!("/api/game/{game}/socket");
            let host = self.host;
            async move { host.socket(&path, &visitor).await }
        };
        let all = (already..).zip(games.iter().cycle()).take(count);
        let sockets = stream::iter(all.map(connect)).buffer_unordered(PARALLEL_CONNECTS);
        let join = sockets.try_for_each(|socket| {
            self.listening.spawn(listen(socket));
            std::future::ready(Ok(()))
        });
        timeout(TIMEOUT, join).await.context("not all watchers could connect")??;
        let grown = settled(servers).await.saturating_sub(before);
        Ok(Watchers { connections: count, games: games.len(), kb_each: grown as f64 / count.max(1) as f64 })
    }
}

pub(super) async fn settled(servers: &Servers) -> u64 {
    let mut before = servers.memory();
    for _ in 0..20 {
        sleep(Duration::from_millis(500)).await;
        let now = servers.memory();
        if now.abs_diff(before) <= now / 500 {
            return now;
        }
        before = now;
    }
    before
}
