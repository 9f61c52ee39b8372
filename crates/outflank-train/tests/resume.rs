#![allow(clippy::unwrap_used, reason = "tests panic on failure")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

fn command(arguments: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank-train"));
    command.current_dir(folder).args(arguments.split(' ')).stderr(Stdio::null());
    command
}

fn run(arguments: &str, folder: &Path) {
    assert!(command(arguments, folder).status().unwrap().success(), "{arguments}");
}

/// Starts or resumes a long run, and kills it after some more bytes.
fn run_and_kill(arguments: &str, folder: &Path, file: &Path) {
    let length = || fs::metadata(file).map_or(0, |file| file.len());
    let enough = length() + 500;
    let mut child = command(arguments, folder).spawn().unwrap();
    while length() < enough {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself: {arguments}");
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Kills a run several times and completes it; then compares the file with that of an uninterrupted run. `end` returns the
/// option that limits the run, given the file so far.
fn kill_and_resume(arguments: &str, folder: &Path, end: impl Fn(&[u8]) -> String) {
    let file = folder.join("resumed");
    for _ in 0..5 {
        run_and_kill(&format!("{arguments} --out resumed --resume"), folder, &file);
    }
    let end = end(&fs::read(&file).unwrap());
    run(&format!("{arguments} --out resumed --resume {end}"), folder);
    run(&format!("{arguments} --out whole {end}"), folder);
    assert!(fs::read(&file).unwrap() == fs::read(folder.join("whole")).unwrap());
}

fn records(file: &[u8]) -> &[u8] {
    file.splitn(3, |&byte| byte == b'\n').nth(2).unwrap()
}

#[test]
fn selfplay_resumes() {
    let folder = TempDir::new().unwrap();
    kill_and_resume("selfplay --depth 3 --solve-from 9 --threads 2", folder.path(), |file| {
        let mut rest = records(file);
        let mut games = 0;
        while let Some((&placements, after)) = rest.split_first() {
            rest = after.get(2 * usize::from(placements)..).unwrap_or_default();
            games += 1;
        }
        format!("--games {}", games + 3)
    });
}

#[test]
fn label_resumes() {
    let folder = TempDir::new().unwrap();
    run("selfplay --games 20 --depth 1 --solve-from 6 --threads 2 --out games", folder.path());
    kill_and_resume("label --games games --depth 10 --siblings 20 --threads 2", folder.path(), |file| {
        format!("--limit {}", records(file).len() / 18 + 3)
    });
}
