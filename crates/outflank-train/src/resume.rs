//! The file that a long run writes: a new one, or one that an earlier run has begun.

use std::error::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::{Context, bail};

use crate::cli::OutputArguments;
use crate::header::{self, Contents, Provenance};

/// A file, open behind its last record.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) file: File,
    /// How many records it has.
    pub(crate) records: u64,
}

/// What a file holds that may be cut off anywhere behind its first lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    /// How it was made, if it says so.
    pub(crate) provenance: Option<Provenance>,
    /// How many whole records there are.
    pub(crate) records: u64,
    /// How many bytes they take, with the first lines.
    pub(crate) bytes: u64,
}

impl Whole {
    /// Counts a record of so many bytes.
    pub(crate) fn add(&mut self, bytes: u64) {
        self.records += 1;
        self.bytes += bytes;
    }
}

impl Output {
    /// Makes the file, or opens the one that is to be gone on with: `whole` reads it. A record that was cut off is removed,
    /// so that the run writes it again. The file stays locked meanwhile.
    pub(crate) fn open<E: Error + Send + Sync + 'static>(
        arguments: &OutputArguments,
        contents: Contents,
        provenance: &Provenance,
        whole: fn(&mut dyn BufRead) -> Result<Whole, E>,
    ) -> anyhow::Result<Output> {
        let open = || -> anyhow::Result<Output> {
            let lines = header::lines(contents, provenance)?;
            let mut file = open(arguments)?;
            let records = match arguments.resume && !lacks_header(&file, &lines)? {
                true => resume(&mut file, provenance, whole)?,
                false => {
                    file.set_len(0)?;
                    file.seek(SeekFrom::Start(0))?;
                    file.write_all(&lines)?;
                    0
                }
            };
            Ok(Output { file, records })
        };
        open().with_context(|| arguments.out.display().to_string())
    }

    /// Reads the file from its beginning, and goes back to its end. It is the same open file: where a lock keeps all others
    /// out, another one could not be read.
    pub(crate) fn read_back<T>(
        &mut self,
        read: impl FnOnce(&mut dyn BufRead) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.file.seek(SeekFrom::Start(0))?;
        let found = read(&mut BufReader::new(&mut self.file))?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(found)
    }
}

fn open(OutputArguments { out, force, resume }: &OutputArguments) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    match force | resume {
        // Truncate only after the lock is held.
        true => options.create(true).truncate(false),
        false => options.create_new(true),
    };
    let file = match options.read(true).write(true).open(out) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("the file exists; --resume goes on with it, --force overwrites it")
        }
        opened => opened?,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another run is writing this file"),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => bail!(error),
        _ => Ok(file),
    }
}

/// Whether a file is new, or a run was ended before it had written these first lines.
fn lacks_header(file: &File, lines: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(lines.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < lines.len() && lines.starts_with(&start))
}

/// Goes to the end of the last whole record, and says how many there are.
fn resume<E: Error + Send + Sync + 'static>(
    file: &mut File,
    here: &Provenance,
    whole: fn(&mut dyn BufRead) -> Result<Whole, E>,
) -> anyhow::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let Whole { provenance, records, bytes } = whole(&mut BufReader::new(&mut *file))?;
    let there = provenance.context("cannot resume: the file does not say how it was made")?;
    if let Some(difference) = there.difference(here) {
        bail!("{difference}, and only goes on with the same arguments:\n  there: {there}\n  here:  {here}");
    }
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes))?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::positions;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Folder {
            Folder(tempfile::tempdir().unwrap())
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("test.positions")
        }

        fn open(&self, force: bool, resume: bool) -> anyhow::Result<Output> {
            let arguments = OutputArguments { out: self.path(), force, resume };
            Output::open(&arguments, Contents::Positions, &Provenance::new("test"), positions::whole)
        }

        /// What is said when it cannot be opened, after the name of the file.
        fn refusal(&self, force: bool, resume: bool) -> String {
            let error = format!("{:#}", self.open(force, resume).unwrap_err());
            error.strip_prefix(&format!("{}: ", self.path().display())).unwrap().to_owned()
        }
    }

    const LINES: &[u8] = b"outflank positions 2\ntest\n";

    #[test]
    fn a_file_that_exists_is_not_overwritten() {
        let folder = Folder::new();
        fs::write(folder.path(), "precious").unwrap();
        assert_eq!(folder.refusal(false, false), "the file exists; --resume goes on with it, --force overwrites it");
        assert_eq!(fs::read(folder.path()).unwrap(), b"precious");
        assert_eq!(folder.open(true, false).unwrap().records, 0);
        assert_eq!(fs::read(folder.path()).unwrap(), LINES);
    }

    #[test]
    fn only_its_own_files_are_gone_on_with() {
        let folder = Folder::new();
        for other in
            [&b"precious"[..], b"outflank games 2\ntest\n", b"outflank positions 2\nother\n", b"outflank positions 1\n"]
        {
            fs::write(folder.path(), other).unwrap();
            folder.refusal(false, true);
            assert_eq!(fs::read(folder.path()).unwrap(), other);
        }
    }

    #[test]
    fn one_run_at_a_time_writes_a_file() {
        let folder = Folder::new();
        let first = folder.open(false, false).unwrap();
        assert_eq!(folder.refusal(false, true), "another run is writing this file");
        assert_eq!(folder.refusal(true, false), "another run is writing this file");
        drop(first);
        assert_eq!(folder.open(false, true).unwrap().records, 0);
    }
}
