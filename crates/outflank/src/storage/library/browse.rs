use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::walk::{format_of, is_hidden};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listing {
    pub(crate) folder: PathBuf,
    pub(crate) entries: Vec<Listed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// As the system shows it, which may have lost characters.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) kind: ListingKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListingKind {
    Folder,
    Games,
    Other,
}

pub(crate) fn browse(folder: &Path) -> anyhow::Result<Listing> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let folder = absolute.ancestors().find(|folder| folder.is_dir()).unwrap_or(&absolute).to_owned();
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let listed = |entry: fs::DirEntry| {
        let path = entry.path();
        let kind = match () {
            () if path.is_dir() => ListingKind::Folder,
            () if format_of(&path).is_some() => ListingKind::Games,
            () => ListingKind::Other,
        };
        Listed { name: entry.file_name().to_string_lossy().into_owned(), path, kind }
    };
    let visible = entries.flatten().filter(|entry| !is_hidden(&entry.file_name()));
    let mut entries: Vec<Listed> = visible.map(listed).collect();
    let order = |one: &Listed| (one.kind != ListingKind::Folder, one.name.to_lowercase(), one.name.clone());
    entries.sort_by_cached_key(order);
    Ok(Listing { folder, entries })
}
