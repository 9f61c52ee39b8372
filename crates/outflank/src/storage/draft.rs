use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    permissions: Option<Permissions>,
}

impl Target {
    /// An existing file or a new one. A link stays a link: the file that it points to is written.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Target> {
        match path.canonicalize() {
            Ok(path) => Ok(Target { permissions: Some(permissions_to_overwrite(&path)?), path }),
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Target { path: path.to_owned(), permissions: None })
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn new_or_replace(path: &Path, force: bool) -> anyhow::Result<Target> {
        let name = || path.display().to_string();
        let target = Target::new(path).with_context(name)?;
        if target.exists() && !force {
            bail!("{}: already exists; use --force to overwrite it", name());
        }
        Ok(target)
    }

    pub(crate) fn exists(&self) -> bool {
        self.permissions.is_some()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn write(self, bytes: &[u8]) -> anyhow::Result<()> {
        let mut draft = self.draft()?;
        draft.write_all(bytes)?;
        Ok(draft.keep()?)
    }

    pub(crate) fn draft(self) -> io::Result<Draft> {
        let folder = folder_of(&self.path);
        // For a missing folder, this error is clearer than that of the temporary file.
        fs::metadata(folder)?;
        // The full error names the temporary file.
        let file = temporary_file(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Draft { target: self, file: BufWriter::new(file) })
    }
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// With the usual permissions; the default of a temporary file is 0o600.
pub(crate) fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Makes new names in a folder durable, where that needs a call of its own.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}

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
    // Fails here if the file belongs to another user.
    File::options().write(true).open(path)?;
    Ok(metadata.permissions())
}

#[derive(Debug)]
pub(crate) struct Draft {
    target: Target,
    file: BufWriter<NamedTempFile>,
}

impl Draft {
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
