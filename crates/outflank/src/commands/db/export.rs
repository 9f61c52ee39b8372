use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::ggf;
use outflank_study::openings;

use super::result::SearchResult;
use crate::storage::draft::Target;

/// Never overwrites a file: it could be one of the sources.
pub(super) fn ggf(result: &SearchResult<'_>, path: &Path) -> anyhow::Result<()> {
    write(result, path).with_context(|| path.display().to_string())
}

fn write(result: &SearchResult<'_>, path: &Path) -> anyhow::Result<()> {
    let target = Target::new(path)?;
    if target.exists() {
        bail!("already exists; choose another name");
    }
    let mut draft = target.draft()?;
    for game in &result.games {
        let mut record = game.record();
        openings::complete(&mut record, result.language);
        writeln!(draft, "{}", ggf::write(&record)?)?;
    }
    Ok(draft.keep()?)
}
