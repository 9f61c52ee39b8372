//! Files that are written whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use tempfile::NamedTempFile;

/// A place where a file can be written.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    /// Of the file that is there, which are to stay.
    permissions: Option<Permissions>,
}

impl Target {
    /// The file of this name, whether it is there or not. A link stays a link: the file that it leads to is written.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Target> {
        match path.canonicalize() {
            Ok(path) => Ok(Target { permissions: Some(permissions_to_overwrite(&path)?), path }),
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Target { path: path.to_owned(), permissions: None })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether there is a file already.
    pub(crate) fn exists(&self) -> bool {
        self.permissions.is_some()
    }

    /// Where it is, or is to be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Begins to write.
    pub(crate) fn draft(self) -> io::Result<Draft> {
        let folder = folder_of(&self.path);
        // A folder that is missing says so best itself.
        fs::metadata(folder)?;
        let mut builder = tempfile::Builder::new();
        // The same people may read it as any other file that the user makes.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The error would name the temporary file, of which the user knows nothing.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Draft { target: self, file: BufWriter::new(file) })
    }
}

/// The folder that a file is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The permissions of the file that is there, if it may be replaced.
fn permissions_to_overwrite(path: &Path) -> anyhow::Result<Permissions> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        bail!("it is a directory");
    }
    if !metadata.is_file() {
        bail!("it is not a regular file");
    }
    if metadata.permissions().readonly() {
        bail!("it is read-only");
    }
    // A file that belongs to somebody else says so itself.
    File::options().write(true).open(path)?;
    Ok(metadata.permissions())
}

/// What is to become a file. Until it is kept it stands in the same folder under another name, and goes away by itself.
#[derive(Debug)]
pub(crate) struct Draft {
    target: Target,
    file: BufWriter<NamedTempFile>,
}

impl Draft {
    /// Gives it its name, in place of what has that name.
    pub(crate) fn keep(self) -> io::Result<()> {
        let Draft { target: Target { path, permissions }, file } = self;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
