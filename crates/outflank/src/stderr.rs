//! What is said on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use outflank_render::sanitize;

/// Says a line, or a few, on standard error: without what a terminal would obey, as messages quote files and their names. If it cannot
/// be written to, there is nobody left to tell.
pub(crate) fn print(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", sanitize::lines(&line.to_string()));
}
