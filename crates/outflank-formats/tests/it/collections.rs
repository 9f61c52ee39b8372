//! Public collections that are too large for the repository. Tests are skipped without them.

use std::path::PathBuf;

/// A folder under `$OUTFLANK_DATA`, or next to the workspace.
pub(crate) fn folder(name: &str) -> Option<PathBuf> {
    let root = match std::env::var_os("OUTFLANK_DATA") {
        Some(root) => PathBuf::from(root),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
    };
    let folder = root.join(name);
    if !folder.is_dir() {
        println!("skipped: there is no folder {}", folder.display());
        return None;
    }
    Some(folder)
}
