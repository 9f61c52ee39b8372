use std::process::{Command, Stdio};

use anyhow::{Result, bail, ensure};

use crate::cargo;

pub(crate) fn run() -> Result<()> {
    if !is_installed() {
        bail!("cargo-deny is not installed; `cargo install --locked cargo-deny` installs it");
    }
    ensure!(check(&["licenses", "bans", "sources"])?, "a dependency violates deny.toml");
    // Without network access, skip the advisories.
    match fetch()? {
        true => {
            ensure!(check(&["--disable-fetch", "advisories"])?, "a dependency has an advisory")
        }
        false => println!("Advisories not checked: the database cannot be fetched"),
    }
    Ok(())
}

fn is_installed() -> bool {
    let version = deny().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

fn fetch() -> Result<bool> {
    Ok(deny().args(["fetch", "db"]).stderr(Stdio::null()).status()?.success())
}

fn check(what: &[&str]) -> Result<bool> {
    Ok(deny().arg("check").args(what).status()?.success())
}

fn deny() -> Command {
    let mut deny = Command::new("cargo-deny");
    deny.current_dir(cargo::root());
    deny
}
