//! Adds the git commit to `outflank --version`.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit; HEAD itself changes with every checkout.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(file) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    let version = env!("CARGO_PKG_VERSION");
    let version = match git(&["rev-parse", "--short", "HEAD"]) {
        Some(commit) => format!("{version} ({commit})"),
        None => version.to_owned(),
    };
    println!("cargo::rustc-env=OUTFLANK_VERSION={version}");
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
