use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Result, ensure};

use super::best_time;
use crate::cargo;

const FIRST_LIMIT: Duration = Duration::from_secs(5);
const LATER_LIMIT: Duration = Duration::from_millis(200);

const QUERIES: [&[&str]; 8] = [
    &[],
    &["--player", "tamenori", "--against", "murakami"],
    &["--year", "1990-1999", "--tournament", "world championship"],
    &["--opening", "rose"],
    &["--position", "f5"],
    &["--position", "f5d6c3d3c4f4c5b3c2b4e3e6c6f6a5"],
    &["--position", "f5d6c3d3c4f4c5b3c2", "--player", "tastet", "--json"],
    &["--year", "2004", "--list", "1000"],
];

pub(super) fn run(program: &Path) -> Result<()> {
    let games = cargo::data().join("wthor");
    ensure!(games.is_dir(), "no such folder: {}", games.display());
    let cache = cargo::target().join("bench-db");
    fs::create_dir_all(&cache)?;
    let query = |arguments: &[&str]| -> std::io::Result<Child> {
        let mut command = Command::new(program);
        command.arg("db").arg(&games).args(arguments).env("XDG_CACHE_HOME", &cache).env("HOME", &cache);
        command.stdout(Stdio::null()).spawn()
    };
    let first = best_time(|| {
        fs::remove_dir_all(&cache)?;
        fs::create_dir_all(&cache)?;
        query(&[])
    })?;
    println!("{:7.3} s  first query (limit: {} s)", first.as_secs_f64(), FIRST_LIMIT.as_secs());
    let mut slowest = Duration::ZERO;
    for arguments in QUERIES {
        let time = best_time(|| query(arguments))?;
        println!("{:7.3} s  db {}", time.as_secs_f64(), arguments.join(" "));
        slowest = slowest.max(time);
    }
    println!("{:7.3} s  slowest later query (limit: {} s)", slowest.as_secs_f64(), LATER_LIMIT.as_secs_f64());
    fs::remove_dir_all(&cache)?;
    ensure!(first <= FIRST_LIMIT && slowest <= LATER_LIMIT, "a query was too slow");
    Ok(())
}
