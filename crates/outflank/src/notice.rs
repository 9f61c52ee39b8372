//! What is said on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Says a line on standard error. If that cannot be written to, there is nobody left to tell.
pub(crate) fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
