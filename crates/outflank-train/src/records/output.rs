//! The output of a long run: a new file, or one that an interrupted run left.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::{Context, bail, ensure};

use super::header::header_lines;
use super::{FileRecord, Intact, Recipe, RecordReader};
use crate::arguments::OutputArguments;
use crate::files::PathContext;

/// A locked file, open behind its last record.
#[derive(Debug)]
pub(crate) struct OutputFile {
    pub(crate) file: File,
    pub(crate) records: u64,
}

impl OutputFile {
    /// Creates the file, or resumes it if it was made by the same recipe and has at most `limit` records. A record that
    /// was cut off is removed, so that the run writes it again.
    pub(crate) fn open<T: FileRecord>(
        arguments: &OutputArguments,
        recipe: &Recipe,
        limit: Option<u64>,
    ) -> anyhow::Result<OutputFile> {
        let open = || -> anyhow::Result<OutputFile> {
            let lines = header_lines(T::KIND, recipe)?;
            let mut file = open(arguments)?;
            let records = match arguments.resume && !lacks_header(&file, &lines)? {
                true => resume::<T>(&mut file, recipe)?,
                false => {
                    file.set_len(0)?;
                    file.rewind()?;
                    file.write_all(&lines)?;
                    0
                }
            };
            if let Some(limit) = limit {
                ensure!(records <= limit, "the file has {records} {}s, more than {limit}", T::KIND.record());
            }
            Ok(OutputFile { file, records })
        };
        open().at(&arguments.out)
    }

    /// Reads the records through the same handle, because on some systems the lock blocks others, and returns to the end.
    pub(crate) fn read_back<T: FileRecord>(
        &mut self,
        read: impl FnOnce(RecordReader<BufReader<&mut File>, T>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.file.rewind()?;
        read(RecordReader::new(BufReader::new(&mut self.file))?)?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(())
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
            bail!("the file exists; --resume continues it, --force overwrites it")
        }
        opened => opened?,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another run is writing this file"),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => bail!(error),
        _ => Ok(file),
    }
}

fn lacks_header(file: &File, lines: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(lines.len() as u64).read_to_end(&mut start)?;
    Ok(start.len() < lines.len() && lines.starts_with(&start))
}

fn resume<T: FileRecord>(file: &mut File, recipe: &Recipe) -> anyhow::Result<u64> {
    file.rewind()?;
    let intact = Intact::read::<T>(BufReader::new(&mut *file))?;
    let made_by = intact.recipe.context("cannot resume: the file does not say how it was made")?;
    made_by.ensure_same(recipe)?;
    file.set_len(intact.bytes)?;
    file.seek(SeekFrom::Start(intact.bytes))?;
    Ok(intact.records)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::records::ScoredPosition;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Folder {
            Folder(tempfile::tempdir().unwrap())
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("test.positions")
        }

        fn open(&self, force: bool, resume: bool) -> anyhow::Result<OutputFile> {
            let arguments = OutputArguments { out: self.path(), force, resume };
            OutputFile::open::<ScoredPosition>(&arguments, &Recipe::new("test"), None)
        }

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
        assert_eq!(folder.refusal(false, false), "the file exists; --resume continues it, --force overwrites it");
        assert_eq!(fs::read(folder.path()).unwrap(), b"precious");
        assert_eq!(folder.open(true, false).unwrap().records, 0);
        assert_eq!(fs::read(folder.path()).unwrap(), LINES);
    }

    #[test]
    fn a_file_of_another_kind_or_recipe_is_not_resumed() {
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
    fn a_file_is_locked_while_it_is_written() {
        let folder = Folder::new();
        let first = folder.open(false, false).unwrap();
        assert_eq!(folder.refusal(false, true), "another run is writing this file");
        assert_eq!(folder.refusal(true, false), "another run is writing this file");
        drop(first);
        assert_eq!(folder.open(false, true).unwrap().records, 0);
    }
}
