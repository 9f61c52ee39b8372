//! The server's process.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

/// How long a server may take to begin, and to end.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that runs. It is ended when this is dropped.
pub(super) struct Child {
    process: std::process::Child,
    port: u16,
}

impl Child {
    /// Starts a server on a free port, and waits until it serves.
    pub(super) fn start(program: &Path, database: &OsStr) -> Result<Child> {
        let mut process = Command::new(program)
            .args(["serve", "--log", "warn", "--listen", "127.0.0.1:0"])
            // A password need not be seen by everybody on the machine.
            .env("OUTFLANK_DATABASE", database)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let output = process.stdout.take().context("its output")?;
        // From here on it is ended whatever happens.
        let mut child = Child { process, port: 0 };
        let (tell, told) = std::sync::mpsc::channel();
        thread::spawn(move || {
            // The rest is read too, so that the server is never kept waiting.
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(port) = line.split_once("http://127.0.0.1:").and_then(|(_, rest)| leading_number(rest)) {
                    tell.send(port).ok();
                }
            }
        });
        child.port = told.recv_timeout(PATIENCE).context("the server does not say where it serves")?;
        Ok(child)
    }

    /// Where it listens.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// How many kilobytes of memory it has now.
    pub(super) fn memory(&self) -> u64 {
        self.status("VmRSS:").unwrap_or_default()
    }

    /// How much time of a processor it has used so far.
    pub(super) fn processor_time(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap_or_default();
        // The name of the program comes second, in brackets, and may have anything in it.
        let fields = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace()).into_iter().flatten();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
    }

    /// Asks it to stop, and waits until it has.
    pub(super) fn stop(mut self) -> Result<()> {
        let id = Pid::from_child(&self.process);
        kill_process(id, Signal::TERM)?;
        let begun = Instant::now();
        loop {
            match self.process.try_wait()? {
                Some(status) => {
                    ensure!(status.success(), "the server ended with {status}");
                    return Ok(());
                }
                None if begun.elapsed() > PATIENCE => bail!("the server does not stop"),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// A figure that the system tells in kilobytes.
    fn status(&self, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        status.lines().find_map(|line| line.strip_prefix(name)).and_then(|size| leading_number(size.trim()))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // One that has ended already cannot be ended, and that is as well.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Lets this process, and those it starts, open as many files as the system allows, and tells how many that is.
pub(super) fn raise_file_limit() -> Result<u64> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    Ok(maximum.unwrap_or(u64::MAX))
}

fn leading_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    let digits = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().ok()
}
