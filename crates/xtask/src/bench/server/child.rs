use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

use super::client::Host;

const TIMEOUT: Duration = Duration::from_secs(30);

const CONNECTIONS: &str = "19000";

pub(super) struct Servers(Vec<Child>);

impl Servers {
    pub(super) fn start(program: &Path, database: &OsStr, count: usize) -> Result<Servers> {
        (0..count).map(|_| Child::start(program, database, &[])).collect::<Result<_>>().map(Servers)
    }

    pub(super) fn start_one(program: &Path, database: &OsStr, options: &[&OsStr]) -> Result<Servers> {
        Ok(Servers(vec![Child::start(program, database, options)?]))
    }

    pub(super) fn host(&self) -> Host {
        Host::new(self.0[0].port)
    }

    pub(super) fn hosts(&self) -> Vec<Host> {
        self.0.iter().map(|child| Host::new(child.port)).collect()
    }

    /// In kilobytes.
    pub(super) fn memory(&self) -> u64 {
        self.0.iter().map(Child::memory).sum()
    }

    pub(super) fn processor_time(&self) -> Duration {
        self.0.iter().map(|child| used(child.process.id(), 2)).sum()
    }

    pub(super) fn stop(self) -> Result<()> {
        self.0.into_iter().try_for_each(Child::stop)
    }
}

pub(super) fn family_processor_time(process: u32) -> Duration {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| child.parse().ok());
    used(process, 4) + children.map(|child| used(child, 2)).sum::<Duration>()
}

/// Sum of the first of utime, stime, cutime and cstime.
fn used(process: u32, times: usize) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The second field is the name in brackets, which may contain anything.
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace()).into_iter().flatten();
    let ticks: u64 = fields.skip(11).take(times).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

struct Child {
    process: std::process::Child,
    port: u16,
}

impl Child {
    fn start(program: &Path, database: &OsStr, options: &[&OsStr]) -> Result<Child> {
        let mut process = Command::new(program)
            .args(["serve", "--log", "warn", "--listen", "127.0.0.1:0", "--connections", CONNECTIONS])
            .args(options)
            // Not an argument, because the URL may have a password.
            .env("OUTFLANK_DATABASE", database)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let output = process.stdout.take().context("no output")?;
        let mut child = Child { process, port: 0 };
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::spawn(move || {
            // Read on, so that the server never blocks on its output.
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(port) = line.split_once("http://127.0.0.1:").and_then(|(_, rest)| leading_number(rest)) {
                    sender.send(port).ok();
                }
            }
        });
        child.port = receiver.recv_timeout(TIMEOUT).context("the server did not print its address")?;
        Ok(child)
    }

    fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        size.and_then(|size| leading_number(size.trim())).unwrap_or_default()
    }

    fn stop(mut self) -> Result<()> {
        let id = Pid::from_child(&self.process);
        kill_process(id, Signal::TERM)?;
        let asked = Instant::now();
        loop {
            match self.process.try_wait()? {
                Some(status) => {
                    ensure!(status.success(), "the server ended with {status}");
                    return Ok(());
                }
                None if asked.elapsed() > TIMEOUT => bail!("the server did not stop"),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

pub(super) fn raise_file_limit() -> Result<u64> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    Ok(maximum.unwrap_or(u64::MAX))
}

fn leading_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().ok()
}
