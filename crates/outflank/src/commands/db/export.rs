//! Writing the games that were found to a file.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::ggf;
use outflank_study::openings;

use super::answer::Answer;
use crate::storage::draft::Target;

/// Writes all games that were found, as a whole or not at all. Nothing is overwritten: the file could be one of those
/// that were asked.
pub(super) fn ggf(answer: &Answer<'_>, path: &Path) -> anyhow::Result<()> {
    write(answer, path).with_context(|| path.display().to_string())
}

fn write(answer: &Answer<'_>, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path)?;
    if target.exists() {
        bail!("it is there already, and is not replaced");
    }
    let mut draft = target.draft()?;
    for game in &answer.games {
        let mut record = game.record();
        openings::complete(&mut record, answer.language);
        writeln!(draft, "{}", ggf::write(&record)?)?;
    }
    Ok(draft.keep()?)
}
