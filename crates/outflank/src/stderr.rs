use std::fmt::Display;
use std::io::{self, Write};

use outflank_render::sanitize;

/// Prints lines, sanitized: messages quote files and their names. A write error is ignored, as there is no other place to report it.
pub(crate) fn print(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", sanitize::lines(&line.to_string()));
}
