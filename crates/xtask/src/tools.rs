//! Programs that tests run, installed by the system's package manager where that is possible.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

struct Tool {
    program: &'static str,
    package: &'static str,
    used_for: &'static str,
    need: Need,
}

/// Whether tests that need a missing program are skipped or fail.
#[derive(PartialEq, Eq)]
enum Need {
    Optional,
    Required,
}

const TOOLS: [Tool; 5] = [
    Tool {
        program: "gtp-rhino",
        package: "grhino",
        used_for: "games and matches against another GTP engine",
        need: Need::Optional,
    },
    Tool { program: "chromium", package: "chromium", used_for: "tests of the web page", need: Need::Required },
    Tool { program: "node", package: "nodejs", used_for: "tests of the web page", need: Need::Required },
    Tool { program: "npm", package: "npm", used_for: "tests of the web page", need: Need::Required },
    Tool { program: "initdb", package: "postgresql", used_for: "tests of the server's stores", need: Need::Required },
];

pub(crate) fn install_missing() -> Result<()> {
    for tool in TOOLS.iter().filter(|tool| find(tool.program).is_none()) {
        println!("Installing {} for {}", tool.package, tool.used_for);
        let installed = apt_get(&["install", "--yes", "--no-install-recommends", tool.package])
            || (apt_get(&["update"]) && apt_get(&["install", "--yes", "--no-install-recommends", tool.package]));
        match (installed, &tool.need) {
            (true, _) => {}
            (false, Need::Optional) => {
                println!("{} could not be installed: {} will be skipped", tool.package, tool.used_for);
            }
            (false, Need::Required) => {
                bail!("{} ({}) could not be installed; it is needed for {}", tool.program, tool.package, tool.used_for)
            }
        }
    }
    Ok(())
}

/// Searches the path and the folders where Debian keeps games and PostgreSQL.
fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]).chain(outflank_postgres::programs());
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Runs apt-get, directly or by sudo without a password; its errors go to the terminal.
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
