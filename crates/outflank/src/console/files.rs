//! Records in files and on the command line.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::plain;
use outflank_rules::{Game, Position, Rules, Square};

/// A file larger than this is not the record of a game.
const LARGEST_FILE: u64 = 1024 * 1024;

/// The game in a file, or in the text itself if there is no such file; by these rules unless the record names others.
pub(super) fn game_from(source: &str, rules: Rules) -> anyhow::Result<Game> {
    // Of any kind: a pipe is read as well, and a directory fails as such.
    if fs::symlink_metadata(source).is_ok() {
        return read(Path::new(source), rules);
    }
    let game =
        game_in(source, rules).with_context(|| format!("'{source}' is no file, nor a record that can be played"))?;
    // A text too short for a board has moves, or it says nothing.
    let is_new = *game.start() == Position::initial(game.start().rules()) && game.placements().next().is_none();
    if is_new && source.len() < Square::ALL.len() {
        bail!("expected a file or a record, and '{source}' has neither a move nor a board");
    }
    Ok(game)
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
    write(game, path).with_context(|| format!("Cannot save to {}", path.display()))
}

fn write(game: &Game, path: &Path) -> anyhow::Result<()> {
    // A link stays a link: the file that it leads to is written.
    let (path, before) = match path.canonicalize() {
        Ok(path) => (path.clone(), Some(permissions_to_overwrite(&path)?)),
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => (path.to_owned(), None),
        Err(error) => return Err(error.into()),
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that is missing says so best itself.
    fs::metadata(folder)?;
    let mut file = temporary_file(folder)?;
    writeln!(file.as_file_mut(), "{}", plain::write_game(game))?;
    if let Some(permissions) = before {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The permissions of the file that is there, which are to stay, if it may be replaced.
fn permissions_to_overwrite(path: &Path) -> anyhow::Result<fs::Permissions> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        bail!("it is a directory");
    }
    if !metadata.is_file() {
        bail!("it is not a regular file");
    }
    if metadata.permissions().readonly() {
        bail!("it is read-only");
    }
    // A file that belongs to somebody else says so itself.
    File::options().write(true).open(path)?;
    if load(path).is_err() {
        bail!("what is there is not the record of a game");
    }
    Ok(metadata.permissions())
}

fn game_in(text: &str, rules: Rules) -> anyhow::Result<Game> {
    Ok(plain::parse_as(text, rules)?.check()?.game().clone())
}

/// A new file that the same people may read as any other that the player makes.
fn temporary_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error would name the temporary file, of which the player knows nothing.
    builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))
}
