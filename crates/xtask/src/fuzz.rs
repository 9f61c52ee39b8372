use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::cargo;

#[derive(Args, Debug)]
pub(crate) struct FuzzArguments {
    /// Names of files in fuzz/fuzz_targets [default: all]
    pub(crate) targets: Vec<String>,

    /// Duration for each target
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    pub(crate) seconds: u32,
}

pub(crate) fn run(arguments: &FuzzArguments) -> Result<()> {
    let folder = cargo::root().join("fuzz");
    let all = all_targets()?;
    if let Some(unknown) = arguments.targets.iter().find(|target| !all.contains(target)) {
        bail!("expected one of {}, found {unknown}", all.join(", "));
    }
    let chosen = if arguments.targets.is_empty() { &all } else { &arguments.targets };
    for target in chosen {
        println!("Fuzzing {target} for {} seconds", arguments.seconds);
        let corpus = folder.join("corpus").join(target);
        fs::create_dir_all(&corpus).with_context(|| corpus.display().to_string())?;
        // The environment that cargo gives this program names a toolchain, which would win over `+nightly`.
        let status = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", target])
            .arg(&corpus)
            .arg(folder.join("seeds").join(target))
            .arg("--")
            .args([format!("-max_total_time={}", arguments.seconds), "-max_len=65536".into(), "-timeout=5".into()])
            .args(["-rss_limit_mb=2048", "-print_final_stats=1"])
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .current_dir(&folder)
            .status()
            .context("cargo +nightly fuzz; `cargo install cargo-fuzz` installs it")?;
        ensure!(status.success(), "{target} failed; the input is in fuzz/artifacts/{target}");
    }
    Ok(())
}

fn all_targets() -> Result<Vec<String>> {
    let folder = cargo::root().join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for file in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        if let Some(name) = file?.file_name().to_str().and_then(|name| name.strip_suffix(".rs")) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}
