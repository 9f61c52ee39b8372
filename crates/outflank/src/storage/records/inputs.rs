use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use outflank_formats::format::Format;

use super::Opened;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    StandardInput,
    File(PathBuf),
}

impl Input {
    pub(crate) fn name(&self) -> String {
        match self {
            Input::StandardInput => "standard input".to_owned(),
            Input::File(path) => path.display().to_string(),
        }
    }

    pub(crate) fn open(&self) -> anyhow::Result<Opened> {
        match self {
            Input::StandardInput => Opened::standard_input(),
            Input::File(path) => Opened::file(path),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) inputs: Vec<Input>,
    pub(crate) left_out: Vec<PathBuf>,
    pub(crate) failed: Vec<(PathBuf, io::Error)>,
}

impl Found {
    /// `-` is standard input. Folders are searched recursively, in the order of the names; the output file is skipped.
    pub(crate) fn at(paths: &[PathBuf], output: &Path) -> Found {
        let output = output.canonicalize().ok();
        let mut found = Found::default();
        for path in paths {
            match path {
                path if path == Path::new("-") => found.inputs.push(Input::StandardInput),
                path if path.is_dir() => found.folder(path, output.as_deref()),
                path => found.inputs.push(Input::File(path.clone())),
            }
        }
        found
    }

    fn folder(&mut self, folder: &Path, output: Option<&Path>) {
        // Links to folders are not followed, so that the search ends.
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            let mut entries = match entries(&folder) {
                Ok(entries) => entries,
                Err(error) => {
                    self.failed.push((folder, error));
                    continue;
                }
            };
            entries.sort();
            let (inner, files): (Vec<_>, Vec<_>) =
                entries.into_iter().partition(|path| path.is_dir() && !path.is_symlink());
            folders.extend(inner.into_iter().rev());
            for file in files {
                let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default();
                let is_hidden = file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
                let has_names = ["jou", "trn"].iter().any(|names| names.eq_ignore_ascii_case(extension));
                match Format::of_extension(extension) {
                    _ if is_hidden || has_names => {}
                    Some(_) if output.is_some() && file.canonicalize().ok().as_deref() == output => {}
                    Some(_) => self.inputs.push(Input::File(file)),
                    None => self.left_out.push(file),
                }
            }
        }
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
