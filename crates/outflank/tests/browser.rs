//! The page in a real browser: runs the tests of `crates/outflank-server/web-tests` against the built program.

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "needs Chromium, Node and what npm fetches: `cargo xtask test` sees to that"]
fn the_page_works_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-server/web-tests");
    let status = Command::new("npm")
        .args(["run", "browser"])
        .current_dir(folder)
        .env("OUTFLANK", env!("CARGO_BIN_EXE_outflank"))
        .status()
        .expect("npm can be started");
    assert!(status.success(), "the tests in the browser failed");
}
