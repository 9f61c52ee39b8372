#[cfg(all(target_os = "linux", feature = "serve"))]
pub(crate) mod network;
#[cfg(all(unix, feature = "serve"))]
pub(crate) mod server;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use tempfile::TempDir;

pub(crate) const WTHOR: &[u8] = include_bytes!("../../../../outflank-formats/tests/data/wthor_200.wtb");

#[derive(Debug)]
pub(crate) struct Run {
    #[expect(dead_code, reason = "names the case in failures")]
    command: String,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

pub(crate) fn outflank(arguments: &[&str], input: &[u8]) -> Run {
    run(&mut command(arguments), input)
}

pub(crate) fn play(arguments: &[&str], lines: &[&str]) -> Run {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    outflank(&[&["play"], arguments].concat(), input.as_bytes())
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The program may exit before it has read everything.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().unwrap()
    });
    Run {
        command: format!("{command:?}"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        self.out
    }

    /// Fails unless the program ended with this code, without output and with this text in its error. A text with a line end is the whole error.
    #[track_caller]
    pub(crate) fn refused(&self, code: i32, error: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        self.complains(error);
        assert!(!error.ends_with('\n') || self.err == error, "more than {error:?}: {self:?}");
    }

    /// A text with a line end is the end of the error.
    #[track_caller]
    pub(crate) fn complains(&self, error: &str) {
        let is_there = if error.ends_with('\n') { self.err.ends_with(error) } else { self.err.contains(error) };
        assert!(is_there, "no {error:?}: {self:?}");
    }

    #[track_caller]
    pub(crate) fn prints(&self, text: &str) {
        assert!(self.out.contains(text), "no {text:?}: {self:?}");
    }

    #[track_caller]
    pub(crate) fn ends_with(&self, text: &str) {
        assert!(self.out.ends_with(text), "no {text:?} at the end: {self:?}");
    }
}

pub(crate) struct Dialogue {
    child: Running,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    pub(crate) fn start(command: &mut Command) -> Dialogue {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Dialogue { child: Running(child), input, output }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    pub(crate) fn next_line(&mut self) -> String {
        self.read_until("").trim_end_matches('\n').to_owned()
    }

    pub(crate) fn read_until(&mut self, beginning: &str) -> String {
        let mut text = String::new();
        loop {
            let start = text.len();
            let read = self.output.read_line(&mut text).unwrap();
            assert_ne!(read, 0, "no {beginning:?} in:\n{text}");
            if text[start..].starts_with(beginning) {
                return text;
            }
        }
    }

    pub(crate) fn rest(self) -> String {
        let Dialogue { mut child, input, mut output } = self;
        drop(input);
        let (mut rest, mut errors) = (String::new(), String::new());
        output.read_to_string(&mut rest).unwrap();
        child.0.stderr.take().map(|mut stderr| stderr.read_to_string(&mut errors).unwrap());
        assert_eq!((child.0.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{rest}");
        rest
    }
}

pub(crate) struct Room(pub(crate) TempDir);

impl Room {
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, bytes)| room.put(name, bytes));
        room
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
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
        run(command.current_dir(self.0.path()).env("LC_ALL", locale).env("OUTFLANK_HOME", self.path("home")), input)
    }
}

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
