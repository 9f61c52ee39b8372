//! Programs of others that tests run, installed by the system's package manager where it is permitted.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and the Debian package that has it.
struct Tool {
    program: &'static str,
    package: &'static str,
    /// What is not tested without it.
    used_for: &'static str,
}

const TOOLS: [Tool; 1] =
    [Tool { program: "gtp-rhino", package: "grhino", used_for: "games and matches against another engine by GTP" }];

/// Installs what is missing. What cannot be installed is said, and the tests that need it say "skipped".
pub(crate) fn install_missing() {
    for tool in TOOLS.iter().filter(|tool| find(tool.program).is_none()) {
        println!("Installing {} for {}", tool.package, tool.used_for);
        let installed = apt_get(&["install", "--yes", "--no-install-recommends", tool.package])
            || (apt_get(&["update"]) && apt_get(&["install", "--yes", "--no-install-recommends", tool.package]));
        if !installed {
            println!("{} could not be installed: {} will be skipped", tool.package, tool.used_for);
        }
    }
}

/// A program on the path, or among the games, which Debian keeps apart.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Runs apt-get, as it is or by sudo without asking. Tells whether it worked; its own words are for the terminal.
fn apt_get(arguments: &[&str]) -> bool {
    if !Path::new("/usr/bin/apt-get").is_file() {
        return false;
    }
    let succeeds = |command: &mut Command| {
        command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()).stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    succeeds(Command::new("apt-get").args(arguments))
        || succeeds(Command::new("sudo").args(["--non-interactive", "apt-get"]).args(arguments))
}
