use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use indicatif::HumanCount;
use outflank_engine::book::Popularity;

use crate::storage::records::inputs::{Found, Input};
use crate::{progress, stderr};

/// Counts the positions of all games. An unreadable game is skipped, an unreadable file is an error.
pub(super) fn count(paths: &[PathBuf], out: &Path) -> anyhow::Result<Popularity> {
    let mut popularity = Popularity::default();
    if paths.is_empty() {
        return Ok(popularity);
    }
    let Found { inputs, failed, .. } = Found::at(paths, out);
    if let Some((folder, error)) = failed.into_iter().next() {
        return Err(anyhow::Error::from(error).context(folder.display().to_string()));
    }
    let bar = progress::spinner("{spinner} {human_pos} games read");
    let mut skipped = 0_u64;
    for input in &inputs {
        let name = || input.name();
        skipped += add(input, &mut popularity, || bar.inc(1)).with_context(name)?;
    }
    bar.finish_and_clear();
    if popularity.games() == 0 {
        bail!("--games: no game of standard Othello found");
    }
    let skipped = if skipped > 0 { format!(", {} skipped", HumanCount(skipped)) } else { String::new() };
    stderr::print(format_args!("{} games read{skipped}", HumanCount(popularity.games().into())));
    Ok(popularity)
}

fn add(input: &Input, popularity: &mut Popularity, mut read: impl FnMut()) -> anyhow::Result<u64> {
    let opened = input.open()?;
    let source = opened.source();
    let mut skipped = 0;
    for unchecked in source.read(source.detect()?) {
        match unchecked.map_err(anyhow::Error::from).and_then(|unchecked| Ok(unchecked.check()?)) {
            Ok(record) => popularity.add(record.game()),
            Err(_) => skipped += 1,
        }
        read();
    }
    Ok(skipped)
}
