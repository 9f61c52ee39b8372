//! Public collections that are too large to be kept here. The tests that read them are skipped where they are missing.

use std::path::PathBuf;

/// A folder of the collections: under `$OUTFLANK_DATA` if that is set, else next to the workspace.
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
