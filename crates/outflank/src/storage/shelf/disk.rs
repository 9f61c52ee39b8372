//! The file operations that can fail halfway. Tests replace them.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::storage::draft;

pub(crate) trait Disk: fmt::Debug + Send + Sync {
    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        draft::sync_folder(folder)
    }

    /// Moves a file to a free name in the folder, durably. On an error, no file is left.
    fn place(
        &self,
        mut file: NamedTempFile,
        folder: &Path,
        name: &str,
        extension: &str,
    ) -> io::Result<(PathBuf, File)> {
        let mut number = 1;
        loop {
            let path = folder.join(match number {
                1 => format!("{name}.{extension}"),
                _ => format!("{name}-{number}.{extension}"),
            });
            match file.persist_noclobber(&path) {
                Ok(file) => {
                    if let Err(error) = self.sync_folder(folder) {
                        let _ = fs::remove_file(&path);
                        return Err(error);
                    }
                    return Ok((path, file));
                }
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => {
                    (file, number) = (error.file, number + 1);
                }
                Err(error) => return Err(error.error),
            }
        }
    }

    /// Replaces a file at once.
    fn replace(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        file.persist(path).map_err(|error| error.error)?;
        // It is done. Without the sync, a power failure could bring the whole old file back.
        let _ = self.sync_folder(draft::folder_of(path));
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

#[derive(Debug)]
pub(crate) struct LocalDisk;

impl Disk for LocalDisk {}
