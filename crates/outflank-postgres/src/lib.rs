//! A PostgreSQL server in a temporary folder, for tests and benchmarks.
//!
//! - [`Postgres`]: a server of one's own on loopback, which ends with its owner. It can be crashed and started again.
//! - [`given`]: the server that all tests of a run share, if there is one; [`fresh_database`]: a database on it.
//! - [`programs`]: where PostgreSQL is installed.
//!
//! It knows nothing of Othello.

#![forbid(unsafe_code)]

mod account;
mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

pub use server::Postgres;

/// The variable with the URL of the server that the tests of a run share. `cargo xtask test` sets it.
pub const VARIABLE: &str = "OUTFLANK_POSTGRES";

/// The URL of the server that the tests of a run share. Where there is none it is said that the test is skipped.
pub fn given() -> Option<String> {
    let url = env::var(VARIABLE).ok();
    if url.is_none() {
        println!("skipped: {VARIABLE} names no PostgreSQL server (cargo xtask test starts one)");
    }
    url
}

/// Makes an empty database on a server, and tells its URL.
pub fn fresh_database(server: &str) -> Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    let name = format!("test_{:016x}", u64::from_be_bytes(bytes));
    execute(server, &format!("CREATE DATABASE {name}"))?;
    let (server, _) = server.rsplit_once('/').context("expected a URL with a database")?;
    Ok(format!("{server}/{name}"))
}

/// Runs SQL in a database, from outside.
pub fn execute(url: &str, sql: &str) -> Result<()> {
    let psql = programs().context("PostgreSQL is not installed")?.join("psql");
    let output = Command::new(psql)
        .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url, "--command", sql])
        .stdin(Stdio::null())
        .output()?;
    ensure!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// The folder with PostgreSQL's programs: that of the latest version of Debian's packages, or one on the path.
pub fn programs() -> Option<PathBuf> {
    let number = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten().map(|entry| entry.path());
    let latest =
        versions.filter_map(|folder| Some((number(&folder)?, folder))).max().map(|(_, folder)| folder.join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = latest.into_iter().chain(env::split_paths(&path).collect::<Vec<_>>());
    folders.into_iter().find(|folder| ["initdb", "postgres", "psql"].iter().all(|name| folder.join(name).is_file()))
}
