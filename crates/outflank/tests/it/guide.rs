//! The commands of the guide and of README.md, run as they are written in a folder with small files of the names that they use.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use outflank_pty::{Session, Size, keys};
use rustix::process::{Pid, Signal, kill_process};

use crate::support::server::{PROGRAM, Server};

/// Commands that are not run, by how they begin, and why.
const NOT_RUN: [(&str, &str); 5] = [
    ("cargo ", "builds the program"),
    ("outflank-train ", "belongs to another program, and mostly takes hours"),
    ("outflank serve --lan", "listens on the network; tests/it/serve has tests of it in a network of its own"),
    ("outflank serve --open", "opens a browser"),
    ("outflank bot https://othello.example ", "needs that site"),
];

/// What the guide chooses for real work, and what is enough here.
const SHORTENED: [(&str, &str); 16] = [
    (" --games 2000", " --games 2"),
    (" --games 1000", " --games 2"),
    (" --games 100", " --games 2"),
    (" --games 20", " --games 2"),
    ("time=0.1 --sprt", "time=0.1 --games 2 --sprt"),
    (" --clock 60+1", " --clock 1+0.1 --games 2"),
    ("nodes=100000", "nodes=1000"),
    ("engine:10,time=0.1 engine:10,time=0.1", "engine:10,time=0.01 engine:10,time=0.01"),
    ("engine:6,time=0.1", "engine:6,time=0.01"),
    (" --table 1024", " --table 16"),
    (" --level 7", " --level 1"),
    (" --exact 24", " --exact 8 --effort quick"),
    (" --concurrency 2", ""),
    (" --minutes 60", " --positions 5"),
    (" --minutes 3", " --positions 3"),
    (" --depth 14", " --depth 4"),
];

/// Fifty moves each, the Tiger and the Rose: the last position is solved in no time.
const MOVES: [&str; 2] = [
    "f5d6c3d3c4f4f6g5e3f3g4h3c6g3h6h5d7c5b4c7e7b5e6c8f7d8f8b6g6a3a5e2e8b7e1f2d2c1c2h7a8b8f1b1a7a4b3a6a2d1",
    "f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4b3b5a5a4d2a6g6c7h5d8f2f3g4e2h4c1e1c2a2f7e8f1e7d1b2f8g7h3h2a3a1b1g2h1g1",
];

