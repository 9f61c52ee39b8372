use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Result, ensure};

use super::seconds;

/// Commands that run one after another, as long as they succeed.
pub(crate) struct Job {
    name: String,
    commands: Vec<Command>,
}

impl Job {
    pub(crate) fn new(name: &str, commands: impl IntoIterator<Item = Command>) -> Job {
        Job { name: name.to_owned(), commands: commands.into_iter().collect() }
    }

    pub(crate) fn set_variable(&mut self, name: &str, value: &str) {
        for command in &mut self.commands {
            command.env(name, value);
        }
    }

    fn run(&mut self, output: &File) -> io::Result<bool> {
        for command in &mut self.commands {
            command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
            if !command.status()?.success() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Runs three jobs at a time: some wait more than they work. Prints how long each took, and the output of those that fail.
pub(crate) fn run_side_by_side(jobs: Vec<Job>) -> Result<()> {
    const LANES: usize = 3;
    let jobs = Mutex::new(VecDeque::from(jobs));
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES).map(|_| scope.spawn(|| run_all(&jobs, &failed))).collect();
        lanes.into_iter().try_for_each(|lane| lane.join().expect("a lane does not panic"))
    })?;
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn run_all(jobs: &Mutex<VecDeque<Job>>, failed: &Mutex<Vec<String>>) -> io::Result<()> {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(mut job) = next() {
        let begun = Instant::now();
        let mut output = tempfile::tempfile()?;
        let succeeds = job.run(&output)?;
        let verdict = if succeeds { "ok" } else { "FAILED" };
        if !succeeds {
            let mut text = Vec::new();
            output.rewind()?;
            output.read_to_end(&mut text)?;
            println!("{}", String::from_utf8_lossy(&text));
        }
        println!("{verdict:>6} {:>8}  {}", seconds(begun.elapsed()), job.name);
        if !succeeds {
            failed.lock().unwrap_or_else(PoisonError::into_inner).push(job.name);
        }
    }
    Ok(())
}
