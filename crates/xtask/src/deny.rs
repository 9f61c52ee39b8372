//! `cargo xtask deny`: what the program is made of, against deny.toml.

use std::process::{Command, Stdio};

use anyhow::{Result, bail, ensure};

use crate::cargo;

/// Checks licences, bans and sources; and advisories, where their database can be fetched.
pub(crate) fn run() -> Result<()> {
    if !is_installed() {
        bail!("cargo-deny is not installed; `cargo install --locked cargo-deny` installs it");
    }
    ensure!(check(&["licenses", "bans", "sources"])?, "something is part of the program that deny.toml does not allow");
    // The database is elsewhere: that it cannot be reached says nothing about the program.
    match fetch()? {
        true => {
            ensure!(check(&["--disable-fetch", "advisories"])?, "there are advisories against what the program uses")
        }
        false => println!("The database of advisories cannot be fetched: they were not checked"),
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
