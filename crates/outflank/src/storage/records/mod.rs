//! Records that come in: files, standard input and texts on the command line, in any format.

mod missing;
pub(crate) mod names;
pub(crate) mod one;

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use outflank_formats::format::Source;

pub(crate) use missing::neither_file_nor_record;
pub(crate) use names::NamesFiles;

/// A larger file is not read: ten times the WTHOR database in GGF takes less.
const LARGEST_FILE: u64 = 1024 * 1024 * 1024;

/// Something that was read, as it was.
#[derive(Debug)]
pub(crate) struct Opened {
    bytes: Vec<u8>,
    /// The file that it was in, if it was in one.
    path: Option<PathBuf>,
}

impl Opened {
    /// Reads a file of any kind: a pipe is read as well, and a directory fails as such.
    pub(crate) fn file(path: &Path) -> anyhow::Result<Opened> {
        let file = File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => anyhow!("no such file"),
            _ => error.into(),
        })?;
        Ok(Opened { bytes: read(file)?, path: Some(path.to_owned()) })
    }

    /// Reads standard input to its end.
    pub(crate) fn standard_input() -> anyhow::Result<Opened> {
        Ok(Opened { bytes: read(io::stdin().lock())?, path: None })
    }

    /// A text that somebody typed.
    pub(crate) fn text(text: &str) -> Opened {
        Opened { bytes: text.as_bytes().to_owned(), path: None }
    }

    /// What the formats make of it.
    pub(crate) fn source(&self) -> Source<'_> {
        Source::new(&self.bytes)
    }

    /// The names files beside it, which belong to it if it is a WTHOR file.
    pub(crate) fn names(&self) -> anyhow::Result<NamesFiles> {
        match &self.path {
            Some(path) => NamesFiles::beside(path),
            None => Ok(NamesFiles::default()),
        }
    }
}

fn read(input: impl Read) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("expected at most {LARGEST_FILE} bytes");
    }
    Ok(bytes)
}
