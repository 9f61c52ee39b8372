//! Generates the types of the page from the description of the API. A test of the server does it, and checks the result otherwise.

use anyhow::Result;

use crate::cargo;

pub(crate) fn run() -> Result<()> {
    let write = "env.OUTFLANK_WRITE_WIRE_TYPES = '1'";
    cargo::run(["test", "--config", write, "--package", "outflank-server", "--all-features", "--lib", "wire_types"])
}
