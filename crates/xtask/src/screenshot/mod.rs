mod screens;
mod svg;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;
use outflank_pty::{Screen, Session, Size, keys};

use crate::cargo;

#[derive(Args, Debug)]
pub(crate) struct ScreenshotArguments {
    /// Output file
    #[arg(default_value = "docs/terminal.svg")]
    picture: PathBuf,

    /// Draw eight screens into this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "picture")]
    screens: Option<PathBuf>,
}

const SIZE: Size = Size { columns: 110, rows: 36 };

const SEED: &str = "3";
const OPPONENT: &str = "engine:6";
/// Moves for Black, each a hint of the engine.
const MOVES: usize = 12;

pub(crate) fn run(arguments: &ScreenshotArguments) -> Result<()> {
    let program = cargo::release_program()?;
    if let Some(folder) = &arguments.screens {
        return screens::run(&program, folder);
    }
    let screen = play(&program)?;
    let picture = cargo::root().join(&arguments.picture);
    fs::write(&picture, svg::draw(&screen, "A game of Othello on the full-screen board of outflank"))
        .with_context(|| picture.display().to_string())?;
    println!("{}", picture.display());
    Ok(())
}

fn play(program: &Path) -> Result<Screen> {
    let home = tempfile::tempdir()?;
    let arguments = ["play", "--black", "human", "--white", OPPONENT, "--seed", SEED, "--no-animation"];
    let mut session = open(program, home.path(), &arguments)?;
    for _ in 0..MOVES {
        let square = advice(&mut session)?;
        session.press(&format!("{square}{}", keys::ENTER))?;
        session.wait_for(&format!("a move on {square}"), |screen| is_played(screen, &square))?;
    }
    let square = advice(&mut session)?;
    session.press(&square)?;
    session.wait_for(&format!("what {square} flips"), |screen| screen.contents().contains(&format!("{square} flips")))
}

fn open(program: &Path, home: &Path, arguments: &[&str]) -> Result<Session> {
    let mut command = Command::new(program);
    command.args(arguments).env("OUTFLANK_HOME", home);
    command.envs([("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")]);
    Session::start(&command, SIZE)
}

fn advice(session: &mut Session) -> Result<String> {
    session.wait_for("Black's turn", |screen| screen.contents().contains("Black to move"))?;
    // A nudge, the square, the values.
    session.press("iii")?;
    let screen = session.wait_for("a hint", |screen| hint(screen).is_some())?;
    hint(&screen).context("no hint")
}

fn hint(screen: &Screen) -> Option<String> {
    let [value, line, ..] = &section(screen, "Engine")[..] else { return None };
    // Without values on the squares, the panel still shows the engine's own last search.
    let is_done = has_values(screen) && value.contains(" for Black, ") && !value.ends_with('…');
    line.split_whitespace().next().filter(|_| is_done).map(str::to_owned)
}

fn has_values(screen: &Screen) -> bool {
    const ROW_NUMBERS: u16 = 2;
    const BOARD: u16 = 64;
    screen.rows(ROW_NUMBERS, BOARD).any(|row| row.contains(|character: char| character.is_ascii_digit()))
}

fn section(screen: &Screen, title: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = screen.rows(0, SIZE.columns).map(|row| row.chars().collect()).collect();
    let heading: Vec<char> = format!("─ {title} ─").chars().collect();
    let find = |row: &Vec<char>| row.windows(heading.len()).position(|part| part == heading);
    let Some((row, column)) = rows.iter().enumerate().find_map(|(row, text)| Some((row, find(text)?))) else {
        return Vec::new();
    };
    let below = rows.iter().skip(row + 1).map(|text| text.iter().skip(column).collect::<String>());
    below.take_while(|text| !text.starts_with('─')).map(|text| text.trim().to_owned()).collect()
}

fn is_played(screen: &Screen, square: &str) -> bool {
    section(screen, "Moves").iter().any(|row| row.split_whitespace().any(|word| word == square))
}
