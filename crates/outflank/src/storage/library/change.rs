//! Changes of the library's own games. Nothing is removed: what is deleted goes to the folder `.trash`.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail, ensure};
use outflank_formats::format::{DetectError, Format, Source};
use outflank_formats::{Place as Written, ggf};

use super::catalogue::{GameKey, Place, Root};
use super::tags::{self, Tags};
use super::walk::{format_of, is_hidden};
use super::{Archive, sketch};
use crate::storage::draft::{folder_of, sync_folder, temporary_file};

const TRASH: &str = ".trash";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Renamed {
        before: PathBuf,
        now: PathBuf,
    },
    Deleted {
        before: PathBuf,
        now: PathBuf,
    },
    /// One of several games, whose text is also in the trash.
    CutOut {
        file: PathBuf,
        at: usize,
        text: Vec<u8>,
        left: usize,
        trash: PathBuf,
    },
    Tagged {
        game: GameKey,
        before: Vec<String>,
    },
}

impl Archive {
    /// Moves a game to the trash. One of several games is cut out of its file, which must be GGF.
    pub(crate) fn delete(&self, place: &Place) -> anyhow::Result<Change> {
        self.check_own(&place.root)?;
        let _lock = self.lock()?;
        let name = || place.path.display().to_string();
        if place.of > 1 {
            return self.cut_out(place).with_context(name);
        }
        self.open(place)?;
        self.throw_away(&place.path).with_context(name)
    }

    pub(crate) fn delete_folder(&self, folder: &Path) -> anyhow::Result<Change> {
        let _lock = self.lock()?;
        ensure!(folder != self.folder && folder.starts_with(&self.folder), "this folder cannot be deleted here");
        self.throw_away(folder).with_context(|| folder.display().to_string())
    }

    /// Renames a file or a folder of the library. The name may lead to another folder, such as `club/final`; a missing ending is added.
    pub(crate) fn rename(&self, path: &Path, name: &str) -> anyhow::Result<Change> {
        let _lock = self.lock()?;
        ensure!(path != self.folder && path.starts_with(&self.folder), "this file is not in the library");
        let target = self.folder.join(self.target(path, name)?);
        ensure!(!target.starts_with(path) || target == path, "a folder cannot be moved into itself");
        if fs::symlink_metadata(&target).is_ok() {
            bail!("{}: already exists; choose another name", target.display());
        }
        self.relocate(path, &target).with_context(|| path.display().to_string())?;
        Ok(Change::Renamed { before: path.to_owned(), now: target })
    }

    /// Replaces a game's tags.
    pub(crate) fn tag(&self, game: GameKey, list: Vec<String>) -> anyhow::Result<Change> {
        let _lock = self.lock()?;
        let (mut tags, _) = self.tags()?;
        let before = tags.of(game).to_vec();
        tags.set(game, list);
        self.save_tags(&tags)?;
        Ok(Change::Tagged { game, before })
    }

    /// If it fails, nothing has changed and it can be tried again.
    pub(crate) fn undo(&self, change: &Change) -> anyhow::Result<String> {
        match change {
            Change::Renamed { before, now } | Change::Deleted { before, now } => {
                let _lock = self.lock()?;
                let place = free(folder_of(before), before)?;
                self.relocate(now, &place).with_context(|| now.display().to_string())?;
                let verb = if matches!(change, Change::Deleted { .. }) { "Restored" } else { "Renamed back to" };
                Ok(format!("{verb} {}.", self.shown(&place)))
            }
            Change::CutOut { file, at, text, left, trash } => {
                let _lock = self.lock()?;
                let mut bytes = sketch::bytes(file).with_context(|| file.display().to_string())?;
                // After other changes the place is unknown, and the end is always one.
                let at = if bytes.len() == *left { (*at).min(bytes.len()) } else { bytes.len() };
                bytes.splice(at..at, text.iter().copied());
                self.replace(file, &bytes)?;
                let _ = fs::remove_file(trash);
                Ok(format!("Restored the game in {}.", self.shown(file)))
            }
            Change::Tagged { game, before } => {
                self.tag(*game, before.clone())?;
                Ok("Restored the tags.".to_owned())
            }
        }
    }

