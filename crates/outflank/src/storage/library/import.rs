//! Copies games of other files into the library, as GGF. A file of several games stays one file.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_formats::format::Source;
use outflank_formats::ggf;

use super::Archive;
use super::sketch;
use super::walk::{Walk, format_of, has_names};
use crate::storage::draft::{sync_folder, temporary_file};

/// What is listed; all are counted.
const MAX_LISTED: usize = 200;

/// Larger files of an unknown kind are no games.
const LARGEST_UNKNOWN: u64 = 1024 * 1024;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Importing {
    pub(crate) done: usize,
    pub(crate) files: usize,
    pub(crate) games: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Imported {
    pub(crate) place: PathBuf,
    pub(crate) name: String,
    pub(crate) files: usize,
    pub(crate) games: usize,
    pub(crate) problems: Vec<String>,
    pub(crate) problem_count: usize,
    /// Files of other kinds, such as pictures.
    pub(crate) skipped: usize,
}

impl Imported {
    fn fail(&mut self, what: String) {
        self.problem_count += 1;
        if self.problems.len() < MAX_LISTED {
            self.problems.push(what);
        }
    }
}

impl Archive {
    /// The new files appear all at once; when stopped, or without a single game, nothing is added.
    pub(crate) fn import(
        &self,
        source: &Path,
        notify: &mut dyn FnMut(Importing),
        is_stopped: &dyn Fn() -> bool,
    ) -> anyhow::Result<Option<Imported>> {
        let name = || source.display().to_string();
        let is_folder = fs::metadata(source).with_context(name)?.is_dir();
        let source = source.canonicalize().with_context(name)?;
        if is_folder && (source.starts_with(canonical(&self.folder)) || canonical(&self.folder).starts_with(&source)) {
            bail!("{}: the library cannot be imported into itself", source.display());
        }
        let walk = Walk::below(&source, is_stopped);
        fs::create_dir_all(&self.folder).with_context(|| self.folder.display().to_string())?;
        let draft = tempfile::Builder::new().prefix(".import-").tempdir_in(&self.folder)?;
        let mut imported = Imported::default();
        for (path, error) in walk.faults {
            imported.fail(format!("{}: {error}", path.display()));
        }
        let mut progress = Importing { done: 0, files: walk.files.len(), games: 0 };
        for (path, metadata) in walk.files {
            notify(progress);
            if is_stopped() {
                return Ok(None);
            }
            match format_of(&path).is_some() || is_recognised(&path, metadata.len()) {
                true => self.convert(&path, &source, draft.path(), &mut imported, is_stopped)?,
                false => imported.skipped += usize::from(!has_names(&path)),
            }
            progress = Importing { done: progress.done + 1, games: imported.games, ..progress };
        }
        notify(progress);
        if is_stopped() {
            return Ok(None);
        }
        if imported.games > 0 {
            self.move_in(&source, is_folder, draft, &mut imported)?;
        }
        Ok(Some(imported))
    }

    fn convert(
        &self,
        path: &Path,
        source: &Path,
        draft: &Path,
        imported: &mut Imported,
        is_stopped: &dyn Fn() -> bool,
    ) -> anyhow::Result<()> {
        let mut text = String::new();
        let mut games = 0;
        let shown = path.strip_prefix(source).ok().filter(|rest| !rest.as_os_str().is_empty()).unwrap_or(path);
        let read = sketch::for_each(path, |number, unchecked| {
            let written = unchecked.and_then(|unchecked| Ok(ggf::write(&unchecked.check()?)?));
            match written {
                Ok(game) => {
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{game}");
                    games += 1;
                }
                Err(error) => imported.fail(format!("{}, game {number}: {error:#}", shown.display())),
            }
            !is_stopped()
        });
        if let Err(error) = read {
            imported.fail(format!("{}: {error:#}", shown.display()));
        }
        if games == 0 || is_stopped() {
            return Ok(());
        }
        let folder = match path.strip_prefix(source).ok().and_then(Path::parent) {
            Some(inner) => draft.join(inner),
            None => draft.to_owned(),
        };
        let stem = path.file_stem().unwrap_or(OsStr::new("games")).to_string_lossy();
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(&folder)?;
            let file = temporary_file(&folder)?;
            self.disk.write(file.as_file(), text.as_bytes())?;
            self.disk.sync(file.as_file())?;
            self.disk.place(file, &folder, visible(&stem), "ggf").map(drop)
        };
        // The disk is full, or as bad: the rest would fail too.
        write().with_context(|| self.folder.display().to_string())?;
        imported.games += games;
        imported.files += 1;
        Ok(())
    }

    fn move_in(
        &self,
        source: &Path,
        is_folder: bool,
        draft: tempfile::TempDir,
        imported: &mut Imported,
    ) -> anyhow::Result<()> {
        let _lock = self.lock()?;
        let stem = if is_folder { source.file_name() } else { source.file_stem() };
        let stem = stem.unwrap_or(OsStr::new("games")).to_string_lossy();
        let (from, ending) = match is_folder {
            true => (draft.path().to_owned(), ""),
            false => {
                let mut files = fs::read_dir(draft.path())?.flatten();
                (files.next().context("the imported file is gone")?.path(), ".ggf")
            }
        };
        let names = (1..).map(|number: u32| match number {
            1 => format!("{}{ending}", visible(&stem)),
            _ => format!("{}-{number}{ending}", visible(&stem)),
        });
        let is_free = |name: &String| fs::symlink_metadata(self.folder.join(name)).is_err();
        imported.name = names.take(10_000).find(is_free).context("no free name")?;
        imported.place = self.folder.join(&imported.name);
        self.disk.rename(&from, &imported.place).with_context(|| imported.place.display().to_string())?;
        if is_folder {
            // It has another name now, and must stay.
            let _ = draft.keep();
            #[cfg(unix)]
            fs::set_permissions(&imported.place, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        }
        sync_folder(&self.folder)?;
        Ok(())
    }
}

/// A file without a known ending may still have games. Text that is neither a game nor a position is no fault.
fn is_recognised(path: &Path, size: u64) -> bool {
    let is_small = (1..=LARGEST_UNKNOWN).contains(&size);
    is_small
        && !has_names(path)
        && !is_binary(path)
        && fs::read(path).is_ok_and(|bytes| Source::new(&bytes).detect().is_ok())
}

/// Most other files show it at the beginning, and need not be read.
fn is_binary(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1024).read_to_end(&mut beginning));
    read.is_err() || beginning.contains(&0)
}

/// A hidden file would not be listed.
fn visible(name: &str) -> &str {
    match name.trim_start_matches('.') {
        "" => "games",
        name => name,
    }
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
