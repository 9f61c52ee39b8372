pub(crate) mod inputs;
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

/// Ten times the WTHOR database in GGF takes less.
const LARGEST_FILE: u64 = 1024 * 1024 * 1024;

#[derive(Debug)]
pub(crate) struct Opened {
    bytes: Vec<u8>,
    path: Option<PathBuf>,
}

impl Opened {
    /// Any kind of file: pipes can be read, and a directory gets its own error.
    pub(crate) fn file(path: &Path) -> anyhow::Result<Opened> {
        let file = File::open(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => anyhow!("no such file"),
            _ => error.into(),
        })?;
        Ok(Opened { bytes: read(file)?, path: Some(path.to_owned()) })
    }

    pub(crate) fn standard_input() -> anyhow::Result<Opened> {
        Ok(Opened { bytes: read(io::stdin().lock())?, path: None })
    }

    pub(crate) fn text(text: &str) -> Opened {
        Opened { bytes: text.as_bytes().to_owned(), path: None }
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source::new(&self.bytes)
    }

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