    /// A path below the library's folder, as the player knows it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.folder).unwrap_or(path).display().to_string()
    }

    fn check_own(&self, root: &Root) -> anyhow::Result<()> {
        match root {
            Root::Own(_) => Ok(()),
            Root::Collection(_) => bail!("Collections are read-only. Import the file to change its games."),
            Root::Opened(_) => bail!("This file is not in the library. Import it to change its games."),
        }
    }

    fn throw_away(&self, path: &Path) -> anyhow::Result<Change> {
        let place = free(&self.folder.join(TRASH), path)?;
        self.relocate(path, &place)?;
        Ok(Change::Deleted { before: path.to_owned(), now: place })
    }

    fn cut_out(&self, place: &Place) -> anyhow::Result<Change> {
        ensure!(
            format_of(&place.path) == Some(Format::Ggf),
            "the file has {} games, and only GGF files can lose one; import it to get a GGF copy",
            place.of
        );
        let bytes = sketch::bytes(&place.path)?;
        let (at, text) = cut(&bytes, place).context("the file has changed; try again")?;
        let rest = [&bytes[..at], &bytes[at + text.len()..]].concat();
        let is_readable = matches!(Source::new(&rest).detect(), Ok(Format::Ggf) | Err(DetectError::Empty));
        ensure!(is_readable, "without this game, the others would be unreadable");
        let trash = self.folder.join(TRASH);
        let stem = place.path.file_stem().unwrap_or_default().to_string_lossy();
        fs::create_dir_all(&trash)?;
        // First the copy, so that the game is never nowhere.
        let file = temporary_file(&trash)?;
        self.disk.write(file.as_file(), text)?;
        self.disk.sync(file.as_file())?;
        let (copy, _) = self.disk.place(file, &trash, &format!("{stem}-{}", place.number), "ggf")?;
        self.replace(&place.path, &rest)?;
        let (file, text) = (place.path.clone(), text.to_vec());
        Ok(Change::CutOut { file, at, text, left: rest.len(), trash: copy })
    }

    pub(super) fn save_tags(&self, tags: &Tags) -> anyhow::Result<()> {
        self.replace(&tags::file(&self.folder), tags.to_text().as_bytes())
    }

    pub(super) fn replace(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        let write = || -> io::Result<()> {
            let folder = folder_of(path);
            let file = temporary_file(folder)?;
            if let Ok(metadata) = fs::metadata(path) {
                file.as_file().set_permissions(metadata.permissions())?;
            }
            self.disk.write(file.as_file(), bytes)?;
            self.disk.sync(file.as_file())?;
            self.disk.replace(file, path)
        };
        write().with_context(|| path.display().to_string())
    }

    fn relocate(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir_all(folder_of(to))?;
        self.disk.rename(from, to)?;
        sync_folder(folder_of(to))
    }

    fn target(&self, path: &Path, name: &str) -> anyhow::Result<PathBuf> {
        let name = name.trim();
        let target = Path::new(name);
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(part) if !is_hidden(part));
        ensure!(
            !name.is_empty() && target.components().all(is_plain) && !name.contains(char::is_control),
            "expected a name such as final or club/final"
        );
        if path.is_dir() || format_of(target).is_some() {
            return Ok(target.to_owned());
        }
        let ending = path.extension().map_or_else(|| "ggf".into(), |ending| ending.to_string_lossy());
        Ok(PathBuf::from(format!("{name}.{ending}")))
    }
}

/// A name that no file in the folder has: that of `path`, or with a number.
fn free(folder: &Path, path: &Path) -> anyhow::Result<PathBuf> {
    let stem = path.file_stem().context("it has no name")?.to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let usual = folder.join(path.file_name().unwrap_or_default());
    let numbered = (2..10_000).map(|number| folder.join(format!("{stem}-{number}{ending}")));
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    [usual].into_iter().chain(numbered).find(is_free).context("no free name")
}

/// The bytes of one game of a GGF file with the line break behind it, and where they begin. `None` if they are not the game that is meant.
fn cut<'b>(bytes: &'b [u8], place: &Place) -> Option<(usize, &'b [u8])> {
    const BYTE_ORDER_MARK: &str = "\u{feff}";
    let whole = str::from_utf8(bytes).ok()?;
    let text = whole.strip_prefix(BYTE_ORDER_MARK).unwrap_or(whole);
    let skipped = whole.len() - text.len();
    let games: Vec<_> = ggf::parse(text).collect();
    let unchecked = games.get(place.number.checked_sub(1)? as usize)?.as_ref().ok()?;
    let Written::Text(location) = unchecked.at else { return None };
    let line: usize = text.split_inclusive('\n').take(location.line - 1).map(str::len).sum();
    let column: usize = text[line..].chars().take(location.column - 1).map(char::len_utf8).sum();
    // The number of games before a game belongs to it.
    let start =
        text[..line + column].trim_end_matches(|character: char| character.is_ascii_digit() || character == ' ').len();
    let end = line + column + end_of_game(&text[line + column..])?;
    let end = end + (text[end..].len() - text[end..].trim_start_matches(['\r', '\n', ' ']).len());
    let game = &text[start..end];
    let is_meant =
        ggf::parse_game(game.trim()).ok()?.check().ok().is_some_and(|record| sketch::key_of(&record) == place.key);
    let rest = ggf::parse(&text[..start]).count() + ggf::parse(&text[end..]).count();
    (is_meant && rest + 1 == games.len()).then_some((skipped + start, game.as_bytes()))
}

/// Behind the first `;)` outside of a value.
fn end_of_game(text: &str) -> Option<usize> {
    let mut is_value = false;
    let bytes = text.as_bytes();
    (2..bytes.len()).find_map(|at| {
        match bytes[at] {
            b'[' => is_value = true,
            b']' => is_value = false,
            b')' if !is_value && bytes[at - 1] == b';' => return Some(at + 1),
            _ => {}
        }
        None
    })
}
