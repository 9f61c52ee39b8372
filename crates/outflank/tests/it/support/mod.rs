//! Runs the program as a user would, with its input through a pipe.

#[cfg(all(target_os = "linux", feature = "serve"))]
pub(crate) mod network;
#[cfg(all(unix, feature = "serve"))]
pub(crate) mod server;

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program left.
#[derive(Debug)]
pub(crate) struct Run {
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
    /// The exit status.
    pub(crate) code: i32,
}

/// Runs `outflank` with these arguments and this input.
pub(crate) fn outflank(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // The program may stop reading before it has read everything.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().unwrap()
    });
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}
