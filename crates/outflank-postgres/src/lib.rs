//! A PostgreSQL server in a temporary folder, for tests and benchmarks. [`Postgres`] is a private server, which can be crashed and restarted.
//! [`given`] is the server that the tests of a run share, and [`fresh_database`] creates a database on it.

#![forbid(unsafe_code)]

mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, ensure};

pub use server::Postgres;

/// Holds the URL of the shared server. `cargo xtask test` sets it.
pub const VARIABLE: &str = "OUTFLANK_POSTGRES";

/// The URL of the shared server. Without one, prints that the test is skipped.
pub fn given() -> Option<String> {
    let url = env::var(VARIABLE).ok();
    if url.is_none() {
        println!("skipped: {VARIABLE} is not set (cargo xtask test starts a PostgreSQL server)");
    }
    url
}

pub fn fresh_database(server: &str) -> Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    let name = format!("test_{:016x}", u64::from_be_bytes(bytes));
    execute(server, &format!("CREATE DATABASE {name}"))?;
    let (server, _) = server.rsplit_once('/').context("expected a URL with a database")?;
    Ok(format!("{server}/{name}"))
}

pub fn execute(url: &str, sql: &str) -> Result<()> {
    let psql = programs().context("PostgreSQL is not installed")?.join("psql");
    let output = Command::new(psql)
        .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url, "--command", sql])
        .stdin(Stdio::null())
        .output()?;
    ensure!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

pub fn programs() -> Option<PathBuf> {
    let number = |folder: &Path| folder.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten().map(|entry| entry.path());
    let latest =
        versions.filter_map(|folder| Some((number(&folder)?, folder))).max().map(|(_, folder)| folder.join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = latest.into_iter().chain(env::split_paths(&path).collect::<Vec<_>>());
    folders.into_iter().find(|folder| ["initdb", "postgres", "psql"].iter().all(|name| folder.join(name).is_file()))
}
