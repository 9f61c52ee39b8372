use std::env;
use std::path::PathBuf;

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

    pub(crate) fn under(home: PathBuf) -> Folders {
        Folders { cache: home.join("cache"), data: home.clone(), config: home }
    }
}
