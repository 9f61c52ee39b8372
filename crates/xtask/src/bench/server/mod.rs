//! The release program serves with its usual limits and stores games on disk. Scripted players connect over WebSockets, each game from its
//! own loopback address, because limits count by address.

mod child;
mod client;
mod disk;
mod flood;
mod growth;
mod players;
mod report;
mod seat;
mod slow;
mod watchers;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use tokio::task::JoinSet;

use crate::cargo;
use child::Servers;
use players::{Pace, Players};
use report::{LoadSettings, PlayedLoads, ServerReport, Watched};

#[derive(Debug, Args)]
pub(crate) struct ServerArguments {
    /// Number of simultaneous games
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u16).range(1..=5_000))]
    games: u16,
    /// Moves per second in the paced measurement, which precedes the one at full speed
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// Duration of each of the two measurements
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Number of connections that only watch; fewer if the system limits open files
    #[arg(long, default_value_t = 5_000)]
    watchers: u16,
    /// Measure games beside this many clients that never read and as many that send a byte per second
    #[arg(long, value_name = "GUESTS", num_args = 0..=1, default_missing_value = "2000", value_parser = clap::value_parser!(u16).range(1..=4_000))]
    slow: Option<u16>,
    /// Measure games beside a flood of requests for pictures, and beside one from all addresses of an IPv6 /48
    #[arg(
        long, value_name = "REQUESTS_PER_SECOND", num_args = 0..=1, default_missing_value = "500",
        value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with_all = ["slow", "growth"]
    )]
    flood: Option<u32>,
    /// Measure by number of connections, on SQLite and PostgreSQL, with one server and two
    #[arg(
        long, value_name = "CONNECTIONS", num_args = 0..=1, value_delimiter = ',',
        default_missing_value = "100,1000,5000,18000", value_parser = clap::value_parser!(u16).range(2..=20_000),
        conflicts_with_all = ["slow", "database"]
    )]
    growth: Option<Vec<u16>>,
    /// Random seed of the players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Use this PostgreSQL server instead of a file; the databases created there remain
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Measure this program instead of a release build
    #[arg(long)]
    program: Option<PathBuf>,
    /// Write the results to this file
    #[arg(long)]
    json: Option<PathBuf>,
}

const WARM_UP: Duration = Duration::from_secs(3);

const WATCHED_GAMES: u16 = 100;

pub(super) fn run(arguments: &ServerArguments) -> Result<()> {
    if cfg!(debug_assertions) {
        // Slow players would limit the figures.
        return cargo::run_again_optimised("server-bench");
    }
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => cargo::release_program()?,
    };
    let files = child::raise_file_limit()?;
    // Not in the system's folder for temporary files, which may be in memory.
    let folder = tempfile::Builder::new().prefix("bench-server").tempdir_in(cargo::target())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;

    if let Some(clients) = arguments.slow {
        return runtime.block_on(beside_slow_clients(arguments, &program, folder.path(), clients));
    }
    if let Some(rate) = arguments.flood {
        return runtime.block_on(beside_floods(arguments, &program, folder.path(), rate));
    }
    if let Some(steps) = &arguments.growth {
        let rows = runtime.block_on(growth::measure(arguments, &program, folder.path(), steps))?;
        return write_json(arguments, &rows);
    }
    let disk_before = disk::measure(folder.path())?;
    println!("disk before:  {disk_before}");
    let played = runtime.block_on(play(arguments, &program, folder.path()))?;
    let watched = runtime.block_on(watch(arguments, &program, folder.path(), files))?;
    let disk_after = disk::measure(folder.path())?;
    println!("disk after:   {disk_after}");

    let settings = LoadSettings { games: arguments.games, rate: arguments.rate, seconds: arguments.seconds };
    let report = ServerReport { settings, disk: [disk_before, disk_after], played, watched };
    println!("{}", report.verdict());
    write_json(arguments, &report)
}

async fn beside_slow_clients(arguments: &ServerArguments, program: &Path, folder: &Path, clients: u16) -> Result<()> {
    let token = folder.join("metrics-token");
    std::fs::write(&token, slow::METRICS_TOKEN)?;
    let options = ["--metrics-token-file".as_ref(), token.as_os_str()];
    let servers = Servers::start_one(program, folder.join("slow.db").as_os_str(), &options)?;
    let report = slow::measure(arguments, &servers, clients).await?;
    println!("{}", report.verdict());
    servers.stop()?;
    write_json(arguments, &report)
}

async fn beside_floods(arguments: &ServerArguments, program: &Path, folder: &Path, rate: u32) -> Result<()> {
    let database = database(arguments, folder, "flood.db")?;
    let servers = Servers::start_one(program, &database, &["--trust-proxy".as_ref(), flood::PROXY.as_ref()])?;
    let report = flood::measure(arguments, &servers, rate).await?;
    println!("{}", report.verdict());
    servers.stop()?;
    write_json(arguments, &report)
}

fn write_json(arguments: &ServerArguments, report: &impl Serialize) -> Result<()> {
    let Some(path) = &arguments.json else { return Ok(()) };
    let json = serde_json::to_string_pretty(report)? + "\n";
    std::fs::write(path, json).with_context(|| path.display().to_string())
}

fn database(arguments: &ServerArguments, folder: &Path, file: &str) -> Result<OsString> {
    match &arguments.database {
        Some(server) => Ok(outflank_postgres::fresh_database(server)?.into()),
        None => Ok(folder.join(file).into()),
    }
}

async fn play(arguments: &ServerArguments, program: &Path, folder: &Path) -> Result<PlayedLoads> {
    let servers = Servers::start(program, &database(arguments, folder, "played.db")?, 1)?;
    let mut players = Players::connect(servers.hosts(), arguments.games, arguments.seed).await?;
    println!("{} simultaneous games", arguments.games);
    let seconds = Duration::from_secs(arguments.seconds);
    let (disk_folder, until) = (folder.to_owned(), Instant::now() + WARM_UP + seconds);
    let disk = tokio::task::spawn_blocking(move || disk::measure_until(&disk_folder, until));
    let paced = players.play(&servers, Pace::Rate(arguments.rate), WARM_UP, seconds).await?;
    println!("paced:        {paced}");
    let disk = disk.await??;
    println!("disk then:    {disk}");
    let flat_out = players.play(&servers, Pace::FlatOut, WARM_UP, seconds).await?;
    println!("flat out:     {flat_out}");
    servers.stop()?;
    Ok(PlayedLoads { paced, disk, flat_out })
}

/// On a fresh server, because memory used by earlier games would hide theirs. Half of them watch one game, the others all games.
async fn watch(arguments: &ServerArguments, program: &Path, folder: &Path, files: u64) -> Result<Watched> {
    let servers = Servers::start(program, &database(arguments, folder, "watched.db")?, 1)?;
    let players = Players::connect(servers.hosts(), WATCHED_GAMES, arguments.seed).await?;
    let games = players.ids();
    let _players = players.listen();
    let count = u64::from(arguments.watchers).min(files.saturating_sub(1_000)) as usize;
    let mut crowd = JoinSet::new();
    let one_game = watchers::grow(&mut crowd, &servers, &games[..1], count / 2).await?;
    println!("watchers:     {one_game}");
    let many_games = watchers::grow(&mut crowd, &servers, &games, count / 2).await?;
    println!("watchers:     {many_games}");
    drop(crowd);
    servers.stop()?;
    Ok(Watched { one_game, many_games })
}
