//! Connections that only listen.

use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::child::Servers;
use super::client::{Host, Visitor, address};
use super::report::Watchers;
use super::seat::listen;

const AT_ONCE: usize = 32;
/// Connections per address; a server closes those beyond a limit.
const FROM_ONE_ADDRESS: usize = 100;
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) struct Crowd {
    host: Host,
    listening: JoinSet<()>,
}

impl Crowd {
    pub(super) fn new(host: Host) -> Crowd {
        Crowd { host, listening: JoinSet::new() }
    }

    /// Adds watchers to these games, in turn, and returns what each costs the server.
    pub(super) async fn grow(&mut self, servers: &Servers, games: &[String], count: usize) -> Result<Watchers> {
        let before = settled(servers).await;
        let already = self.listening.len();
        let connect = |(number, game): (usize, &String)| {
            let visitor = Visitor { from: address(20, (number / FROM_ONE_ADDRESS) as u16), secret: None };
            let path = format!("/api/game/{game}/socket");
            let host = self.host;
            async move { host.socket(&path, &visitor).await }
        };
        let all = (already..).zip(games.iter().cycle()).take(count);
        let sockets = stream::iter(all.map(connect)).buffer_unordered(AT_ONCE);
        let join = sockets.try_for_each(|socket| {
            self.listening.spawn(listen(socket));
            std::future::ready(Ok(()))
        });
        timeout(PATIENCE, join).await.context("not all of them can watch")??;
        let grown = settled(servers).await.saturating_sub(before);
        Ok(Watchers { connections: count, games: games.len(), kb_each: grown as f64 / count.max(1) as f64 })
    }
}

/// The memory of the servers in kilobytes, once it stays about the same.
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
