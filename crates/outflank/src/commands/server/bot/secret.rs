use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_server::{PublicUrl, Secret};

use crate::storage::folders::Folders;

/// Its file is locked: two bots with one secret would play the same games.
#[derive(Debug)]
pub(super) struct KeptSecret {
    pub(super) secret: Secret,
    _lock: File,
}

impl KeptSecret {
    pub(super) fn open(path: &Path) -> anyhow::Result<KeptSecret> {
        KeptSecret::read_or_create(path).with_context(|| path.display().to_string())
    }

    fn read_or_create(path: &Path) -> anyhow::Result<KeptSecret> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another bot is using this secret; pass --name or --secret-file to run a second one")
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut text = String::new();
        // A secret has 22 characters; don't read a large file of something else.
        (&mut file).take(100).read_to_string(&mut text)?;
        let secret = match text.trim() {
            "" => {
                let secret = Secret::random();
                file.rewind()?;
                writeln!(file, "{}", secret.reveal())?;
                file.sync_all()?;
                secret
            }
            text => text.parse().context("expected a secret; delete the file to create a new one")?,
        };
        Ok(KeptSecret { secret, _lock: file })
    }
}

/// One file per server and player, so that no server learns the secret for another.
pub(super) fn default_path(server: &PublicUrl, player: &str) -> anyhow::Result<PathBuf> {
    let folders = Folders::find().context("no data folder found; pass --secret-file")?;
    let server = server.as_str().split_once("://").map_or(server.as_str(), |(_, host)| host);
    Ok(folders.data.join("bots").join(slug(server)).join(slug(player)))
}

fn slug(text: &str) -> String {
    let known = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-');
    let name: String = text.chars().map(|letter| if known(letter) { letter } else { '_' }).take(60).collect();
    // A leading dot would hide the file or leave the folder.
    name.replacen('.', "_", usize::from(name.starts_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_created_once_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bots/club/engine");
        let first = KeptSecret::open(&path).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        let second = KeptSecret::open(&path).unwrap_err();
        assert!(format!("{second:#}").contains("another bot"), "{second:#}");
        let secret = first.secret.clone();
        drop(first);
        assert_eq!(KeptSecret::open(&path).unwrap().secret, secret);
    }

    #[test]
    fn a_file_without_a_secret_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        fs::write(&path, "Dear Ann").unwrap();
        assert!(KeptSecret::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Ann");
    }

    #[test]
    fn names_are_file_names() {
        assert_eq!(slug("gtp:/usr/games/gtp-rhino -l 3"), "gtp__usr_games_gtp-rhino_-l_3");
        assert_eq!([slug(".."), slug("a/../b")], ["_.", "a_.._b"]);
    }
}
