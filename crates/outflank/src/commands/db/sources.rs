use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, bail};

const WHERE_TO_GET_GAMES: &str = "\
    A collection is a .wtb or .ggf file, or a folder of them. The largest free one is WTHOR, tournament games since 1977, published \
    by the French Othello Federation: get the yearly .wtb files and the .jou and .trn files with the names from ffothello.org \
    (Informatique, La base WTHOR), put them into one folder and pass that folder";

pub(super) struct Sources {
    pub(super) files: Vec<Source>,
    key: String,
}

pub(super) struct Source {
    pub(super) path: PathBuf,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Wthor { players: Option<PathBuf>, tournaments: Option<PathBuf> },
    Ggf,
}

impl Sources {
    pub(super) fn find(paths: &[PathBuf]) -> anyhow::Result<Sources> {
        let mut found = BTreeSet::new();
        for path in paths {
            let name = || path.display().to_string();
            let metadata = match fs::metadata(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    bail!("no such file or folder: {}. {WHERE_TO_GET_GAMES}", path.display())
                }
                metadata => metadata.with_context(name)?,
            };
            match metadata.is_dir() {
                true => add_folder(path, &mut found).with_context(name)?,
                // A shell's `folder/*` includes the files of names, which are found from the games.
                false if has_extension(path, "jou") || has_extension(path, "trn") => {}
                false if is_games(path) => {
                    found.insert(path.canonicalize().with_context(name)?);
                }
                false => bail!("expected a .wtb or .ggf file, found {}", path.display()),
            }
        }
        if found.is_empty() {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            bail!("no .wtb or .ggf files in {}. {WHERE_TO_GET_GAMES}", paths.join(" "));
        }
        let files: Vec<_> = found.into_iter().map(Source::new).collect::<Result<_, _>>()?;
        let key = key(&files)?;
        Ok(Sources { files, key })
    }

    pub(super) fn key(&self) -> &[u8] {
        self.key.as_bytes()
    }
}

impl Source {
    fn new(path: PathBuf) -> anyhow::Result<Source> {
        let kind = match has_extension(&path, "wtb") {
            true => Kind::Wthor { players: beside(&path, "jou")?, tournaments: beside(&path, "trn")? },
            false => Kind::Ggf,
        };
        Ok(Source { path, kind })
    }

    fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        let names = match &self.kind {
            Kind::Wthor { players, tournaments } => [players.as_ref(), tournaments.as_ref()],
            Kind::Ggf => [None, None],
        };
        [&self.path].into_iter().chain(names.into_iter().flatten())
    }
}

/// Follows links; each folder is visited once.
fn add_folder(folder: &Path, found: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let mut waiting = vec![folder.canonicalize()?];
    let mut seen = BTreeSet::new();
    while let Some(folder) = waiting.pop() {
        if !seen.insert(folder.clone()) {
            continue;
        }
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let Ok(path) = path.canonicalize() else { continue };
            if path.is_dir() {
                waiting.push(path);
            } else if is_games(&path) {
                found.insert(path);
            }
        }
    }
    Ok(())
}

/// The file with this extension in the same folder; if there are several, `WTH`, which covers the whole database.
fn beside(path: &Path, extension: &str) -> anyhow::Result<Option<PathBuf>> {
    let Some(folder) = path.parent() else { return Ok(None) };
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    let is_whole = |path: &Path| path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("wth"));
    let of_kind = files.into_iter().filter(|path| has_extension(path, extension));
    Ok(of_kind.min_by_key(|path| (!is_whole(path), path.clone())))
}

fn is_games(path: &Path) -> bool {
    has_extension(path, "wtb") || has_extension(path, "ggf")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found: &OsStr| found.eq_ignore_ascii_case(extension))
}

/// One line per file: path, size and modification time.
fn key(files: &[Source]) -> anyhow::Result<String> {
    let paths: BTreeSet<_> = files.iter().flat_map(Source::paths).collect();
    let mut key = String::new();
    for path in paths {
        let metadata = fs::metadata(path).with_context(|| path.display().to_string())?;
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        // Writing to a string cannot fail. `Debug` quotes the path unambiguously.
        let _ = writeln!(key, "{path:?} {} {}", metadata.len(), changed.unwrap_or_default().as_nanos());
    }
    Ok(key)
}
