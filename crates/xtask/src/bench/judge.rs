use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use outflank_formats::wthor::{GameRecord, Games};

use super::best_time;
use crate::cargo;

const SPEED_INPUT: usize = 30_000_000;
const MEMORY_INPUT: usize = 1_000_000_000;

pub(super) fn run(program: &Path) -> Result<()> {
    let games: Vec<String> = real_games()?.iter().map(as_input).collect();
    println!("{} real games with L before each M, repeated", games.len());
    speed(program, &games)?;
    memory(program, &games)
}

fn speed(program: &Path, games: &[String]) -> Result<()> {
    let path = cargo::target().join("bench-judge.txt");
    write_input(BufWriter::new(File::create(&path)?), games, SPEED_INPUT)?;
    let judge = || {
        let mut command = Command::new(program);
        command.arg("judge").arg(&path);
        command
    };
    let mut counted = judge().stdout(Stdio::piped()).spawn()?;
    let mut answers = counted.stdout.take().context("no output")?;
    let output = io::copy(&mut answers, &mut io::sink())? as f64 / 1e6;
    ensure!(counted.wait()?.success(), "the judge refused the games");
    let best = best_time(|| judge().stdout(Stdio::null()).spawn())?.as_secs_f64();
    println!("speed: {output:.0} MB of output in {best:.3} s, {:.0} MB/s, one thread", output / best);
    Ok(())
}

fn memory(program: &Path, games: &[String]) -> Result<()> {
    let mut child = Command::new(program).arg("judge").stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
    let stdin = child.stdin.take().context("no input")?;
    let mut stdin = BufWriter::new(stdin);
    let input = write_input(&mut stdin, games, MEMORY_INPUT)? as f64 / 1e6;
    // The input is still open, so the judge is still running.
    match peak_memory(child.id()) {
        Some(peak) => println!("memory: at most {peak} for {input:.0} MB of input"),
        None => println!("memory: unknown on this system"),
    }
    drop(stdin);
    ensure!(child.wait()?.success(), "the judge refused the games");
    Ok(())
}

fn peak_memory(process: u32) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}

fn write_input(mut out: impl Write, games: &[String], least: usize) -> Result<usize> {
    let size: usize = games.iter().map(String::len).sum();
    let rounds = least.div_ceil(size);
    writeln!(out, "{}", rounds * games.len())?;
    for _ in 0..rounds {
        for game in games {
            out.write_all(game.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(rounds * size)
}

fn as_input(game: &GameRecord) -> String {
    let board = "--------\n--------\n--------\n---WB---\n---BW---\n--------\n--------\n--------\n";
    let command = |square: &outflank_rules::Square| format!("L\nM{}{}\n", square.row() + 1, square.column() + 1);
    let commands: String = game.moves().iter().map(command).collect();
    format!("{board}B\n{commands}L\nQ\n")
}

fn real_games() -> Result<Vec<GameRecord>> {
    let year = cargo::data().join("wthor/WTH_2019.wtb");
    let excerpt = cargo::root().join("crates/outflank-formats/tests/data/wthor_200.wtb");
    let path = if year.exists() { year } else { excerpt };
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    Ok(Games::parse(&bytes)?.games)
}
