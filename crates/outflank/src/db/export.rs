//! Writing the games that were found to a file.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use outflank_formats::ggf;
use outflank_study::openings;

use super::answer::Answer;

/// Writes all games that were found, as a whole or not at all.
pub(super) fn ggf(answer: &Answer<'_>, path: &Path) -> anyhow::Result<()> {
    write(answer, path).with_context(|| path.display().to_string())
}

fn write(answer: &Answer<'_>, path: &Path) -> anyhow::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // The same people may read it as any other file that the user makes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder).map_err(|error| std::io::Error::from(error.kind()))?;
    let mut out = BufWriter::new(file.as_file_mut());
    for game in &answer.games {
        let mut record = game.record();
        openings::complete(&mut record, answer.language);
        writeln!(out, "{}", ggf::write(&record)?)?;
    }
    out.flush()?;
    drop(out);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
