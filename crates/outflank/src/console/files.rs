//! Records in files and on the command line.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::Record;
use outflank_rules::{Game, Rules};

/// A file larger than this is not the record of a game.
const LARGEST_FILE: u64 = 1024 * 1024;

/// The game in a file, or in the text itself if there is no such file; by these rules unless the record names others.
pub(super) fn game_from(source: &str, rules: Rules) -> anyhow::Result<Game> {
    if Path::new(source).is_file() {
        return read(Path::new(source), rules);
    }
    game_in(source, rules).with_context(|| format!("'{source}' is no file, nor a record that can be played"))
}

/// The game whose record is in a file.
pub(super) fn load(path: &Path) -> anyhow::Result<Game> {
    read(path, Rules::default())
}

fn read(path: &Path, rules: Rules) -> anyhow::Result<Game> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("Cannot read {name}"))?;
    let mut text = String::new();
    file.take(LARGEST_FILE + 1).read_to_string(&mut text).with_context(|| format!("Cannot read {name}"))?;
    if text.len() as u64 > LARGEST_FILE {
        bail!("Cannot read {name}: it is larger than any record of a game");
    }
    game_in(&text, rules).with_context(|| format!("Cannot read {name}"))
}

/// Writes the record of a game, as a whole or not at all. Only a record is ever overwritten.
pub(super) fn save(game: &Game, path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    if path.exists() && load(path).is_err() {
        bail!("Cannot save to {name}: what is there is not the record of a game");
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = temporary_file(folder)?;
        writeln!(file, "{}", Record::of(game))?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("Cannot save to {name}"))
}

fn game_in(text: &str, rules: Rules) -> anyhow::Result<Game> {
    Ok(Record::parse_as(text, rules)?.replay()?)
}

/// A new file that the same people may read as any other that the player makes.
fn temporary_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
