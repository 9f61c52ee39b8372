use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use outflank_formats::format::Format;

use super::catalogue::{Root, Stamp};

#[derive(Debug, Default)]
pub(super) struct Walk {
    pub(super) files: Vec<(PathBuf, Metadata)>,
    pub(super) folders: Vec<PathBuf>,
    pub(super) faults: Vec<(PathBuf, std::io::Error)>,
}

impl Walk {
    /// Follows links, and visits each folder once, so that a loop of links ends. Hidden files and folders are left out.
    pub(super) fn below(root: &Path, is_stopped: &dyn Fn() -> bool) -> Walk {
        let mut walk = Walk::default();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![root.to_owned()];
        while let Some(path) = waiting.pop().filter(|_| !is_stopped()) {
            if let Err(error) = walk.visit(&path, &mut seen, &mut waiting) {
                walk.faults.push((path, error));
            }
        }
        walk.files.sort_by(|a, b| a.0.cmp(&b.0));
        walk.folders.sort();
        walk
    }

    fn visit(&mut self, path: &Path, seen: &mut BTreeSet<PathBuf>, waiting: &mut Vec<PathBuf>) -> std::io::Result<()> {
        let metadata = fs::metadata(path)?;
        if metadata.is_file() {
            self.files.push((path.to_owned(), metadata));
            return Ok(());
        }
        if !metadata.is_dir() || !seen.insert(path.canonicalize()?) {
            return Ok(());
        }
        self.folders.push(path.to_owned());
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if is_hidden(&entry.file_name()) {
                continue;
            }
            // Links need a closer look, and files none.
            match entry.file_type()?.is_file() {
                true => self.files.push((entry.path(), entry.metadata()?)),
                false => waiting.push(entry.path()),
            }
        }
        Ok(())
    }
}

pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

pub(super) fn format_of(path: &Path) -> Option<Format> {
    path.extension().and_then(OsStr::to_str).and_then(Format::of_extension)
}

/// Names of players and tournaments, which are found from the games.
pub(super) fn has_names(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    ["jou", "trn"].iter().any(|names| names.eq_ignore_ascii_case(extension))
}

pub(super) fn holds_games(root: &Root, path: &Path) -> bool {
    match (root, format_of(path)) {
        (Root::Opened(_), _) => true,
        (_, None) => false,
        (Root::Own(_), Some(_)) => true,
        (Root::Collection(_), Some(format)) => matches!(format, Format::Wthor | Format::Ggf),
    }
}

pub(super) fn stamp(metadata: &Metadata) -> Stamp {
    Stamp { size: metadata.len(), changed: changed(metadata), names: 0 }
}

pub(super) fn changed(metadata: &Metadata) -> u64 {
    let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    u64::try_from(changed.unwrap_or_default().as_nanos()).unwrap_or(u64::MAX)
}
