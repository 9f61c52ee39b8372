mod db;
pub(crate) mod engine;
mod judge;
mod library;
mod ping;
#[cfg(all(target_os = "linux", feature = "server-bench"))]
mod server;
#[cfg(target_os = "linux")]
mod terminal;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Subcommand;

use crate::{cargo, tools};

#[derive(Debug, Subcommand)]
pub(crate) enum Bench {
    /// Measure the speed and memory of the batch judge
    Judge,
    /// Measure perft
    Perft {
        /// Depth in plies
        #[arg(default_value_t = 11)]
        depth: u32,
    },
    /// Measure the first database query, which builds the index, and later ones
    Db,
    /// Measure the games library of the terminal board with 100,000 games: opening the list, searching
    Library {
        /// Measure this program instead of a release build
        #[arg(long, value_name = "PROGRAM")]
        program: Option<PathBuf>,
    },
    /// Measure the parsers on a mebibyte of hostile input
    Hostile,
    /// Measure the latency of pings during a search
    Ping,
    /// Measure the server: moves per second, latency, memory per connection
    #[cfg(all(target_os = "linux", feature = "server-bench"))]
    Server(server::ServerArguments),
    /// Measure the server: moves per second, latency, memory per connection
    #[cfg(all(target_os = "linux", not(feature = "server-bench")))]
    #[command(disable_help_flag = true)]
    Server {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measure the full-screen board: memory, first frame, idle processor time; fails above what we promise
    #[cfg(target_os = "linux")]
    Terminal(terminal::TerminalArguments),
    /// Measure the stores: events per second on SQLite and PostgreSQL
    Store,
    /// Measure the start of a server with 10 and 50,000 unfinished games, on SQLite and PostgreSQL
    Startup,
    /// Measure the engine: FFO, hard-20, midgames, evaluation
    Engine(engine::EngineArguments),
    /// Measure the engine's kernels
    Kernels,
    /// Measure the evaluation
    Eval,
    /// Measure the latency of stopping a search
    Stop,
    /// Run matches of the levels against reference players and the level below
    Levels {
        /// Rows and options, such as `1-novice 3-2 --games 400`; see `benches/levels/main.rs`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

const RUNS: usize = 5;

pub(crate) fn run(what: &Bench) -> Result<()> {
    match what {
        Bench::Judge => judge::run(&cargo::release_program()?),
        Bench::Perft { depth } => perft(&cargo::release_program()?, *depth),
        Bench::Db => db::run(&cargo::release_program()?),
        Bench::Library { program: Some(program) } => library::run(program),
        Bench::Library { program: None } => library::run(&cargo::release_program()?),
        Bench::Hostile => cargo::run(["bench", "--package", "outflank-formats", "--bench", "hostile"]),
        Bench::Ping => ping::run(&cargo::release_program()?),
        #[cfg(all(target_os = "linux", feature = "server-bench"))]
        Bench::Server(arguments) => server::run(arguments),
        #[cfg(all(target_os = "linux", not(feature = "server-bench")))]
        Bench::Server { .. } => cargo::run_again_optimised("server-bench"),
        #[cfg(target_os = "linux")]
        Bench::Terminal(arguments) => terminal::run(arguments),
        Bench::Store => {
            tools::install_missing()?;
            cargo::run(["bench", "--package", "outflank-server", "--bench", "appends"])
        }
        Bench::Startup => {
            tools::install_missing()?;
            cargo::run(["bench", "--package", "outflank-server", "--bench", "startup"])
        }
        Bench::Engine(arguments) => engine::run(arguments),
        Bench::Kernels => inside_engine("kernels", &[]),
        Bench::Eval => inside_engine("eval", &[]),
        Bench::Stop => inside_engine("stop", &[]),
        Bench::Levels { arguments } => inside_engine("levels", arguments),
    }
}

fn inside_engine(bench: &str, arguments: &[String]) -> Result<()> {
    let cargo = ["bench", "--package", "outflank-engine", "--bench", bench, "--"];
    cargo::run(cargo.into_iter().chain(arguments.iter().map(String::as_str)))
}

fn perft(program: &Path, depth: u32) -> Result<()> {
    let output = Command::new(program).args(["perft", &depth.to_string()]).output()?;
    let count: u64 = String::from_utf8(output.stdout)?.trim().parse().context("expected a count")?;
    let best = best_time(|| Command::new(program).args(["perft", &depth.to_string()]).stdout(Stdio::null()).spawn())?;
    let rate = count as f64 / best.as_secs_f64() / 1e6;
    println!("perft {depth}: {count} in {:.3} s, {rate:.0} million/s", best.as_secs_f64());
    Ok(())
}

fn best_time(mut start: impl FnMut() -> std::io::Result<std::process::Child>) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let started = Instant::now();
        let status = start()?.wait()?;
        best = best.min(started.elapsed());
        ensure!(status.success(), "the program failed: {status}");
    }
    Ok(best)
}
