//! What a running program takes, as Linux counts it.

use std::fs;

use anyhow::{Context, Result};
use outflank_pty::Session;

pub(crate) fn memory(session: &Session) -> Result<[f64; 2]> {
    let status = fs::read_to_string(file(session, "status")?)?;
    let field = |name: &str| -> Result<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).context("no such field")?;
        let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kibibytes * 1024.0 / 1e6)
    };
    Ok([field("VmRSS:")?, field("VmHWM:")?])
}

pub(crate) fn processor_time(session: &Session) -> Result<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string(file(session, "stat")?)?;
    let (_, fields) = stat.rsplit_once(')').context("no name")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = |field: usize| -> Result<f64> { Ok(fields.get(field - 3).context("no such field")?.parse()?) };
    Ok((ticks(14)? + ticks(15)?) / TICKS_PER_SECOND)
}

fn file(session: &Session, name: &str) -> Result<String> {
    Ok(format!("/proc/{}/{name}", session.process().context("the program has ended")?))
}
