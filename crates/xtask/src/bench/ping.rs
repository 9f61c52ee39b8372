//! Latency of a ping to `outflank engine nboard` during a search. No line about the old position may follow the answer.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

const PINGS: usize = 100;

const LIMIT: Duration = Duration::from_millis(50);

const GAME: &str = "set game (;GM[Othello]B[f5]W[d6]B[c3]W[d3]B[c4]W[f4]B[f6]W[f3]B[e6]W[e7];)";

pub(crate) fn run(program: &Path) -> Result<()> {
    for threads in ["1", "2"] {
        let mut times = pings(program, threads)?;
        times.sort();
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        let (median, longest) = (times[PINGS / 2], times[PINGS - 1]);
        println!(
            "ping during hint, {threads} thread(s): median {:.1} ms, longest {:.1} ms of {PINGS}",
            millis(median),
            millis(longest)
        );
        ensure!(longest <= LIMIT, "a reply took more than {} ms", millis(LIMIT));
    }
    Ok(())
}

fn pings(program: &Path, threads: &str) -> Result<Vec<Duration>> {
    let mut child = Command::new(program)
        .args(["engine", "nboard", "--threads", threads])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("no input")?;
    let mut lines = BufReader::new(child.stdout.take().context("no output")?).lines();
    let mut next = || lines.next().context("the engine ended")?.context("no output");
    writeln!(input, "nboard 2\n{GAME}")?;
    let mut times = Vec::new();
    for number in 0..PINGS {
        writeln!(input, "hint 3")?;
        while !next()?.starts_with("search ") {}
        thread::sleep(Duration::from_millis(number as u64 * 7 % 150));
        let sent = Instant::now();
        writeln!(input, "ping {number}")?;
        while next()? != format!("pong {number}") {}
        times.push(sent.elapsed());
        // The next line must answer the next command.
        writeln!(input, "learn")?;
        match next()?.as_str() {
            "learned" => {}
            other => bail!("expected learned after the pong, found {other:?}"),
        }
    }
    writeln!(input, "quit")?;
    child.wait()?;
    Ok(times)
}
