use std::time::Duration;

use anyhow::{Context, Result};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::child::Servers;
use super::client::{PER_ADDRESS, Visitor, address, connect_all};
use super::report::Watchers;
use super::seat::listen;

/// Adds `count` watchers to a crowd, spread over the games, and measures the memory of each.
pub(super) async fn grow(
    crowd: &mut JoinSet<()>,
    servers: &Servers,
    games: &[String],
    count: usize,
) -> Result<Watchers> {
    let before = settled(servers).await;
    let all = (crowd.len()..).zip(games.iter().cycle()).take(count);
    let watchers = all.map(async |(number, game)| {
        let visitor = Visitor { from: address(20, (number / PER_ADDRESS) as u16), secret: None };
        servers.host().socket(&format!("/api/game/{game}/socket"), &visitor).await
    });
    let join = |socket| _ = crowd.spawn(listen(socket));
    connect_all(watchers, join).await.context("not all watchers could connect")?;
    let grown = settled(servers).await.saturating_sub(before);
    Ok(Watchers { connections: count, games: games.len(), kb_each: grown as f64 / count.max(1) as f64 })
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
