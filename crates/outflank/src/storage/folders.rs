//! Where the program keeps files of its own.

use std::env;
use std::path::PathBuf;

use directories::ProjectDirs;

/// Names one folder for everything, in place of the platform's: for tests, and for who carries it all on a stick.
const HOME: &str = "OUTFLANK_HOME";

/// The folders of this user. Nothing says that they exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folders {
    /// What the user has chosen.
    pub(crate) config: PathBuf,
    /// The user's games.
    pub(crate) data: PathBuf,
    /// What can be made again.
    pub(crate) cache: PathBuf,
}

impl Folders {
    /// What `OUTFLANK_HOME` names, else what is usual on this system: on Linux `~/.config/outflank`,
    /// `~/.local/share/outflank` and `~/.cache/outflank`, or what the XDG variables say. `None` if the system does not
    /// know where the user's files are.
    pub(crate) fn find() -> Option<Folders> {
        if let Some(home) = env::var_os(HOME).filter(|home| !home.is_empty()) {
            return Some(Folders::under(home.into()));
        }
        let folders = ProjectDirs::from("", "", "outflank")?;
        Some(Folders {
            config: folders.config_dir().to_owned(),
            data: folders.data_dir().to_owned(),
            cache: folders.cache_dir().to_owned(),
        })
    }

    /// Everything in one folder.
    pub(crate) fn under(home: PathBuf) -> Folders {
        Folders { cache: home.join("cache"), data: home.clone(), config: home }
    }
}
