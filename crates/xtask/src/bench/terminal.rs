//! The full-screen board is driven in a pseudo-terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use outflank_pty::{Screen, Session, Size, keys};
use tempfile::TempDir;

use crate::cargo;
use crate::process::{memory, processor_time};

#[derive(Args, Debug)]
pub(crate) struct TerminalArguments {
    /// Measure this program instead of the release build
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

const SIZE: Size = Size { columns: 120, rows: 40 };
const STARTS: usize = 9;
const FIRST_FRAME: Limit = Limit { most: 100.0, unit: "ms" };
const MENU: Limit = Limit { most: 40.0, unit: "MB" };
const WEAK_GAME: Limit = Limit { most: 60.0, unit: "MB" };
const STUDY: Limit = Limit { most: 100.0, unit: "MB" };
const IDLE: Limit = Limit { most: 1.0, unit: "%" };

/// What is played before the memory of a game counts as that of a game.
const PLAYED_FOR: Duration = Duration::from_secs(15);
const STUDIED_FOR: Duration = Duration::from_secs(20);
const IDLE_FOR: Duration = Duration::from_secs(5);

const GAME: &str = "f5d6c3d3c4f4c5b3d2e3c2b4c6f6e6b5a5e2b6a4f1f7";

#[derive(Clone, Copy)]
struct Limit {
    most: f64,
    unit: &'static str,
}

#[derive(Default)]
struct Table {
    is_over_a_limit: bool,
}

pub(crate) fn run(arguments: &TerminalArguments) -> Result<()> {
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => cargo::release_program()?,
    };
    let mut table = Table::default();
    println!("{:34} {:>10} {:>10} {:>10}", "", "now", "peak", "limit");
    start(&program, &mut table)?;
    menu(&program, &mut table)?;
    for (level, limit) in [(1, Some(WEAK_GAME)), (3, Some(WEAK_GAME)), (6, Some(WEAK_GAME)), (10, None)] {
        game(&program, level, limit, &mut table)?;
    }
    study(&program, &mut table)?;
    drill(&program, &mut table)?;
    ensure!(!table.is_over_a_limit, "the board takes more than what is promised");
    Ok(())
}

fn start(program: &Path, table: &mut Table) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..STARTS {
        let home = home()?;
        let started = Instant::now();
        let session = open(program, home.path(), &[])?;
        session.wait_for("the board", is_board)?;
        times.push(started.elapsed());
    }
    times.sort();
    table.row("first frame, median of 9 starts", None, times[STARTS / 2].as_secs_f64() * 1e3, Some(FIRST_FRAME));
    Ok(())
}

fn menu(program: &Path, table: &mut Table) -> Result<()> {
    let home = home()?;
    let mut session = open(program, home.path(), &[])?;
    session.wait_for("the board", is_board)?;
    table.idle("first board, idle", &session)?;
    table.memory("first board", &session, Some(MENU))?;
    session.press(keys::ESCAPE)?;
    session.wait_for("the menu", is_menu)?;
    table.idle("menu, idle", &session)?;
    table.memory("menu", &session, Some(MENU))
}

fn game(program: &Path, level: u8, limit: Option<Limit>, table: &mut Table) -> Result<()> {
    let home = home()?;
    let white = format!("engine:{level}");
    let mut session = open(program, home.path(), &["play", "--black", "human", "--white", &white, "--seed", "1"])?;
    let began = Instant::now();
    while began.elapsed() < PLAYED_FOR && !is_over(&session.screen()) {
        session.wait_for("our turn", |screen| is_over(screen) || screen.contents().contains("Black to move"))?;
        session.press(&every_square())?;
        thread::sleep(Duration::from_millis(100));
    }
    table.memory(&format!("game against level {level}"), &session, limit)?;
    if level == 1 {
        table.idle("game, idle", &session)?;
        session.press(keys::ESCAPE)?;
        session.wait_for("the menu", is_menu)?;
        thread::sleep(Duration::from_millis(500));
        let [now, _] = memory(&session)?;
        table.row("menu after a game", None, now, Some(MENU));
    }
    Ok(())
}

/// The engine is on from the start. Besides values for the position, it makes the report.
fn study(program: &Path, table: &mut Table) -> Result<()> {
    let home = home()?;
    let mut session = open(program, home.path(), &[])?;
    session.wait_for("the board", is_board)?;
    session.press(&format!("\x1b[200~{GAME}\x1b[201~"))?;
    session.wait_for("the study", |screen| screen.contents().contains("Explorer"))?;
    thread::sleep(STUDIED_FOR);
    table.memory("study, engine on", &session, Some(STUDY))
}

fn drill(program: &Path, table: &mut Table) -> Result<()> {
    let home = home()?;
    let session = open(program, home.path(), &["drill"])?;
    session.wait_for("a puzzle", |screen| screen.contents().contains("to move"))?;
    table.idle("drill, idle", &session)?;
    table.memory("drill", &session, None)
}

fn home() -> Result<TempDir> {
    let home = tempfile::tempdir()?;
    fs::write(home.path().join("settings.toml"), "animation = false\n")?;
    Ok(home)
}

fn open(program: &Path, home: &Path, arguments: &[&str]) -> Result<Session> {
    let mut command = Command::new(program);
    command.args(arguments).env("OUTFLANK_HOME", home);
    command.envs([("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")]);
    Session::start(&command, SIZE)
}

fn is_board(screen: &Screen) -> bool {
    screen.contents().contains("Black, you")
}

fn is_menu(screen: &Screen) -> bool {
    screen.contents().contains("New game")
}

fn is_over(screen: &Screen) -> bool {
    let text = screen.contents();
    text.contains(" wins") || text.contains("Draw")
}

/// Plays whatever is legal.
fn every_square() -> String {
    let squares = ('1'..='8').flat_map(|row| ('a'..='h').map(move |column| format!("{column}{row}{}", keys::ENTER)));
    squares.collect()
}

impl Table {
    fn memory(&mut self, name: &str, session: &Session, limit: Option<Limit>) -> Result<()> {
        let [now, peak] = memory(session)?;
        self.row(name, Some(now), peak, limit);
        Ok(())
    }

    fn idle(&mut self, name: &str, session: &Session) -> Result<()> {
        // What a start leaves to do is not idling.
        thread::sleep(Duration::from_secs(1));
        let before = processor_time(session)?;
        thread::sleep(IDLE_FOR);
        let used = processor_time(session)? - before;
        self.row(name, None, 100.0 * used / IDLE_FOR.as_secs_f64(), Some(IDLE));
        Ok(())
    }

    /// The limit is for the second figure, the highest.
    fn row(&mut self, name: &str, now: Option<f64>, peak: f64, limit: Option<Limit>) {
        let unit = limit.map_or("MB", |limit| limit.unit);
        let shown = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1} {unit}"));
        let is_over = limit.is_some_and(|limit| peak > limit.most);
        let mark = if is_over { "  too much" } else { "" };
        let most = limit.map_or(String::new(), |limit| format!("{} {unit}", limit.most));
        println!("{name:34} {:>10} {:>10} {most:>10}{mark}", shown(now), shown(Some(peak)));
        self.is_over_a_limit |= is_over;
    }
}
