//! What the disk does by itself: how long it takes until a page that was appended to a file is safe.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::report::Times;

const TIMES: usize = 500;
const PAGE: [u8; 4096] = [0x5a; 4096];

/// Pause between two measurements while the server uses the disk.
const PAUSE: Duration = Duration::from_millis(20);

/// Appends pages to a file in this folder, each followed by `fdatasync`.
pub(super) fn measure(folder: &Path) -> Result<Times> {
    let mut file = tempfile::tempfile_in(folder)?;
    (0..TIMES).map(|_| append(&mut file)).collect::<Result<_>>().map(Times::of)
}

/// The same until a moment, with pauses.
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
    let begun = Instant::now();
    file.write_all(&PAGE)?;
    file.sync_data()?;
    Ok(begun.elapsed())
}