#[test]
fn the_commands_of_the_guide_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = fs::read_dir(root.join("docs/guide")).unwrap().map(|entry| entry.unwrap().path());
    // The commands of the hosting page need a machine of their own: deploy/test/run.sh runs them in a container.
    let pages =
        pages.filter(|path| path.extension().is_some_and(|ending| ending == "md") && !path.ends_with("hosting.md"));
    let mut commands: Vec<String> = pages.chain([root.join("README.md")]).flat_map(|page| shell_lines(&page)).collect();
    commands.sort();
    commands.dedup();
    let is_run = |command: &String| !NOT_RUN.iter().any(|(start, _)| command.starts_with(start));
    for (start, reason) in NOT_RUN {
        assert!(
            commands.iter().any(|command| command.starts_with(start)),
            "no command is left out because it {reason}"
        );
    }
    for (long, _) in SHORTENED {
        assert!(commands.iter().any(|command| command.contains(long)), "no command has {long}");
    }
    let run: Vec<String> = commands.iter().filter(|command| is_run(command)).cloned().collect();
    assert!(run.len() > 80, "{run:#?}");

    let desk = Desk::new();
    let server = Server::start(&[]);
    let failures: Vec<String> = thread::scope(|scope| {
        let (desk, server) = (&desk, &server);
        let workers = [0, 1, 2, 3].map(|worker| {
            let commands = run.iter().skip(worker).step_by(4);
            scope.spawn(move || commands.filter_map(|command| desk.failure(command, server)).collect::<Vec<_>>())
        });
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn shell_lines(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap().replace("\\\n", " ");
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(str::lines).map(|line| line.trim().to_owned()).collect()
}

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap() };
        let programs = desk.programs();
        fs::create_dir(&programs).unwrap();
        symlink(PROGRAM, programs.join("outflank")).unwrap();
        script(&programs.join("gtp-rhino"), "exec outflank engine gtp --level 1");
        let files = desk.files();
        fs::create_dir(&files).unwrap();
        script(&files.join("ntest"), "exec outflank engine nboard --level 1");
        let games: Vec<String> = (0..8).map(game).collect();
        let problems = include_str!("../../../outflank-formats/tests/data/problems.obf");
        let contents = [
            ("game.ggf", games[0].clone()),
            ("games.ggf", games.concat()),
            ("games.txt", include_str!("../../../outflank-formats/tests/data/judge/sample.in").to_owned()),
            ("openings.txt", "f5d6c3d3\nf5d6c5f4\n".to_owned()),
            ("problems.obf", problems.lines().take(3).map(|line| format!("{line}\n")).collect()),
        ];
        for (name, content) in contents {
            fs::write(files.join(name), content).unwrap();
        }
        let conversions = ["game.ggf game.sgf", "games.ggf games.pgn", "games.ggf wthor/ --to wthor"];
        for conversion in conversions {
            let status = desk.shell(&format!("outflank convert {conversion} 2>&1"), &files).status().unwrap();
            assert!(status.success(), "{conversion}");
        }
        let books =
            ["grow --out club.book", "grow --out ann.book --games games.ggf", "export --book club.book --out edax.txt"];
        for book in books {
            let limits = if book.starts_with("grow") { "--depth 2 --positions 5" } else { "" };
            let status = desk.shell(&format!("outflank book {book} {limits} 2>&1"), &files).status().unwrap();
            assert!(status.success(), "{book}");
        }
        desk
    }

    fn programs(&self) -> PathBuf {
        self.folder.path().join("bin")
    }

    fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    fn path_variable(&self) -> String {
        format!("{}:{}", self.programs().display(), std::env::var("PATH").unwrap())
    }

    fn shell(&self, command: &str, folder: &Path) -> Command {
        let mut shell = Command::new("sh");
        let home = folder.join("home");
        shell.args(["-c", command]).current_dir(folder).env("PATH", self.path_variable()).env("OUTFLANK_HOME", home);
        shell.env_remove("OUTFLANK_DATABASE");
        shell
    }

    /// Runs a command in a folder of its own, and describes what went wrong.
    fn failure(&self, command: &str, server: &Server) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let copied = Command::new("cp").arg("-R").arg(self.files().join(".")).arg(folder.path()).status();
        assert!(copied.unwrap().success());
        let mut line = command.to_owned();
        for (long, short) in SHORTENED {
            line = line.replacen(long, short, 1);
        }
        let words = shlex::split(&line).unwrap();
        match words.get(1).map(String::as_str) {
            Some("convert") => _ = fs::remove_file(folder.path().join(&words[3])),
            Some("analyze") if !["--effort", "--level"].iter().any(|limit| line.contains(limit)) => {
                line += " --level 1"
            }
            _ => {}
        }
        let result = match words.get(1).map(String::as_str) {
            _ if line.contains("--plain") => self.run(&format!("echo resign | {line}"), folder.path()),
            None | Some("--collection" | "drill" | "learn" | "play") if !line.contains("--stats") => {
                self.run_in_terminal(&line, folder.path())
            }
            Some("serve") => self.start_and_stop(&format!("{line} --listen 127.0.0.1:0"), folder.path()),
            Some("bot") => {
                self.start_and_stop(&line.replace("127.0.0.1:8220", &server.address.to_string()), folder.path())
            }
            _ => self.run(&line, folder.path()),
        };
        result.err().map(|reason| format!("{line}: {reason}"))
    }

    fn run(&self, line: &str, folder: &Path) -> Result<(), String> {
        let output = self.shell(line, folder).stdin(Stdio::null()).output().unwrap();
        let said = || format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
        if output.status.success() { Ok(()) } else { Err(said()) }
    }

    fn run_in_terminal(&self, line: &str, folder: &Path) -> Result<(), String> {
        let mut command = self.shell(&format!("exec {line}"), folder);
        command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        let mut session = Session::start(&command, Size { columns: 100, rows: 30 }).unwrap();
        let error = |error: anyhow::Error| error.to_string();
        session.wait_for("a full screen", |screen| screen.alternate_screen()).map_err(error)?;
        session.press("q").unwrap();
        // An unfinished game asks; otherwise the program has ended by now.
        if session.wait_for_text("Quit").is_ok() {
            session.press(keys::ENTER).unwrap();
        }
        let ended = session.wait_for_end().map_err(error)?;
        if ended.code == 0 { Ok(()) } else { Err(format!("{ended:?}")) }
    }

    fn start_and_stop(&self, line: &str, folder: &Path) -> Result<(), String> {
        let mut command = self.shell(&format!("exec {line} 2>&1"), folder);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        let status = child.wait().unwrap();
        if status.success() { Ok(()) } else { Err(format!("{status}\n{first}{rest}")) }
    }
}

fn script(path: &Path, command: &str) {
    fs::write(path, format!("#!/bin/sh\n{command}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn game(number: usize) -> String {
    let (black, white, year) =
        [("Tamenori Hideshi", "Murakami Takeshi", 1995), ("Tastet Marc", "Suekuni Makoto", 2022)][number % 2];
    let squares = MOVES[number % 2].as_bytes().chunks(2).map(|square| String::from_utf8_lossy(square).to_uppercase());
    let moves: String =
        squares.zip(["B", "W"].into_iter().cycle()).map(|(square, color)| format!("{color}[{square}]")).collect();
    let empty = "-------- ".repeat(3);
    format!(
        "(;GM[Othello]PC[World Championship]DT[{year}.11.01]PB[{black}]PW[{white}]RE[+2]TY[8]\
         BO[8 {empty}---O*--- ---*O--- {empty}*]{moves};)\n"
    )
}
