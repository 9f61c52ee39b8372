use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::cargo;

pub(crate) struct Executable {
    file: PathBuf,
    /// The folder of the package; tests run there.
    folder: PathBuf,
    package: String,
    target: String,
}

#[derive(Deserialize)]
struct Artifact {
    executable: Option<PathBuf>,
    manifest_path: PathBuf,
    profile: Profile,
    target: Target,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

pub(crate) fn build() -> Result<Vec<Executable>> {
    let arguments =
        ["test", "--workspace", "--all-features", "--no-run", "--message-format", "json-render-diagnostics"];
    let messages = cargo::output(arguments)?;
    let artifacts = messages.lines().filter_map(|line| serde_json::from_str::<Artifact>(line).ok());
    artifacts.filter(|artifact| artifact.profile.test).filter_map(Executable::new).collect()
}

pub(crate) fn find<'a>(executables: &'a [Executable], package: &str, target: &str) -> Result<&'a Executable> {
    let mut executables = executables.iter();
    let found = executables.find(|executable| executable.package == package && executable.target == target);
    found.with_context(|| format!("{package} has no tests named {target}"))
}

impl Executable {
    fn new(artifact: Artifact) -> Option<Result<Executable>> {
        let file = artifact.executable?;
        let folder = artifact.manifest_path.parent().map(Path::to_owned);
        let package = folder.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).map(str::to_owned);
        let folder_and_package = folder.zip(package).context("expected the path of a manifest");
        Some(folder_and_package.map(|(folder, package)| Executable {
            file,
            folder,
            package,
            target: artifact.target.name,
        }))
    }

    pub(crate) fn name(&self) -> String {
        match self.target.replace('_', "-") == self.package {
            true => self.package.clone(),
            false => format!("{} ({})", self.package, self.target),
        }
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    /// The names of the tests, without those that are ignored.
    pub(crate) fn tests(&self) -> Result<Vec<String>> {
        let output = self.command().args(["--list", "--format", "terse"]).output()?;
        ensure!(output.status.success(), "{}: {}", self.name(), output.status);
        let lines = String::from_utf8(output.stdout)?;
        Ok(lines.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
    }
}
