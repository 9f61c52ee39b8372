//! Runs the program through pipes.

#[cfg(all(target_os = "linux", feature = "serve"))]
pub(crate) mod network;
#[cfg(all(unix, feature = "serve"))]
pub(crate) mod server;

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// 200 games of the WTHOR database.
pub(crate) const WTHOR: &[u8] = include_bytes!("../../../../outflank-formats/tests/data/wthor_200.wtb");

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

pub(crate) fn outflank(arguments: &[&str], input: &[u8]) -> Run {
    finish(command(arguments).spawn().unwrap(), input)
}

/// The program with all streams piped.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn finish(mut child: Child, input: &[u8]) -> Run {
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // The program may exit before it has read everything.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().unwrap()
    });
    Run {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// A working directory for the program.
pub(crate) struct Room(pub(crate) TempDir);

impl Room {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = room.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        room
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn run(&self, arguments: &[&str], input: &[u8]) -> Run {
        self.run_in_locale("C.UTF-8", arguments, input)
    }

    pub(crate) fn run_in_locale(&self, locale: &str, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = command(arguments);
        command.current_dir(self.0.path()).env("LC_ALL", locale).env("OUTFLANK_HOME", self.path("home"));
        finish(command.spawn().unwrap(), input)
    }
}

/// A process that is killed when dropped.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// gtp-rhino on the path or in Debian's folder for games; `None`, with a message, if it is not installed.
pub(crate) fn rhino() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut programs = env::split_paths(&path).chain(["/usr/games".into()]).map(|folder| folder.join("gtp-rhino"));
    let found = programs.find(|program| program.is_file());
    if found.is_none() {
        println!("skipped: gtp-rhino is not installed (Debian's package grhino has it)");
    }
    found
}
