use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::report::Times;

const SAMPLES: usize = 500;
const PAGE: [u8; 4096] = [0x5a; 4096];

const PAUSE: Duration = Duration::from_millis(20);

pub(super) fn measure(folder: &Path) -> Result<Times> {
    let mut file = tempfile::tempfile_in(folder)?;
    (0..SAMPLES).map(|_| append(&mut file)).collect::<Result<_>>().map(Times::of)
}

pub(super) fn measure_until(folder: &Path, until: Instant) -> Result<Times> {
    let mut file = tempfile::tempfile_in(folder)?;
    let mut times = Vec::new();
    while Instant::now() < until {
        times.push(append(&mut file)?);
        thread::sleep(PAUSE);
    }
    Ok(Times::of(times))
}

fn append(file: &mut File) -> Result<Duration> {
    let started = Instant::now();
    file.write_all(&PAGE)?;
    file.sync_data()?;
    Ok(started.elapsed())
}
