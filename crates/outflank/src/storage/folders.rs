use std::env;
use std::path::PathBuf;

use directories::ProjectDirs;

/// One folder for everything, instead of the platform's: for tests and portable installations.
const HOME: &str = "OUTFLANK_HOME";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folders {
    pub(crate) config: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) cache: PathBuf,
}

impl Folders {
    /// `OUTFLANK_HOME`, or the platform's folders: on Linux `~/.config/outflank`, `~/.local/share/outflank` and `~/.cache/outflank`, or those
    /// of the XDG variables. `None` if the system does not know the user's home.
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

    pub(crate) fn under(home: PathBuf) -> Folders {
        Folders { cache: home.join("cache"), data: home.clone(), config: home }
    }
}
