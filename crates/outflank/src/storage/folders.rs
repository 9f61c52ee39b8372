//! Where the program keeps files of its own.

use std::env;
use std::path::PathBuf;

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
        let home = env::home_dir().filter(|home| !home.as_os_str().is_empty())?;
        let named = |variable| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        let folder = |variable, usual| named(variable).unwrap_or_else(|| home.join(usual)).join("outflank");
        Some(if cfg!(windows) {
            let roaming = folder("APPDATA", "AppData/Roaming");
            let cache = folder("LOCALAPPDATA", "AppData/Local").join("cache");
            Folders { config: roaming.join("config"), data: roaming.join("data"), cache }
        } else if cfg!(target_os = "macos") {
            let support = home.join("Library/Application Support/outflank");
            Folders { config: support.clone(), data: support, cache: home.join("Library/Caches/outflank") }
        } else {
            Folders {
                config: folder("XDG_CONFIG_HOME", ".config"),
                data: folder("XDG_DATA_HOME", ".local/share"),
                cache: folder("XDG_CACHE_HOME", ".cache"),
            }
        })
    }

    /// Everything in one folder.
    pub(crate) fn under(home: PathBuf) -> Folders {
        Folders { cache: home.join("cache"), data: home.clone(), config: home }
    }
}
