//! Figures by number of connections. With two servers, the players of a game use different ones: moves go through the database.

use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use outflank_postgres::Postgres;
use serde::Serialize;

use super::child::{Servers, family_processor_time};
use super::players::{Pace, Players};
use super::report::Load;
use super::watchers::settled;
use super::{ServerArguments, WARM_UP};

const SECONDS_PER_MOVE: u32 = 5;

const SETUPS: [Setup; 3] = [
    Setup { store: Store::Sqlite, servers: 1 },
    Setup { store: Store::Postgres, servers: 1 },
    Setup { store: Store::Postgres, servers: 2 },
];

#[derive(Clone, Copy, Debug, Serialize)]
struct Setup {
    store: Store,
    servers: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Store {
    Sqlite,
    Postgres,
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = match self.store {
            Store::Sqlite => "SQLite",
            Store::Postgres => "PostgreSQL",
        };
        write!(f, "{store}, {}", self.servers)
    }
}

#[derive(Debug, Serialize)]
pub(super) struct GrowthRow {
    setup: Setup,
    connections: u32,
    /// Server memory per connection, including half of a game.
    kb_each: f64,
    thinking: Step,
    flat_out: Step,
}

#[derive(Debug, Serialize)]
struct Step {
    load: Load,
    /// Of one core; 0 for SQLite, which runs inside the server.
    database_cpu_percent: f64,
}

pub(super) async fn measure(
    arguments: &ServerArguments,
    program: &Path,
    folder: &Path,
    steps: &[u16],
) -> Result<Vec<GrowthRow>> {
    let mut rows = Vec::new();
    println!(
        "| store, servers | connections | a move every {SECONDS_PER_MOVE} s: moves/s | p50, p99 (ms) | CPU: servers, database | \
         flat out: moves/s | p50, p99 (ms) | CPU: servers, database | memory per connection |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    );
    for setup in SETUPS {
        let postgres = (setup.store == Store::Postgres).then(Postgres::start).transpose()?;
        let database: OsString = match &postgres {
            Some(server) => outflank_postgres::fresh_database(&server.url())?.into(),
            None => folder.join("growth.db").into(),
        };
        let servers = Servers::start(program, &database, setup.servers)?;
        let idle = settled(&servers).await;
        let mut players = Players::connect(servers.hosts(), 0, arguments.seed).await?;
        for &connections in steps {
            let games = (connections / 2).max(1);
            players.grow(games).await?;
            let memory = settled(&servers).await.saturating_sub(idle);
            let thinking = Pace::Rate((u32::from(games) / SECONDS_PER_MOVE).max(1));
            let connections = u32::from(games) * 2;
            let row = GrowthRow {
                setup,
                connections,
                kb_each: memory as f64 / f64::from(connections),
                thinking: step(arguments, &servers, postgres.as_ref(), &mut players, thinking).await?,
                flat_out: step(arguments, &servers, postgres.as_ref(), &mut players, Pace::FlatOut).await?,
            };
            println!("{row}");
            rows.push(row);
        }
        drop(players);
        servers.stop()?;
    }
    Ok(rows)
}

async fn step(
    arguments: &ServerArguments,
    servers: &Servers,
    postgres: Option<&Postgres>,
    players: &mut Players,
    pace: Pace,
) -> Result<Step> {
    let used = || postgres.and_then(Postgres::id).map(family_processor_time).unwrap_or_default();
    let (started, before) = (Instant::now(), used());
    let load = players.play(servers, pace, WARM_UP, Duration::from_secs(arguments.seconds)).await?;
    let share = used().saturating_sub(before).as_secs_f64() / started.elapsed().as_secs_f64();
    Ok(Step { load, database_cpu_percent: 100.0 * share })
}

impl fmt::Display for GrowthRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GrowthRow { setup, connections, kb_each, thinking, flat_out } = self;
        write!(f, "| {setup} | {connections} | {thinking} | {flat_out} | {kb_each:.1} KB |")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Load { moves_per_second, ack, server_cpu_percent, .. } = &self.load;
        write!(f, "{moves_per_second:.0} | {:.1}, {:.1} | {server_cpu_percent:.0} %", ack.p50_ms, ack.p99_ms)?;
        match self.database_cpu_percent {
            0.0 => Ok(()),
            percent => write!(f, ", {percent:.0} %"),
        }
    }
}
