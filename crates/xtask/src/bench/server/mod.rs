//! The server under load: moves a second, how long each waits until it is on the disk, and what a connection costs.
//!
//! The release program serves in a process of its own, with all its limits, and keeps its games on the disk; scripted players come to it over
//! WebSockets. Each game is played from a loopback address of its own, as if from a household of its own.
//!
//! - `child`: the server's process. `disk`: what the disk does by itself.
//! - `client`: requests and sockets. `players`: games between scripted players, of whom each has a `seat`. `watchers`: connections that only listen.
//! - `slow`: guests that keep connections and hardly use them. `growth`: from few connections to many, by store. `report`: the figures.

mod child;
mod client;
mod disk;
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

use crate::cargo;
use child::Servers;
use players::{Pace, Players};
use report::{Played, Report, Settings, Watched};
use watchers::Crowd;

/// What to put on the server.
#[derive(Debug, Args)]
pub(crate) struct ServerArguments {
    /// How many games are played at once
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u16).range(1..=5_000))]
    games: u16,
    /// How many moves a second are played in all, before the server is asked for all that it can do
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many seconds each of the two is measured
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Connections that only listen, in the end; fewer if the system limits open files
    #[arg(long, default_value_t = 5_000)]
    watchers: u16,
    /// Measure instead games beside this many guests that never read, and as many that send a byte a second
    #[arg(long, value_name = "GUESTS", num_args = 0..=1, default_missing_value = "2000", value_parser = clap::value_parser!(u16).range(1..=4_000))]
    slow: Option<u16>,
    /// Measure instead how the figures grow with the number of connections, on SQLite and PostgreSQL, with one server and two
    #[arg(
        long, value_name = "CONNECTIONS", num_args = 0..=1, value_delimiter = ',',
        default_missing_value = "100,1000,5000,18000", value_parser = clap::value_parser!(u16).range(2..=20_000),
        conflicts_with_all = ["slow", "database"]
    )]
    growth: Option<Vec<u16>>,
    /// What the players' choices follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep games on this PostgreSQL server instead of in a file, in databases that are made there and left there
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Measure this program, instead of building the release program
    #[arg(long)]
    program: Option<PathBuf>,
    /// Write the figures to this file
    #[arg(long)]
    json: Option<PathBuf>,
}

const WARM_UP: Duration = Duration::from_secs(3);

/// Games while listening connections are measured.
const WATCHED_GAMES: u16 = 100;

pub(super) fn run(arguments: &ServerArguments) -> Result<()> {
    if cfg!(debug_assertions) {
        // Players that are slow themselves would measure themselves.
        return cargo::run_again_optimised("server-bench");
    }
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => cargo::release_program()?,
    };
    let files = child::raise_file_limit()?;
    // Beside what cargo builds: the system's folder for temporary files may be memory.
    let folder = tempfile::Builder::new().prefix("bench-server").tempdir_in(cargo::target())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;

    if let Some(guests) = arguments.slow {
        return runtime.block_on(beside_slow_guests(arguments, &program, folder.path(), guests));
    }
    if let Some(steps) = &arguments.growth {
        let rows = runtime.block_on(growth::measure(arguments, &program, folder.path(), steps))?;
        return keep(arguments, &rows);
    }
    let disk_before = disk::measure(folder.path())?;
    println!("disk before:  {disk_before}");
    let played = runtime.block_on(play(arguments, &program, folder.path()))?;
    let watched = runtime.block_on(watch(arguments, &program, folder.path(), files))?;
    let disk_after = disk::measure(folder.path())?;
    println!("disk after:   {disk_after}");

    let settings = Settings { games: arguments.games, rate: arguments.rate, seconds: arguments.seconds };
    let report = Report { settings, disk: [disk_before, disk_after], played, watched };
    println!("{}", report.verdict());
    keep(arguments, &report)
}

async fn beside_slow_guests(arguments: &ServerArguments, program: &Path, folder: &Path, guests: u16) -> Result<()> {
    let servers = Servers::one(program, folder.join("slow.db").as_os_str())?;
    let report = slow::measure(arguments, &servers, guests).await?;
    println!("{}", report.verdict());
    servers.stop()?;
    keep(arguments, &report)
}

fn keep(arguments: &ServerArguments, report: &impl Serialize) -> Result<()> {
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

/// Games: first at the rate that was asked for, then as fast as the server can.
async fn play(arguments: &ServerArguments, program: &Path, folder: &Path) -> Result<Played> {
    let servers = Servers::one(program, &database(arguments, folder, "played.db")?)?;
    let mut players = Players::sit_down(servers.hosts(), arguments.games, arguments.seed).await?;
    println!("{} games at once", arguments.games);
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
    Ok(Played { paced, disk, flat_out })
}

/// Connections that only listen, to a server that has nothing else to do: memory that games have used before would hide what
/// they need. Half of them watch one game, the others all games.
async fn watch(arguments: &ServerArguments, program: &Path, folder: &Path, files: u64) -> Result<Watched> {
    let servers = Servers::one(program, &database(arguments, folder, "watched.db")?)?;
    let players = Players::sit_down(servers.hosts(), WATCHED_GAMES, arguments.seed).await?;
    let games = players.ids();
    let _players = players.listen();
    // Some files are for everything else.
    let count = u64::from(arguments.watchers).min(files.saturating_sub(1_000)) as usize;
    let mut crowd = Crowd::new(servers.host());
    let one_game = crowd.grow(&servers, &games[..1], count / 2).await?;
    println!("watchers:     {one_game}");
    let many_games = crowd.grow(&servers, &games, count / 2).await?;
    println!("watchers:     {many_games}");
    drop(crowd);
    servers.stop()?;
    Ok(Watched { one_game, many_games })
}
